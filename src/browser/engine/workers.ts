/**
 * The engine's own workers, nested in its worker. They need no cross-origin isolation and nothing of the page. In a hidden tab
 * Chromium 156 lets the page's timers fire once a second, but no worker waits, and progress arrives as before. Its process has
 * a lower priority: on a machine that others kept busy a build took twice as long as in front.
 */
import type { WorkerHandle, WorkerKind, WorkerMaker } from "../../core/host.ts";
import { installWireErrors } from "../../core/protocol/wire-error.ts";
import { ModuleWorker } from "../module-worker.ts";

/** Absolute URLs of other scripts than the package's own. */
export type WorkerScripts = Partial<Record<WorkerKind, string>>;

/**
 * The package's own scripts lie beside the engine's. The form of these expressions is what bundlers look for, and their
 * paths are seen from dist/workers/.
 */
const OWN: Record<WorkerKind, () => Worker> = {
	parse: () => new Worker(new URL("./parse.browser.js", import.meta.url), { type: "module" }),
	catalog: () => new Worker(new URL("./catalog.browser.js", import.meta.url), { type: "module" }),
};

export function browserWorkers(scripts: WorkerScripts = {}): WorkerMaker {
	installWireErrors();
	return { spawn: (kind) => start(kind, scripts[kind]) };
}

function start(kind: WorkerKind, script: string | undefined): WorkerHandle {
	// Where a bundler has put it, only the browser knows.
	if (script === undefined) return new ModuleWorker(kind, `${kind}.browser.js beside ${import.meta.url}`, OWN[kind]);
	return new ModuleWorker(kind, script, () => new Worker(script, { type: "module" }));
}
