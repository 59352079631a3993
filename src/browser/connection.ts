/** One engine worker, from its start to its end, and the calls to it. */
import { wrap } from "comlink";
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import { PROTOCOL_VERSION } from "../core/protocol/calls.ts";
import { release } from "../core/protocol/release.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";
import type { EngineCalls } from "./calls.ts";
import { ModuleWorker } from "./module-worker.ts";
import type { BrowserOptions } from "./types.ts";

/** The form that bundlers look for; the path is seen from dist/browser/. */
const startOwn = () => new Worker(new URL("../workers/engine.browser.js", import.meta.url), { type: "module" });

export class EngineConnection {
	readonly #worker: ModuleWorker;
	readonly #calls: EngineCalls;
	readonly #begun: Promise<void>;
	/** Reject the calls under way. */
	readonly #pending = new Set<(error: unknown) => void>();
	#failure: StructuralIndexError | undefined;

	/**
	 * @param options URLs are absolute.
	 * @throws StructuralIndexError `worker-failed`.
	 */
	constructor(options: BrowserOptions) {
		installWireErrors();
		// Whatever else came, the engine refuses by name.
		const script: unknown = (options as BrowserOptions | null)?.workers?.engine;
		this.#worker =
			typeof script !== "string"
				? new ModuleWorker("engine", `engine.browser.js beside ${import.meta.url}`, startOwn)
				: new ModuleWorker("engine", script, () => new Worker(script, { type: "module" }));
		this.#calls = wrap<EngineCalls>(this.#worker.endpoint) as unknown as EngineCalls;
		this.#worker.onExit((reason) => this.end(new StructuralIndexError("worker-failed", reason)));
		this.#begun = this.#settle(() => this.#calls.begin({ version: PROTOCOL_VERSION, options }));
		// Callers meet it; one that could not begin is of no use to later calls.
		this.#begun.catch((error) => this.end(error));
	}

	/** True when it answers nothing more. */
	get ended(): boolean {
		return this.#failure !== undefined;
	}

	/** @throws StructuralIndexError what the engine throws, and `worker-failed` when it ends before it answers. */
	async call<T>(ask: (calls: EngineCalls) => Promise<T>): Promise<T> {
		await this.#begun;
		return this.#settle(() => ask(this.#calls));
	}

	/** Ends the worker; calls under way and all that follow are rejected with `failure`. */
	end(failure: StructuralIndexError): void {
		if (this.ended) return;
		this.#failure = failure;
		void this.#worker.terminate();
		release(this.#calls);
		for (const reject of this.#pending) reject(failure);
		this.#pending.clear();
	}

	#settle<T>(ask: () => Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			if (this.#failure !== undefined) return reject(this.#failure);
			this.#pending.add(reject);
			ask()
				.finally(() => this.#pending.delete(reject))
				.then(resolve, (error) => reject(named(error)));
		});
	}
}

/** What cannot be posted to a worker is the caller's mistake. */
function named(error: unknown): unknown {
	if (!(error instanceof DOMException) || error.name !== "DataCloneError") return error;
	const message = `arguments expected to be values that can be posted to a worker: ${messageOf(error)}`;
	return new StructuralIndexError("invalid-argument", message, { cause: error });
}
