/**
 * The page's side of the browser room. Everything that takes time happens in the engine worker; a page that is busy or hidden
 * holds up nothing but its own progress events.
 */
import { proxy } from "comlink";
import { invalidArgument, messageOf, StructuralIndexError } from "../core/errors.ts";
import type { BuildResult, Manifest } from "../core/types.ts";
import type { EngineCalls } from "./calls.ts";
import { EngineConnection } from "./connection.ts";
import { openedIndex } from "./opened-index.ts";
import type {
	BrowserBuildOptions,
	BrowserIndex,
	BrowserIndexer,
	BrowserOptions,
	IndexEntry,
	StorageReport,
} from "./types.ts";

/**
 * An indexer of this page. It starts its worker with the first call, and another one after that has died; what the options
 * get wrong is `invalid-argument` of the first call.
 */
export function createBrowserIndexer(options: BrowserOptions = {}): BrowserIndexer {
	return new Indexer(absolute(options));
}

class Indexer implements BrowserIndexer {
	readonly #options: BrowserOptions;
	#engine: EngineConnection | undefined;
	#builds = 0;
	#closed = false;

	constructor(options: BrowserOptions) {
		this.#options = options;
	}

	async buildIndex(options: BrowserBuildOptions): Promise<BuildResult> {
		const { signal, on_progress, on_warning, ...posted } = record("options", options);
		if (signal !== undefined && !isSignal(signal)) throw invalidArgument("signal", "an AbortSignal", signal);
		const engine = this.#running();
		const build = ++this.#builds;
		// What a listener throws ends the build and is what it rejects with, as in rooms where both share a thread.
		let thrown: { error: unknown } | undefined;
		const abort = (reason: unknown) => {
			engine.call((calls) => calls.abort(build, messageOf(reason))).catch(() => {});
		};
		const listener = <T>(listener: ((value: T) => void) | undefined) => {
			if (typeof listener !== "function") return listener;
			return proxy((value: T) => {
				if (thrown !== undefined) return;
				try {
					listener(value);
				} catch (error) {
					thrown = { error };
					abort(error);
				}
			});
		};
		const onAbort = () => abort(signal?.reason);
		if (signal?.aborted) onAbort();
		signal?.addEventListener("abort", onAbort);
		try {
			const result = await engine.call((calls) =>
				calls.build(build, posted, listener(on_progress), listener(on_warning)),
			);
			if (thrown === undefined) return result;
		} catch (error) {
			const asked = signal?.aborted && error instanceof StructuralIndexError && error.code === "aborted";
			if (thrown === undefined) {
				throw asked ? new StructuralIndexError("aborted", error.message, { cause: signal.reason }) : error;
			}
		} finally {
			signal?.removeEventListener("abort", onAbort);
		}
		throw thrown.error;
	}

	async openIndex(options: { index: string }): Promise<BrowserIndex> {
		const posted = record("options", options);
		const engine = this.#running();
		const opened = await engine.call((calls) => calls.open(posted));
		return openedIndex(engine, posted.index, opened);
	}

	listIndexes(): Promise<IndexEntry[]> {
		return this.#call((calls) => calls.list());
	}

	removeIndex(name: string): Promise<void> {
		return this.#call((calls) => calls.remove(name));
	}

	exportCatalog(name: string): Promise<Blob> {
		return this.#call((calls) => calls.exportCatalog(name));
	}

	exportIndex(name: string): Promise<Blob> {
		return this.#call((calls) => calls.exportIndex(name));
	}

	importIndex(name: string, archive: Blob): Promise<Manifest> {
		return this.#call((calls) => calls.importIndex(name, archive));
	}

	importCatalog(name: string, catalog: Blob): Promise<Manifest> {
		return this.#call((calls) => calls.importIndex(name, catalog));
	}

	storage(): Promise<StorageReport> {
		return this.#call((calls) => calls.storage());
	}

	async persist(): Promise<boolean> {
		// Insecure contexts have no storage manager, and workers have none that can ask.
		const manager = navigator.storage as Partial<StorageManager> | undefined;
		return (await manager?.persist?.()) ?? false;
	}

	async close(): Promise<void> {
		this.#closed = true;
		this.#engine?.end(closedError());
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}

	async #call<T>(ask: (calls: EngineCalls) => Promise<T>): Promise<T> {
		return this.#running().call(ask);
	}

	/** @throws StructuralIndexError `worker-failed`. */
	#running(): EngineConnection {
		if (this.#closed) throw closedError();
		if (this.#engine === undefined || this.#engine.ended) this.#engine = new EngineConnection(this.#options);
		return this.#engine;
	}
}

function closedError(): StructuralIndexError {
	return new StructuralIndexError("worker-failed", "the indexer is closed");
}

/** A worker has another base than the page. What is no URL goes as it came, to be refused by name. */
function absolute(options: BrowserOptions): BrowserOptions {
	if (!isRecord(options) || (options.workers !== undefined && !isRecord(options.workers))) return options;
	const { assets, workers, ...rest } = options;
	const url = (value: string | URL | undefined) => {
		const isUrl = value instanceof URL || (typeof value === "string" && URL.canParse(value, location.href));
		return isUrl ? new URL(value, location.href).href : value;
	};
	const scripts = workers && Object.fromEntries(Object.entries(workers).map(([kind, script]) => [kind, url(script)]));
	return { ...rest, assets: url(assets), workers: scripts };
}

function isRecord(value: unknown): boolean {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function record<T extends object>(name: string, value: T): T {
	if (isRecord(value)) return value;
	throw invalidArgument(name, "an object", value);
}

function isSignal(value: unknown): boolean {
	const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
	return typeof aborted === "boolean" && typeof addEventListener === "function";
}
