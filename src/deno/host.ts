/** The Deno room's Host. */
import { fileURLToPath } from "node:url";
import type { Host } from "../core/host.ts";
import { nodeClock } from "../node/clock.ts";
import { nodeDigest } from "../node/digest.ts";
import { currentFolder, defaultParallelism } from "../node/host.ts";
import type { WorkerScripts } from "../node/workers.ts";
import { denoAssets } from "./assets.ts";
import { denoDatabases } from "./databases.ts";
import { denoFiles } from "./files.ts";
import { denoState } from "./state.ts";
import { denoWorkers } from "./workers.ts";

export interface DenoHostOptions {
	/** The folder with `assets/` and `workers/`; default: the one this package was built into. */
	dist?: URL;
	/** Other worker scripts, by kind. */
	workers?: Partial<WorkerScripts>;
}

export function createDenoHost(options: DenoHostOptions = {}): Host {
	// Every built file that may hold this line lies one level below dist (deno/, chunks/): see tsup.config.ts.
	const dist = options.dist ?? new URL("../", import.meta.url);
	const folder = fileURLToPath(dist).replace(/[/\\]$/, "");
	const scripts = {
		parse: new URL("workers/parse.deno.js", dist),
		catalog: new URL("workers/catalog.deno.js", dist),
		...options.workers,
	};
	return {
		room: "deno",
		files: denoFiles,
		state: denoState,
		workers: denoWorkers(scripts, folder),
		assets: denoAssets(fileURLToPath(new URL("assets", dist)), folder),
		clock: nodeClock,
		digest: nodeDigest,
		parallelism: defaultParallelism(),
		/** @throws StructuralIndexError `root-missing` when the current directory was removed; asked for only when it counts. */
		get cwd() {
			return currentFolder();
		},
		env: (name) => {
			const { state } = Deno.permissions.querySync({ name: "env", variable: name });
			return state === "granted" ? Deno.env.get(name) : undefined;
		},
		databases: denoDatabases,
	};
}
