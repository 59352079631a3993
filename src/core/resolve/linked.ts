/**
 * The result of linking: the facts of all indexed files in path order and the call edges between their symbols.
 * A global symbol index is `files[f].first_symbol + row`; text ids are made from it only when rows are written.
 */
import type { UnitFacts } from "../units/facts.ts";

export interface LinkedFile {
	path: string;
	language: string;
	facts: UnitFacts;
	first_symbol: number;
	/** The module symbol (row 0), whose names depend on the path: base name; dotted name or path; 16 hex of its id. */
	module: { name: string; qualified: string; hash: string };
	/** The module's name when its path gives one (Python's dotted name); else null and the symbols' own namespace counts. */
	namespace: string | null;
}

export interface LinkedIndex {
	/** Sorted by path, by UTF-16 code unit. */
	files: LinkedFile[];
	symbol_count: number;
	edges: LinkedEdges;
}

/**
 * Columns, sorted by (file, line, source order); they may be longer than `count`. A call whose target has alternatives
 * by configuration has an edge to each of them.
 */
export interface LinkedEdges {
	count: number;
	/** Index in `files`. */
	file: Int32Array;
	/** Global symbol index. */
	caller: Int32Array;
	/** Global symbol index, -1 when unresolved. */
	callee: Int32Array;
	/** String index in the file's facts. */
	name: Int32Array;
	line: Int32Array;
	/** Index in EDGE_KINDS. */
	kind: Uint8Array;
}
