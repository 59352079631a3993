/** What the index knows of a file's text: functions and where they lie inside each other, calls and where they stand in their lines. */
import type { CallRow, SymbolRow } from "../../browser/index.ts";
import type { Session } from "../state/session.ts";

export interface FunctionRange {
	symbol: SymbolRow;
	/** 0 for one that lies in no other. */
	depth: number;
}

export interface CallMark {
	line: number;
	/** Columns in UTF-16 units, 0-based; equal when the name does not stand in the line as it was called. */
	from: number;
	to: number;
	/** More than one when the site has several targets, or when several sites of one name cannot be told apart. */
	rows: CallRow[];
}

/** Most symbols and calls of one file that are marked, five times those of a file of 9 MB; one with more says so. */
export const MOST = 300_000;
/** The most that one answer holds. */
const PAGE = 10_000;

export interface FileMarks {
	functions: FunctionRange[];
	calls: CallRow[];
	/** There are more than was read. */
	cut: boolean;
}

export async function readMarks(session: Session, file: string): Promise<FileMarks> {
	const [symbols, calls] = await Promise.all([
		all((offset) => session.index.list_symbols({ file, limit: PAGE, offset })),
		all((offset) => session.index.list_calls({ file, limit: PAGE, offset })),
	]);
	return {
		functions: nest(symbols.rows.filter(({ kind }) => session.room.FUNCTION_KINDS.includes(kind))),
		calls: calls.rows,
		cut: symbols.cut || calls.cut,
	};
}

async function all<Row>(ask: (offset: number) => Promise<{ results: Row[]; has_more: boolean }>) {
	const pages: Row[][] = [];
	for (let offset = 0; offset < MOST; offset += PAGE) {
		const { results, has_more } = await ask(offset);
		pages.push(results);
		if (!has_more) return { rows: pages.flat(), cut: false };
	}
	return { rows: pages.flat(), cut: true };
}

/** They come in order of their beginning, the longer first: what holds one is before it. */
function nest(symbols: readonly SymbolRow[]): FunctionRange[] {
	const around: SymbolRow[] = [];
	return symbols.map((symbol) => {
		while (around.length > 0 && (around.at(-1) as SymbolRow).end_line < symbol.start_line) around.pop();
		around.push(symbol);
		return { symbol, depth: around.length - 1 };
	});
}

/** Those that hold the line, the outermost first. */
export function around(functions: readonly FunctionRange[], line: number): SymbolRow[] {
	return functions
		.map(({ symbol }) => symbol)
		.filter(({ start_line, end_line }) => start_line <= line && line <= end_line);
}

/** The index knows lines; the columns are found by the name as it was written. */
export function placeCalls(lines: readonly string[], calls: readonly CallRow[]): CallMark[] {
	const sites = new Map<string, CallRow[]>();
	for (const row of calls) {
		const key = `${row.line} ${row.callee_name}`;
		const rows = sites.get(key);
		if (rows) rows.push(row);
		else sites.set(key, [row]);
	}
	const marks: CallMark[] = [];
	for (const rows of sites.values()) {
		const { line, callee_name } = rows[0] as CallRow;
		const places = find(lines[line - 1] ?? "", callee_name);
		if (places.length === 0) marks.push({ line, from: 0, to: 0, rows });
		else if (places.length === rows.length) {
			for (const [at, place] of places.entries()) marks.push({ line, ...place, rows: [rows[at] as CallRow] });
		} else for (const place of places) marks.push({ line, ...place, rows });
	}
	return marks.sort((a, b) => a.line - b.line || a.from - b.from);
}

/** Where a name is called in a line; where it merely stands when no parenthesis follows it anywhere. */
function find(text: string, name: string): { from: number; to: number }[] {
	const last = /[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.exec(name)?.[0];
	if (last === undefined) return [];
	const escaped = last.replaceAll("$", "\\$");
	const pattern = (after: string) =>
		new RegExp(`(?<![\\p{ID_Continue}$])${escaped}(?![\\p{ID_Continue}$])${after}`, "gu");
	for (const after of ["(?=\\s*(?:\\?\\.)?(?:<[^()]*>)?\\s*[(`])", ""]) {
		const places = [...text.matchAll(pattern(after))].map(({ index }) => ({ from: index, to: index + last.length }));
		if (places.length > 0) return places;
	}
	return [];
}

/** The one symbol that all rows of a call lead to; undefined when there are several or none is known. */
export function targetOf(
	rows: readonly CallRow[],
): { symbol_id: string; file_path: string; start_line: number } | undefined {
	const [first] = rows;
	if (!first || first.symbol_id === null || first.defined_in === null || first.start_line === null) return undefined;
	if (rows.some(({ symbol_id }) => symbol_id !== first.symbol_id)) return undefined;
	return { symbol_id: first.symbol_id, file_path: first.defined_in, start_line: first.start_line };
}
