/** The Node room's suites in Bun. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodeDatabases } from "../../../src/node/databases.ts";
import { createNodeHost } from "../../../src/node/host.ts";
import { nodeWorkers } from "../../../src/node/workers.ts";
import { databaseFilesSuite } from "../../conformance/database-files.suite.ts";
import { filesSuite } from "../../conformance/files.suite.ts";
import { hostSuite } from "../../conformance/host.suite.ts";
import { queriesInRoom } from "../../conformance/queries-in-room.ts";
import { stateSuite } from "../../conformance/state.suite.ts";
import { workersSuite } from "../../conformance/workers.suite.ts";
import { filesFixture, freshFolder, stateFixture } from "../node/fixture.ts";

const inRoot = (path: string) => pathToFileURL(join(process.cwd(), path));
const host = createNodeHost({ dist: inRoot("dist/") });
const maker = (script: string) => nodeWorkers({ parse: inRoot(script), catalog: inRoot(script) });

// Bun's threads keep the user that they began as: the fixture cannot become another.
filesSuite("bun", filesFixture, ["rights"]);
stateSuite("bun", stateFixture);
databaseFilesSuite("bun", async () => {
	const { base, dispose } = await freshFolder();
	return { files: nodeDatabases, locate: (name) => join(base, name), dispose };
});
hostSuite("bun", () => host);
workersSuite("bun", {
	echo: maker("test/rooms/node/workers/echo.ts"),
	broken: (kind) => maker(`test/rooms/node/workers/${kind === "missing" ? "no-such-worker" : kind}.mjs`),
});
queriesInRoom("bun", async () => {
	const { opener, root } = await stateFixture();
	const sqlite = await host.assets.read("wa-sqlite.wasm");
	return { databases: nodeDatabases, state: await opener.open(root), sqlite };
});
