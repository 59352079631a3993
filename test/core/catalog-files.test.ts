import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeDatabases } from "../../src/node/databases.ts";
import { databaseFilesSuite } from "../conformance/database-files.suite.ts";

databaseFilesSuite("node", async () => {
	const folder = mkdtempSync(join(tmpdir(), "mantis-databases-"));
	return {
		files: nodeDatabases,
		locate: (name) => join(folder, name),
		dispose: async () => rmSync(folder, { recursive: true }),
	};
});
