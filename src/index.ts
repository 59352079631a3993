/**
 * The portable entry: the data contract's types, the errors, and an indexer over whatever Host a room lends. It loads no
 * WebAssembly and touches no platform; `mantis-structural-index/node` is this entry bound to Node.
 */
import { build } from "./client/build.ts";
import { openState } from "./client/locate.ts";
import { openPublished } from "./client/open-published.ts";
import { checkOpenOptions } from "./client/options.ts";
import type { Host } from "./core/host.ts";
import type { BuildOptions, BuildResult, OpenOptions, StructuralIndex } from "./core/types.ts";

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
	};
}
