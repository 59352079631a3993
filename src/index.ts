/**
 * The portable entry: the data contract's types, the errors, and an indexer over whatever Host a room lends. It loads no
 * WebAssembly and touches no platform; `mantis-structural-index/node` is this entry bound to Node.
 */
import { build } from "./client/build.ts";
import { openState } from "./client/locate.ts";
import { openPublished } from "./client/open-published.ts";
import { checkOpenOptions } from "./client/options.ts";
import type { Host } from "./core/host.ts";
import type {
	BuildOptions,
	BuildResult,
	ExportOptions,
	ImportOptions,
	ImportResult,
	OpenOptions,
	StructuralIndex,
} from "./core/types.ts";

export { ERROR_CODES, type ErrorCode, StructuralIndexError } from "./core/errors.ts";
export type * from "./core/host.ts";
export type { GrammarDefinition, LanguageDefinition } from "./core/lang/language.ts";
export { portableDigest } from "./core/text/digest.ts";
export * from "./core/types.ts";

export interface Indexer {
	/**
	 * Indexes a source tree and publishes `<state_root>/workspace/kb/structural_index`. A tree whose snapshot has an index
	 * already is left alone.
	 * @throws StructuralIndexError; a failing file is no error but an entry in `problems` and in coverage.
	 */
	buildIndex(options?: BuildOptions): Promise<BuildResult>;
	/**
	 * Opens the published index for queries; where there is none the answers are empty. Never builds, never writes.
	 * @throws StructuralIndexError `index-corrupt` or `index-foreign` when there is one that cannot be used.
	 */
	openIndex(options?: OpenOptions): Promise<StructuralIndex>;
	/**
	 * The published index as the bytes of a tar.gz: `workspace/…`, to be unpacked into a state root or imported.
	 * @throws StructuralIndexError `index-missing` where there is none, `index-corrupt`, `index-foreign`, `io`; the stream
	 * fails with one, too.
	 */
	exportIndex(options?: ExportOptions): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
	/**
	 * Checks and publishes an index from elsewhere, in place of the one that is there.
	 * @param bytes what `exportIndex` gave, or a catalog.sqlite alone.
	 * @throws StructuralIndexError `index-foreign`, `index-corrupt`, `unsupported`, `state-unwritable`,
	 * `aborted`; after each of them the index that was there is whole.
	 */
	importIndex(bytes: ReadableStream<Uint8Array>, options?: ImportOptions): Promise<ImportResult>;
}

/** An indexer of one room. It holds no state: each call opens and closes what it needs. */
export function createIndexer(host: Host): Indexer {
	return {
		buildIndex: (options = {}) => build(host, options),
		async openIndex(options = {}) {
			const { state_root } = checkOpenOptions(options);
			const state = await openState(host, state_root);
			return openPublished(host, state);
		},
		// Loaded when needed, as is the catalog's code, which they stand on.
		async exportIndex(options = {}) {
			const { exportIndex } = await import("./client/archive/export.ts");
			return exportIndex(host, options);
		},
		async importIndex(bytes, options = {}) {
			const { importIndex } = await import("./client/archive/import.ts");
			return importIndex(host, bytes, options);
		},
	};
}
