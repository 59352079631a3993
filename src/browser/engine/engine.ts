/** The engine worker's side of calls.ts: builds, open indexes as sessions, and the care of what is stored. */
import { releaseProxy } from "comlink";
import { exportIndex } from "../../client/archive/export.ts";
import { importIndex } from "../../client/archive/import.ts";
import { aborted, build } from "../../client/build.ts";
import { openState } from "../../client/locate.ts";
import { openPublished } from "../../client/open-published.ts";
import { invalidArgument, messageOf, StructuralIndexError, show } from "../../core/errors.ts";
import type { AssetSource } from "../../core/host.ts";
import { checkVersion } from "../../core/protocol/dispatching.ts";
import { PATHS } from "../../core/publish/paths.ts";
import type { OpenIndex } from "../../core/query/open.ts";
import type { EngineCalls } from "../calls.ts";
import { browserAssets } from "./assets.ts";
import { createBrowserHost, type HostParts } from "./host.ts";
import { keepSources, readKept } from "./kept.ts";
import { checkBrowserBuild, checkEngineOptions, checkName, checkOpen } from "./options.ts";
import { openStorage } from "./storage/open.ts";
import { listIndexes, reportStorage } from "./stored.ts";
import { openTree } from "./trees/open.ts";
import { browserWorkers } from "./workers.ts";

/** Lines of a dump in one answer: about 100 kB, which a page takes in without a stutter. */
const DUMP_LINES = 1000;

/** The smallest module there is: whether it may be compiled says whether any may. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

interface Remote {
	[releaseProxy](): void;
}

interface Session {
	name: string;
	index: OpenIndex;
	/** Under way, by number. */
	dumps: Map<number, AsyncIterator<string>>;
}

/** `begin` comes first. Calls may overlap; each build and each session has its number. */
export function createEngine(): EngineCalls {
	let parts: HostParts | undefined;
	const builds = new Map<number, AbortController>();
	const sessions = new Map<number, Session>();
	let lastSession = 0;

	const ready = (): HostParts => {
		if (parts === undefined)
			throw new StructuralIndexError("internal", 'engine worker expected "begin" first, got another call');
		return parts;
	};
	const sessionOf = (session: number): Session => {
		const found = sessions.get(session);
		if (found === undefined) throw new StructuralIndexError("io", "the index is closed");
		return found;
	};
	/** Also for a build that has not come yet: its signal was aborted before. */
	const controllerOf = (number: number): AbortController => {
		const controller = builds.get(number) ?? new AbortController();
		builds.set(number, controller);
		return controller;
	};

	return {
		async begin({ version, options }) {
			checkVersion("engine", version);
			const { storage, assets, workers } = checkEngineOptions(options);
			expectWasm();
			parts = {
				storage: await openStorage(storage),
				assets: browserAssets(assets),
				workers: browserWorkers({ parse: workers?.parse, catalog: workers?.catalog }),
			};
		},

		async build(number, posted, on_progress, on_warning) {
			const { signal } = controllerOf(number);
			// They travel apart from the answer, which therefore waits until the page has them.
			const told: unknown[] = [];
			const tell = <T>(listener: ((value: T) => void) | undefined) =>
				listener && ((value: T) => void told.push(listener(value)));
			try {
				const parts = ready();
				const { source, index, keep_sources, options } = checkBrowserBuild({ ...posted, on_progress, on_warning });
				const check = () => {
					if (signal.aborted) throw aborted(signal);
				};
				const root = `/${source.name}`;
				const tree = await openTree(source, { check });
				const keeper = keepSources(parts.storage.sources(index), keep_sources);
				const assets = until(signal, parts.assets);
				const host = createBrowserHost({ ...parts, assets }, { root, tree, keeper });
				const listeners = { signal, on_progress: tell(on_progress), on_warning: tell(on_warning) };
				return await build(host, { ...options, ...listeners, target_root: root, state_root: index });
			} finally {
				builds.delete(number);
				await Promise.allSettled(told);
				for (const listener of [on_progress, on_warning]) (listener as Partial<Remote> | undefined)?.[releaseProxy]?.();
			}
		},

		async abort(number, reason) {
			controllerOf(number).abort(reason);
		},

		async open(options) {
			const name = checkOpen(options);
			const host = createBrowserHost(ready());
			const index = await openPublished(host, await openState(host, name));
			sessions.set(++lastSession, { name, index, dumps: new Map() });
			return { session: lastSession, manifest: index.manifest, source: index.source };
		},

		async query(session, operation, query) {
			const { index } = sessionOf(session);
			return index[operation](query as never);
		},

		async dump(session, number) {
			const { index, dumps } = sessionOf(session);
			const lines = dumps.get(number) ?? index.dump()[Symbol.asyncIterator]();
			dumps.set(number, lines);
			const chunk: string[] = [];
			while (chunk.length < DUMP_LINES) {
				const next = await lines.next();
				if (next.done) break;
				chunk.push(next.value);
			}
			return chunk;
		},

		async endDump(session, number) {
			const dumps = sessions.get(session)?.dumps;
			await dumps?.get(number)?.return?.();
			dumps?.delete(number);
		},

		async readSource(session, query) {
			const { name, index } = sessionOf(session);
			return readKept(ready().storage.sources(name), await index.content_sha256(query));
		},

		async closeSession(session) {
			const { index } = sessionOf(session);
			sessions.delete(session);
			await index.close();
		},

		list: () => listIndexes(ready().storage),
		remove: (index) => ready().storage.remove(checkName(index)),
		async exportCatalog(given) {
			const index = checkName(given);
			const catalog = await ready().storage.file(index, PATHS.catalog);
			if (catalog !== undefined) return catalog;
			throw new StructuralIndexError("index-missing", `index ${show(index)} expected a catalog to export, found none`);
		},

		async exportIndex(index) {
			const bytes = await exportIndex(createBrowserHost(ready()), { state_root: checkName(index) });
			return new Response(bytes).blob();
		},

		async importIndex(index, archive) {
			if (!(archive instanceof Blob)) throw invalidArgument("archive", "a Blob or File", archive);
			const host = createBrowserHost(ready());
			const { manifest } = await importIndex(host, archive.stream(), { state_root: checkName(index) });
			return manifest;
		},

		storage: () => reportStorage(ready().storage),
	};
}

/** A server may take for ever to answer: what a build waits for ends with its signal. */
function until(signal: AbortSignal, assets: AssetSource): AssetSource {
	const end = new Promise<never>((_, reject) => {
		signal.addEventListener("abort", () => reject(aborted(signal)), { once: true });
	});
	end.catch(() => {});
	return { ...assets, read: (name) => Promise.race([assets.read(name), end]) };
}

/** @throws StructuralIndexError `unsupported`. */
function expectWasm(): void {
	try {
		new WebAssembly.Module(EMPTY_MODULE);
	} catch (cause) {
		const message = `WebAssembly is refused: a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src (${messageOf(cause)})`;
		throw new StructuralIndexError("unsupported", message, { cause });
	}
}
