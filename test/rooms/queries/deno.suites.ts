/** The five operations in Deno, over its own files. */
import { createDenoHost } from "../../../src/deno/host.ts";
import { queriesInRoom } from "../../conformance/queries-in-room.ts";
import { stateFixture } from "../deno/fixtures.ts";

const host = createDenoHost({ dist: new URL("../../../dist/", import.meta.url) });
queriesInRoom("deno", async () => {
	const { opener, root } = await stateFixture();
	const { databases, assets } = host;
	return { databases, state: await opener.open(root), sqlite: await assets.read("wa-sqlite.wasm") };
});
