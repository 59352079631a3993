/** The Node entry: an indexer over node:fs and worker_threads. */
import type {
	BuildOptions,
	BuildResult,
	ExportOptions,
	ImportOptions,
	ImportResult,
	OpenOptions,
	StructuralIndex,
} from "../index.ts";
import { createIndexer } from "../index.ts";
import { readArchive, writeArchive } from "./archives.ts";
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

/**
 * Writes the published index as a tar.gz, which replaces a file of that name when it is whole.
 * @param archive the path to write.
 * @throws StructuralIndexError `index-missing` where there is none, `index-corrupt`, `index-foreign`, `state-unwritable`, `io`.
 */
export function exportIndex(archive: string, options?: ExportOptions): Promise<void> {
	return writeArchive(archive, () => createIndexer(createNodeHost()).exportIndex(options));
}

/**
 * Checks an index from elsewhere and publishes it under `<state_root>/workspace`, in place of the one that is there.
 * @param archive the path of a tar.gz that `exportIndex` wrote, in whatever room, or of a catalog.sqlite alone.
 * @throws StructuralIndexError `index-foreign`, `index-corrupt`, `unsupported`, `state-unwritable`,
 * `aborted`; after each of them the index that was there is whole.
 */
export function importIndex(archive: string, options?: ImportOptions): Promise<ImportResult> {
	return readArchive(archive, (bytes) => createIndexer(createNodeHost()).importIndex(bytes, options));
}
