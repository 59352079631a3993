/** What the Node room adds to database-files.suite.ts: coded failures, and folders made on the way. */
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodeDatabases } from "../../../src/node/databases.ts";
import { freshFolder } from "./fixture.ts";

const { base, write, dispose } = await freshFolder();
afterAll(dispose);
const failure = (work: () => unknown) => {
	try {
		work();
	} catch (error) {
		return error;
	}
	return expect.unreachable("expected a failure");
};

test("creating makes the folders", () => {
	nodeDatabases.open(join(base, "not/yet/db"), "create").close();
	expect(nodeDatabases.exists(join(base, "not/yet/db"))).toBe(true);
});

test("a full disk while writing", async () => {
	await symlink("/dev/full", join(base, "full"));
	const file = nodeDatabases.open(join(base, "full"), "create");
	expect(failure(() => file.write(new Uint8Array(4096), 0))).toMatchObject({
		code: "state-unwritable",
		message: expect.stringMatching(/^cannot write ".*full": no space left on the device$/),
	});
	file.close();
});

test("a folder or a file in the way", async () => {
	await write(join(base, "file"), "x");
	for (const location of [base, join(base, "file/below")]) {
		expect(failure(() => nodeDatabases.open(location, "create"))).toMatchObject({ code: "state-unwritable" });
	}
});

test("reading what is missing", () => {
	expect(failure(() => nodeDatabases.open(join(base, "none"), "read"))).toMatchObject({
		code: "io",
		message: expect.stringContaining("none"),
		cause: { code: "ENOENT" },
	});
});
