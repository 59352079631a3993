/** The browser entry: indexes are built and asked in workers, and kept in the origin's private storage. */
import type { BuildResult } from "../core/types.ts";
import { createBrowserIndexer } from "./indexer.ts";
import type { BrowserBuildOptions, BrowserIndex, BrowserIndexer } from "./types.ts";

export { ERROR_CODES, type ErrorCode, StructuralIndexError } from "../core/errors.ts";
export * from "../core/types.ts";
export { createBrowserIndexer } from "./indexer.ts";
export {
	sourceFromArchive,
	sourceFromDrop,
	sourceFromFiles,
	sourceFromHandle,
	sourceFromMap,
} from "./sources.ts";
export * from "./types.ts";

let shared: BrowserIndexer | undefined;

/** The page's own indexer: one worker for all calls, so that what one of them keeps in memory is there for the next. */
function sharedIndexer(): BrowserIndexer {
	shared ??= createBrowserIndexer();
	return shared;
}

/**
 * Indexes a source and keeps the index under its name, by an indexer that the page has for this and never closes.
 * @throws StructuralIndexError; a failing file is no error but an entry in `problems` and in coverage.
 */
export function buildIndex(options: BrowserBuildOptions): Promise<BuildResult> {
	return sharedIndexer().buildIndex(options);
}

/**
 * Opens an index of this origin for queries; where there is none the answers are empty.
 * @throws StructuralIndexError `index-corrupt` or `index-foreign` when there is one that cannot be used.
 */
export function openIndex(options: { index: string }): Promise<BrowserIndex> {
	return sharedIndexer().openIndex(options);
}
