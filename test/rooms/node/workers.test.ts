import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { nodeWorkers } from "../../../src/node/workers.ts";
import { workersSuite } from "../../conformance/workers.suite.ts";

// Threads do not load TypeScript; inside the repository, so that npm packages are found.
const built = new URL("../../../.build/test-workers/", import.meta.url);
await build({
	config: false,
	entry: [fileURLToPath(new URL("workers/echo.ts", import.meta.url))],
	outDir: fileURLToPath(built),
	outExtension: () => ({ js: ".mjs" }),
	format: "esm",
	silent: true,
});

const maker = (parse: URL) => nodeWorkers({ parse, catalog: parse });
workersSuite("node", {
	echo: maker(new URL("echo.mjs", built)),
	broken: (kind) =>
		maker(kind === "missing" ? new URL("no-such-worker.mjs", built) : new URL(`workers/${kind}.mjs`, import.meta.url)),
});
