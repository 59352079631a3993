/**
 * The data contract as types. Field names are the contract's own (snake_case) on disk, in every answer and in every
 * option object, so that one spelling serves TypeScript, the CLI, Python and SQL. Lines are 1-based and inclusive;
 * sizes are bytes; durations are milliseconds; paths are snapshot-relative (relative to the source root, `/`-separated).
 */

/** Bumped when the catalog's or the manifest's shape changes incompatibly. */
export const SCHEMA_VERSION = 1;

/** How far a row can be trusted, best first. */
export const PRECISIONS = [
	"semantic",
	"typecheck",
	"ast",
	"symbol-only",
	"heuristic",
	"deferred",
	"coverage-only",
] as const;
export type Precision = (typeof PRECISIONS)[number];

/** Never merged: a guess is `unresolved` (callee_id null), not a weaker `direct`. */
export const EDGE_KINDS = ["direct", "indirect", "virtual", "macro", "unresolved"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** Kinds of symbols. `module` stands for a file and owns the calls outside any function. */
export const SYMBOL_KINDS = [
	"module",
	"namespace",
	"class",
	"interface",
	"struct",
	"union",
	"enum",
	"type",
	"function",
	"method",
	"constructor",
	"getter",
	"setter",
	"macro",
	"constant",
	"variable",
	"trait",
	"impl",
	"property",
] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/** Kinds that have a row in function_boundaries and can be a caller. */
export const FUNCTION_KINDS: readonly SymbolKind[] = ["function", "method", "constructor", "getter", "setter"];

/** What became of a file. Only `indexed` files have symbols. */
export const COVERAGE_STATUSES = [
	/** Parsed; its symbols and calls are in the catalog. */
	"indexed",
	/** Could not be read, decoded or parsed, or its worker died; `reason` says which. */
	"failed",
	/** Left for a later run. */
	"deferred",
	/** Left out on purpose (binary, larger than max_file_bytes, a link out of the tree); `reason` says which. */
	"skipped",
	/** A text file of no registered language: nothing is known about it. */
	"unsupported",
] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

/** complete: every file of a known language is indexed. Only this may be read as "no indexed callers". */
export type PartitionStatus = "complete" | "partial" | "empty" | "failed";

/** Where the snapshot stands. `off`: no snapshot; `halt`: a live, unpinned tree (the index is STALE); `pinned`. */
export type Mode = "off" | "halt" | "pinned";

// ------------------------------------------------------------------------------------------------ answers

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
	/** 1..1000, default 100. */
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

/** The five operations, the same in every front end. */
export interface StructuralQueries {
	/** Every match, never silently narrowed to one. */
	resolve_symbol(query: ResolveSymbolQuery): Promise<ResolveSymbolAnswer>;
	find_callers(query: CallsQuery): Promise<CallsAnswer>;
	find_callees(query: CallsQuery): Promise<CallsAnswer>;
	get_function_boundary(query: BoundaryQuery): Promise<BoundaryAnswer>;
	get_coverage(query?: CoverageQuery): Promise<FileCoverage>;
}

// ------------------------------------------------------------------------------------------------ manifest

export interface Manifest {
	schema_version: number;
	snapshot_id: string;
	/** sha256 (hex) over the sorted (path, content_sha256) of all files read. */
	root_fingerprint: string;
	status: PartitionStatus;
	provider: {
		kind: "local-build" | "baseline+overlay" | "remote";
		catalog: string;
		backend_versions: Record<string, { backend_name: string; backend_version: string; precision: Precision }>;
	};
	units: { total: number; reused: number; rebuild: number; failed: number };
	coverage: {
		total_files: number;
		indexed_files: number;
		failed_files: number;
		deferred_files: number;
		skipped_files: number;
		unsupported_files: number;
	};
	shards: {
		id: string;
		path: string;
		checksum: string;
		partition_key: string;
		symbol_count: number;
		edge_count: number;
	}[];
	deferred_units: { unit_id: string; language: string; files: string[]; priority: number; reason: string }[];
	native_indexes: {
		kind: string;
		path: string;
		snapshot_id: string;
		root_fingerprint: string;
		language: string;
		indexer: string;
		precision: string;
	}[];
	baseline: { source: "ci" | "local" | "none"; snapshot_id: string; manifest_path: string };
	overlay: { units_added: number; units_modified: number; files: string[] };
	compat_pointer: { path: string; full_export: boolean; symbol_count: number };
	created_at: string;
	build_duration_ms: number;
	/** The snapshot mode of the build; `halt` means STALE. */
	mode: Mode;
	stale: boolean;
	/** Pairs this manifest with its catalog: equals the catalog's schema_meta `build_id`. */
	build_id: string;
	/** Counts of the catalog's rows. */
	counts: { symbols: number; call_edges: number; resolved_edges: number };
	/** name@version of the writer. */
	tool: string;
	/** What ignore rules left out of the scan; such files are not in coverage. */
	scan?: { ignored_files: number; ignored_folders: number };
}

// ------------------------------------------------------------------------------------------------ building

export type BuildPhase = "scan" | "index" | "link" | "publish";

export interface ProgressEvent {
	phase: BuildPhase;
	/** Files done of files to do in this phase (link and publish count 1 step as 1). */
	done: number;
	total: number;
	/** Source bytes done and to do (index phase). */
	bytes: number;
	total_bytes: number;
	/** Since the build began. */
	elapsed_ms: number;
}

export interface BuildOptions {
	/** Authoritative source root, exempt from the sentinel check. */
	target_root?: string;
	/** Source root of a snapshot; environment SNAPSHOT_ROOT. */
	snapshot_root?: string;
	/** Environment SNAPSHOT_ID. */
	snapshot_id?: string;
	/** Everything is written under `<state_root>/workspace`; default: the current directory. */
	state_root?: string;
	/** Parse workers, 1..64; default: the room's parallelism. */
	workers?: number;
	/** Only these language ids; default: all registered. */
	languages?: string[];
	/** Folders with language.json, .scm files and a .wasm grammar, registered before the built-in languages. */
	language_folders?: string[];
	/** Extra ignore patterns, .gitignore syntax, relative to the root. */
	ignore?: string[];
	/** Honour .gitignore files; default true. */
	gitignore?: boolean;
	/** Leave out vendor and build folders (node_modules, dist, …); default true. */
	default_ignores?: boolean;
	/** Files larger than this are skipped with that reason; default 32 MiB. */
	max_file_bytes?: number;
	/** Parsing one file may take this long before it is failed; default 20 000 ms + 5 ms per kB of source. */
	time_budget_ms?: number;
	/** Most records in structural_index.jsonl before it becomes a pointer; default 10 000. */
	max_jsonl_records?: number;
	/** What it throws ends the build, which then rejects with that. */
	on_progress?: (event: ProgressEvent) => void;
	/** Called for each entry of `BuildResult.warnings` as it arises. */
	on_warning?: (message: string) => void;
	signal?: AbortSignal;
}

export interface BuildResult {
	/** False when an index of this snapshot was already there and nothing was touched. */
	built: boolean;
	manifest_path: string;
	catalog_path: string;
	query_helper_path: string;
	manifest: Manifest;
	summary: {
		units: number;
		symbols: number;
		call_edges: number;
		backends_used: string[];
		coverage_status: PartitionStatus;
		/** One sentence for people; `Structural index is empty — structural context unavailable.` when it is. */
		message: string;
	};
	/** Files that are `failed` or `skipped`, at most 1000, path order. */
	problems: { file_path: string; status: CoverageStatus; reason: string }[];
	/** What was wrong and did not stop the build (a damaged manifest that was replaced, an unreadable .gitignore, …). */
	warnings: string[];
}

export interface OpenOptions {
	state_root?: string;
}

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
	/** Files with something to say about them: not indexed, or indexed with a `reason` (syntax errors, an encoding). */
	list_files(query?: ListFilesQuery): Promise<ListFilesAnswer>;
	/** The logical catalog as sorted text lines, without what differs between equal builds (times, ids of the build). */
	dump(): AsyncIterable<string>;
	close(): Promise<void>;
}
