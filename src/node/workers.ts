/** Workers of the Node room: worker_threads with a web-like port. */
import { type ResourceLimits, Worker } from "node:worker_threads";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import type { WorkerEndpoint, WorkerHandle, WorkerKind, WorkerMaker } from "../core/host.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";

/** One script a kind of worker. */
export type WorkerScripts = Readonly<Record<WorkerKind, URL>>;

/**
 * JavaScript heaps, so that a worker that grows past them ends alone (ERR_WORKER_OUT_OF_MEMORY) and not with the
 * process. wasm memory and buffers are outside. A parse worker holds one file's text; the catalog worker all facts.
 */
const LIMITS: Readonly<Record<WorkerKind, ResourceLimits>> = {
	parse: { maxOldGenerationSizeMb: 1024 },
	catalog: { maxOldGenerationSizeMb: 4096 },
};

/** What a dying worker printed, kept for the reason: the last this many characters. */
const STDERR_TAIL = 2000;

/** Makes workers from the given scripts. */
export function nodeWorkers(scripts: WorkerScripts): WorkerMaker {
	installWireErrors();
	return { spawn: (kind) => new NodeWorkerHandle(kind, scripts[kind]) };
}

class NodeWorkerHandle implements WorkerHandle {
	readonly endpoint: WorkerEndpoint;
	readonly #worker: Worker;
	readonly #listeners: ((reason: string) => void)[] = [];
	#failure: string | undefined;
	#stderr = "";
	#terminated = false;
	/** Set once it has ended by itself, for listeners that come late. */
	#ended: string | undefined;

	constructor(kind: WorkerKind, script: URL) {
		try {
			// No execArgv: flags of this process (loaders, inspectors) are not meant for workers.
			const options = {
				name: `mantis ${kind}`,
				execArgv: [],
				stdout: true,
				stderr: true,
				resourceLimits: LIMITS[kind],
			};
			this.#worker = new Worker(script, options);
		} catch (error) {
			throw new StructuralIndexError("worker-failed", `cannot start the ${kind} worker: ${messageOf(error)}`, {
				cause: error,
			});
		}
		this.endpoint = nodeEndpoint(this.#worker) as WorkerEndpoint;
		this.#worker.stdout.resume();
		this.#worker.stderr.setEncoding("utf8").on("data", (text: string) => {
			this.#stderr = (this.#stderr + text).slice(-STDERR_TAIL);
		});
		this.#worker.on("error", (error) => {
			this.#failure = messageOf(error);
		});
		this.#worker.on("messageerror", (error) => {
			this.#failure = `sent a message that cannot be read: ${messageOf(error)}`;
			void this.#worker.terminate();
		});
		// What it printed last arrives after the exit event.
		this.#worker.on("exit", (code) => setImmediate(() => this.#finish(code)));
	}

	onExit(listener: (reason: string) => void): void {
		if (this.#ended !== undefined) listener(this.#ended);
		else this.#listeners.push(listener);
	}

	async terminate(): Promise<void> {
		this.#terminated = true;
		await this.#worker.terminate();
	}

	#finish(code: number): void {
		if (this.#terminated) return;
		const printed = this.#stderr.trim();
		const reason = `worker ${this.#failure === undefined ? `exited with code ${code}` : `failed: ${this.#failure}`}`;
		this.#ended = printed === "" ? reason : `${reason} (stderr: ${printed})`;
		for (const listener of this.#listeners.splice(0)) listener(this.#ended);
	}
}
