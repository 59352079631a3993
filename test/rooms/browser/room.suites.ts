/** The conformance suites of the browser's Host: files, workers and the rest. Run in a worker, where the engine runs. */

import { browserAssets } from "../../../src/browser/engine/assets.ts";
import { createBrowserHost } from "../../../src/browser/engine/host.ts";
import { memoryStorage } from "../../../src/browser/engine/storage/memory.ts";
import { openTree } from "../../../src/browser/engine/trees/open.ts";
import { browserWorkers } from "../../../src/browser/engine/workers.ts";
import { hostSuite } from "../../conformance/host.suite.ts";
import { workersSuite } from "../../conformance/workers.suite.ts";

const tree = await openTree({ kind: "memory", name: "tree", files: new Map([["a.py", new Uint8Array(3)]]) });

hostSuite("browser", () =>
	createBrowserHost(
		{
			storage: memoryStorage(null),
			workers: browserWorkers(),
			assets: browserAssets(new URL("/assets", location.href).href),
		},
		{ root: "/tree", tree },
	),
);

const maker = (script: string) => browserWorkers({ parse: new URL(script, location.href).href });
const broken = { missing: "/workers/no-such-worker.js", throws: "/workers/throws.js", exits: "/workers/exits.js" };
workersSuite("browser", { echo: maker("/workers/echo.js"), broken: (kind) => maker(broken[kind]) }, [
	"exit code",
	"stderr",
]);
