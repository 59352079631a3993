import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeState } from "../../../src/node/state.ts";
import { stateSuite } from "../../conformance/state.suite.ts";
import { stateFixture } from "./fixture.ts";

stateSuite("node", stateFixture);

// Linux only: elsewhere there is no such file system, and the path is an ordinary one that must not be made
test.runIf(existsSync("/proc/self"))(
	"a file system that takes no folders refuses, instead of trying for ever",
	async () => {
		const state = await nodeState.open("/proc/no-such-folder");
		await expect(state.write("kb/x", new Uint8Array(1))).rejects.toMatchObject({ code: "state-unwritable" });
	},
);
