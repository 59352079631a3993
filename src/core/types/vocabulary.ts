/** The words of the contract: what files, symbols and edges can be. */

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
