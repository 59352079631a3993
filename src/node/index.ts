/** The Node entry: an indexer over node:fs and worker_threads. */
import type { BuildOptions, BuildResult, OpenOptions, StructuralIndex } from "../index.ts";
import { createIndexer } from "../index.ts";
import { createNodeHost } from "./host.ts";

export * from "../index.ts";
export { createNodeHost, type NodeHostOptions } from "./host.ts";
export type { WorkerScripts } from "./workers.ts";

/**
 * Indexes a source tree and publishes `<state_root>/workspace/kb/structural_index`. Without options: the current
 * directory, indexed into itself. A tree of which an index with the same snapshot id exists is left alone.
 * @throws StructuralIndexError; a failing file is no error but an entry in `problems` and in coverage.
 */
export function buildIndex(options?: BuildOptions): Promise<BuildResult> {
	return createIndexer(createNodeHost()).buildIndex(options);
}

/**
 * Opens the published index under `<state_root>/workspace` for queries; where there is none the answers are empty.
 * @throws StructuralIndexError `index-corrupt` or `index-foreign` when there is one that cannot be used.
 */
export function openIndex(options?: OpenOptions): Promise<StructuralIndex> {
	return createIndexer(createNodeHost()).openIndex(options);
}
