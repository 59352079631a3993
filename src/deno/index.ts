/** The Deno entry: an indexer over files and threads, with no more permissions than the two folders and the package need. */
import type { BuildOptions, BuildResult, OpenOptions, StructuralIndex } from "../index.ts";
import { createIndexer } from "../index.ts";
import { createDenoHost } from "./host.ts";

export * from "../index.ts";
export type { WorkerScripts } from "../node/workers.ts";
export { createDenoHost, type DenoHostOptions } from "./host.ts";

/**
 * Indexes a source tree and publishes `<state_root>/workspace/kb/structural_index`. Without options: the current
 * directory, indexed into itself. A tree of which an index with the same snapshot id exists is left alone.
 *
 * Deno must be allowed to read the tree, the state root and this package, and to write the state root. The environment
 * (SNAPSHOT_ROOT, SNAPSHOT_ID) counts as far as Deno may read it.
 * @throws StructuralIndexError; one for want of a permission names the flag. A failing file is no error but an entry in
 * `problems` and in coverage.
 */
export function buildIndex(options?: BuildOptions): Promise<BuildResult> {
	return createIndexer(createDenoHost()).buildIndex(options);
}

/**
 * Opens the published index under `<state_root>/workspace` for queries; where there is none the answers are empty. Deno
 * must be allowed to read the state root and this package.
 * @throws StructuralIndexError `index-corrupt` or `index-foreign` when there is one that cannot be used, `io` when Deno may
 * not read it.
 */
export function openIndex(options?: OpenOptions): Promise<StructuralIndex> {
	return createIndexer(createDenoHost()).openIndex(options);
}
