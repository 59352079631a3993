/** What an index is asked and what it answers. */
import type { CoverageStatus, EdgeKind, PartitionStatus, Precision, SymbolKind } from "./vocabulary.ts";

/** Carried by every answer, also by an empty one. */
export interface Coverage {
	total_files: number;
	indexed_files: number;
	failed: number;
	deferred: number;
	partition_status: PartitionStatus;
	/** e.g. `["tree-sitter"]`, sorted. */
	backends_used: string[];
	snapshot_id: string;
	/** True when the index was built from a tree that was not pinned (mode HALT). */
	stale: boolean;
}

/** Coverage of one file, from `get_coverage({file})`. */
export interface FileCoverage extends Coverage {
	file: {
		file_path: string;
		status: CoverageStatus;
		indexed: boolean;
		backend: string | null;
		precision: Precision | null;
		/** Why it is not indexed, or what to know about how it was read (`latin-1`, `utf-16le`, `syntax errors`). */
		reason: string | null;
	} | null;
}

export interface SymbolRow {
	symbol_id: string;
	name: string;
	/** Path of names inside the file, e.g. `Parser.feed`; like Python's `__qualname__`. */
	qualified_name: string;
	/** The module or package that holds it, e.g. `html.parser`; null where the language has none. */
	namespace: string | null;
	language: string;
	file_path: string;
	start_line: number;
	end_line: number;
	kind: SymbolKind;
	signature: string | null;
	backend: string;
	precision: Precision;
}

/** One call site seen from one side. For `find_callers` the symbol fields describe the caller, for `find_callees` the callee. */
export interface CallRow {
	/** Null for an `unresolved` callee. */
	symbol_id: string | null;
	name: string;
	qualified_name: string | null;
	kind: SymbolKind | null;
	/** Where that symbol is defined; null when unresolved. */
	defined_in: string | null;
	start_line: number | null;
	end_line: number | null;
	/** The name written at the call site. */
	callee_name: string;
	/** The call site. */
	file_path: string;
	line: number;
	edge_kind: EdgeKind;
	precision: Precision;
	backend: string;
}

export interface ResolveSymbolAnswer {
	results: SymbolRow[];
	total: number;
	/** More than one symbol matches. */
	ambiguous: boolean;
	has_more: boolean;
	coverage: Coverage;
}

export interface CallsAnswer {
	results: CallRow[];
	total: number;
	has_more: boolean;
	/** find_callers only: unresolved call sites with the symbol's name, which may or may not mean it. */
	unresolved_same_name?: number;
	coverage: Coverage;
}

export interface BoundaryAnswer {
	/** Null when no function holds the line. */
	symbol_id: string | null;
	name: string | null;
	qualified_name: string | null;
	kind: SymbolKind | null;
	start_line: number | null;
	end_line: number | null;
	signature: string | null;
	precision: Precision | null;
	backend: string | null;
	coverage: Coverage;
}

export interface ResolveSymbolQuery {
	/** A name, a qualified name, or namespace + qualified name. */
	name: string;
	language?: string;
	file?: string;
	namespace?: string;
	/** 1..1000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface CallsQuery {
	symbol_id: string;
	/** 1..1000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface BoundaryQuery {
	file: string;
	line: number;
}
export interface CoverageQuery {
	file?: string;
}

export interface SymbolQuery {
	symbol_id: string;
}
export interface SymbolAnswer {
	/** Null only when nothing is indexed. */
	symbol: SymbolRow | null;
	coverage: Coverage;
}
export interface UnresolvedCallsQuery {
	/** The name as it is written at the call sites, e.g. `isArray`. */
	name: string;
	/** 1..1000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface UnresolvedCallsAnswer {
	/** file_path, line, order in the source; as from `find_callers`, the symbol fields describe the caller. */
	results: CallRow[];
	total: number;
	has_more: boolean;
	coverage: Coverage;
}
export interface ListFilesQuery {
	/** Also files of no known language; default false. */
	unsupported?: boolean;
	/** Every file, also those that nothing is to be said about; default false. */
	all?: boolean;
	/** 1..10000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface ListFilesAnswer {
	/** In path order. */
	results: NonNullable<FileCoverage["file"]>[];
	total: number;
	has_more: boolean;
	coverage: Coverage;
}

export interface SearchSymbolsQuery {
	/**
	 * Words separated by blanks, at most 1000 characters; letter case is passed over. A symbol matches when each word is
	 * in its name or qualified name; a word of one or two characters must begin the name.
	 */
	query: string;
	language?: string;
	kind?: SymbolKind;
	/** 1..1000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface SearchSymbolsAnswer {
	/**
	 * A word ranks as the whole name (in the same case before any other), as its beginning, at the start of a word inside
	 * (`camelCase`, `snake_case`), elsewhere in the name, in the qualified name alone. The ranks of several words add up.
	 * Then shorter names, shorter qualified names (what is in nothing first), then qualified_name, file_path, start_line, symbol_id.
	 */
	results: SymbolRow[];
	total: number;
	has_more: boolean;
	coverage: Coverage;
}
export interface ListSymbolsQuery {
	file: string;
	/** 1..10000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
export interface ListSymbolsAnswer {
	/** By start_line, then the longer first, then symbol_id: what holds comes before what is held. */
	results: SymbolRow[];
	total: number;
	has_more: boolean;
	coverage: Coverage;
}
export interface ListCallsQuery {
	file: string;
	/** 1..10000, default 100. */
	limit?: number;
	/** default 0. */
	offset?: number;
}
/** A call site; as from `find_callees`, the symbol fields describe the callee. */
export interface FileCallRow extends CallRow {
	/** A module's symbol for a call outside any function; null when the source does not know it (JSONL). */
	caller_id: string | null;
	caller_qualified_name: string | null;
}
export interface ListCallsAnswer {
	/** By line, then order in the source. */
	results: FileCallRow[];
	total: number;
	has_more: boolean;
	coverage: Coverage;
}

/** The five operations, the same in every front end. */
export interface StructuralQueries {
	/** Every match, never silently narrowed to one. */
	resolve_symbol(query: ResolveSymbolQuery): Promise<ResolveSymbolAnswer>;
	find_callers(query: CallsQuery): Promise<CallsAnswer>;
	find_callees(query: CallsQuery): Promise<CallsAnswer>;
	get_function_boundary(query: BoundaryQuery): Promise<BoundaryAnswer>;
	get_coverage(query?: CoverageQuery): Promise<FileCoverage>;
}
