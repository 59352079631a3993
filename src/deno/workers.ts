/**
 * Workers of the Deno room: node:worker_threads, as in Node. Deno's own `Worker` cannot be ended while it is in an endless
 * loop (`terminate()` returns, the thread goes on for ever and so does the process: Deno 2.9.6), ends in silence when it
 * exits, and takes the process with it when its memory is used up.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { WorkerMaker } from "../core/host.ts";
import { nodeWorkers, type WorkerScripts } from "../node/workers.ts";
import { demand, missingFlag } from "./permissions.ts";

/** @param named the folder with the package, which Deno must be allowed to read. */
export function denoWorkers(scripts: WorkerScripts, named: string): WorkerMaker {
	const workers = nodeWorkers(scripts);
	return {
		spawn(kind) {
			const script = fileURLToPath(scripts[kind]);
			const inside = script.startsWith(named) ? named : dirname(script);
			demand(missingFlag("read", script, inside), "worker-failed", `start the ${kind} worker from`, script);
			return workers.spawn(kind);
		},
	};
}
