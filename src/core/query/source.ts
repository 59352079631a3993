/** What the operations stand on. A source answers with rows in their final order; arguments are checked before. */
import type { CallRow, Coverage, FileCallRow, FileCoverage, Precision, SymbolKind, SymbolRow } from "../types.ts";

export interface Page<Row> {
	rows: Row[];
	/** Of all pages. */
	total: number;
}

export interface SymbolFilter {
	name: string;
	language?: string;
	file?: string;
	namespace?: string;
}

export interface SearchFilter {
	/** At least one, none empty, as they were typed. */
	words: readonly string[];
	language?: string;
	kind?: SymbolKind;
}

/** Files not indexed or with a reason; those of no known language too; every file. */
export type FileChoice = "noted" | "unsupported" | "all";

export type FileRow = NonNullable<FileCoverage["file"]>;

/** A file as the index knows it. */
export interface KnownFile {
	coverage: FileRow;
	/** Null when the file's lines were not counted. */
	lines: number | null;
	/** Hex; null when the file was not read, or the source does not say. */
	content_sha256: string | null;
}

/** Members may be synchronous or not; the operations await them. */
export interface Source {
	coverage(): Coverage;
	/** Undefined when the index has no such file. */
	file(path: string): KnownFile | undefined | Promise<KnownFile | undefined>;
	/** False only when it is certain that there is no such language. */
	knowsLanguage(language: string): boolean | Promise<boolean>;
	/** Qualified matches before plain names, then file_path, start_line, symbol_id. */
	resolve(filter: SymbolFilter, limit: number, offset: number): Page<SymbolRow> | Promise<Page<SymbolRow>>;
	symbol(symbol_id: string): SymbolRow | undefined | Promise<SymbolRow | undefined>;
	/** Best precision first, then file_path, line, order in the source. */
	callers(symbol: SymbolRow, limit: number, offset: number): CallerPage | Promise<CallerPage>;
	/** file_path, line, order in the source. */
	callees(symbol: SymbolRow, limit: number, offset: number): Page<CallRow> | Promise<Page<CallRow>>;
	/** Calls of that name without a known target, seen from the caller: file_path, line, order in the source. */
	unresolved(name: string, limit: number, offset: number): Page<CallRow> | Promise<Page<CallRow>>;
	/** By path. */
	files(choice: FileChoice, limit: number, offset: number): Page<FileRow> | Promise<Page<FileRow>>;
	/** In the order of search.ts. */
	search(filter: SearchFilter, limit: number, offset: number): Page<SymbolRow> | Promise<Page<SymbolRow>>;
	/** Of one file: start_line, end_line descending, symbol_id. */
	symbols(path: string, limit: number, offset: number): Page<SymbolRow> | Promise<Page<SymbolRow>>;
	/** In one file: line, order in the source. */
	calls(path: string, limit: number, offset: number): Page<FileCallRow> | Promise<Page<FileCallRow>>;
	/** The innermost function that holds the line. */
	boundary(path: string, line: number): SymbolRow | undefined | Promise<SymbolRow | undefined>;
	dump(): Iterable<string> | AsyncIterable<string>;
	close(): void;
}

export interface CallerPage extends Page<CallRow> {
	/** Unresolved call sites with the symbol's name. */
	unresolved_same_name: number;
}

/** How many places a name is split at: enough for any real one, and a bound on the query made of it. */
const MAX_SPLITS = 32;

/** The ways to read `a.b::c` as namespace and qualified name: [["a","b::c"],["a.b","c"]]. */
export function namespaceSplits(name: string): [namespace: string, qualified: string][] {
	const splits: [string, string][] = [];
	for (const match of name.matchAll(/\.|::/g)) {
		const qualified = name.slice(match.index + match[0].length);
		if (match.index > 0 && qualified !== "") splits.push([name.slice(0, match.index), qualified]);
	}
	return splits.slice(-MAX_SPLITS);
}

/** Who found it, as a precision; unknown tools count as the weakest. */
const TOOL_PRECISION: Record<string, Precision> = {
	"tree-sitter": "ast",
	ctags: "symbol-only",
	"lsp-clangd": "typecheck",
};

export function precisionOfTool(tool: string): Precision {
	return TOOL_PRECISION[tool] ?? "heuristic";
}

/** Text as SQLite's BINARY collation orders it: by code point, which is not the order of UTF-16 units. */
export function compareBinary(a: string, b: string): number {
	const length = Math.min(a.length, b.length);
	for (let i = 0; i < length; i++) {
		const x = a.charCodeAt(i);
		const y = b.charCodeAt(i);
		if (x === y) continue;
		// Surrogates stand for code points above all other units.
		const high = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
		return high(x) - high(y);
	}
	return a.length - b.length;
}
