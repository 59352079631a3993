/** The Node room's Host. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { StructuralIndexError } from "../core/errors.ts";
import type { Host } from "../core/host.ts";
import { nodeAssets } from "./assets.ts";
import { nodeClock } from "./clock.ts";
import { nodeDatabases } from "./databases.ts";
import { nodeDigest } from "./digest.ts";
import { nodeFiles } from "./files.ts";
import { nodeState } from "./state.ts";
import { nodeWorkers, type WorkerScripts } from "./workers.ts";

/** Past this the one thread that reads and writes is the bound, and each worker costs tens of MB. `workers` overrules it. */
const MAX_PARALLELISM = 8;

export interface NodeHostOptions {
	/** The folder with `assets/` and `workers/`; default: the one this package was built into. */
	dist?: URL;
	/** Other worker scripts, by kind. */
	workers?: Partial<WorkerScripts>;
}

/** @throws StructuralIndexError `root-missing` when the current directory was removed. */
export function createNodeHost(options: NodeHostOptions = {}): Host {
	// Every built file that may hold this line lies one level below dist (node/, cli/, chunks/): see tsup.config.ts.
	const dist = options.dist ?? new URL("../", import.meta.url);
	return {
		room: "node",
		files: nodeFiles,
		state: nodeState,
		workers: nodeWorkers({
			parse: new URL("workers/parse.node.js", dist),
			catalog: new URL("workers/catalog.node.js", dist),
			...options.workers,
		}),
		assets: nodeAssets(fileURLToPath(new URL("assets", dist))),
		clock: nodeClock,
		digest: nodeDigest,
		parallelism: defaultParallelism(),
		cwd: currentFolder(),
		env: (name) => process.env[name],
		databases: nodeDatabases,
	};
}

/** @throws StructuralIndexError `root-missing` when it was removed. */
export function currentFolder(): string {
	try {
		return process.cwd();
	} catch (error) {
		throw new StructuralIndexError("root-missing", "the current directory no longer exists", { cause: error });
	}
}

/** Parse workers that this machine has the cores for. */
export function defaultParallelism(): number {
	return Math.min(availableParallelism(), MAX_PARALLELISM);
}
