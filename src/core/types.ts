/**
 * The data contract as types. Field names are the contract's own (snake_case) on disk, in every answer and in every
 * option object, so that one spelling serves TypeScript, the CLI, Python and SQL. Lines are 1-based and inclusive;
 * sizes are bytes; durations are milliseconds; paths are snapshot-relative (relative to the source root, `/`-separated).
 */
import type {
	ListCallsAnswer,
	ListCallsQuery,
	ListFilesAnswer,
	ListFilesQuery,
	ListSymbolsAnswer,
	ListSymbolsQuery,
	SearchSymbolsAnswer,
	SearchSymbolsQuery,
	StructuralQueries,
	SymbolAnswer,
	SymbolQuery,
	UnresolvedCallsAnswer,
	UnresolvedCallsQuery,
} from "./types/answers.ts";
import type { Manifest } from "./types/manifest.ts";

export * from "./types/answers.ts";
export * from "./types/archive.ts";
export * from "./types/building.ts";
export * from "./types/manifest.ts";
export * from "./types/vocabulary.ts";

/** An open, immutable index. Close it (or `await using`) to release the catalog. */
export interface StructuralIndex extends StructuralQueries, AsyncDisposable {
	/** Null when there is no manifest (jsonl only, or nothing). */
	readonly manifest: Manifest | null;
	/** What answers: the catalog, the compatibility JSONL, or nothing. */
	readonly source: "catalog" | "jsonl" | "empty";
	/** The symbol of an id. @throws StructuralIndexError `invalid-argument`, `symbol-not-found`. */
	get_symbol(query: SymbolQuery): Promise<SymbolAnswer>;
	/** Call sites with that name whose target is not known: what to read when a name has no definition or few callers. */
	unresolved_calls(query: UnresolvedCallsQuery): Promise<UnresolvedCallsAnswer>;
	/**
	 * Files with something to say about them: not indexed, or indexed with a `reason` (syntax errors, an encoding); with
	 * `all`, every file. @throws StructuralIndexError `invalid-argument`.
	 */
	list_files(query?: ListFilesQuery): Promise<ListFilesAnswer>;
	/**
	 * Symbols by a part of their name, best match first. The first call of an open catalog makes its search table in memory.
	 * @throws StructuralIndexError `invalid-argument`, `language-unknown`.
	 */
	search_symbols(query: SearchSymbolsQuery): Promise<SearchSymbolsAnswer>;
	/** The symbols of a file, its module among them. @throws as `get_coverage`. */
	list_symbols(query: ListSymbolsQuery): Promise<ListSymbolsAnswer>;
	/** The call sites in a file, each with its caller and its callee. @throws as `get_coverage`. */
	list_calls(query: ListCallsQuery): Promise<ListCallsAnswer>;
	/** The logical catalog as sorted text lines, without what differs between equal builds (times, ids of the build). */
	dump(): AsyncIterable<string>;
	close(): Promise<void>;
}
