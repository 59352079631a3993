/** Results for people: tables, sentences about coverage. Everything that came from a repository passes `safe`. */
import Table from "cli-table3";
import type { CallRow, CallsAnswer, Coverage, SymbolRow } from "../../core/types.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The text with every control and direction character spelt out (`\u001b`), so that it cannot drive a terminal. */
export function safe(text: string): string {
	return text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const NO_BORDER = Object.fromEntries(
	["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right", "left"]
		.concat(["left-mid", "mid", "mid-mid", "right", "right-mid"])
		.map((part) => [part, ""]),
);

/**
 * Aligned columns, two spaces between; with a frame when `framed` (on a terminal).
 * @returns lines without trailing blanks, ended by a line feed; "" without rows.
 */
export function table(head: string[], rows: string[][], framed: boolean): string {
	if (rows.length === 0) return "";
	const style = { head: [], border: [], compact: true };
	const out = new Table(
		framed
			? { head, style }
			: { head, chars: { ...NO_BORDER, middle: "" }, style: { ...style, "padding-left": 0, "padding-right": 2 } },
	);
	for (const row of rows) out.push(row.map(safe));
	return out
		.toString()
		.split("\n")
		.map((line) => `${line.trimEnd()}\n`)
		.join("");
}

/** `1 file`, `2 files`. */
export function count(n: number, one: string, many = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}

/** `name (kind) file:line`, one line. */
export function symbolLine(symbol: SymbolRow): string {
	const name = symbol.namespace ? `${symbol.qualified_name} of ${symbol.namespace}` : symbol.qualified_name;
	return safe(`${symbol.kind} ${name}  ${symbol.file_path}:${symbol.start_line}  (${symbol.language})`);
}

/**
 * The call sites of one answer, and whether there are more.
 * @param offset what the answer was asked with.
 */
export function callsText(
	answer: Pick<CallsAnswer, "results" | "total" | "has_more">,
	side: "callers" | "callees",
	offset: number,
	framed: boolean,
): string {
	const all = count(answer.total, side === "callers" ? "call site" : "call");
	const shown = answer.results.length;
	let text = table(
		side === "callers"
			? ["CALLER", "KIND", "CALL SITE", "EDGE", "PRECISION"]
			: ["CALLEE", "KIND", "DEFINED", "CALL SITE", "EDGE", "PRECISION"],
		answer.results.map((row) => (side === "callers" ? callerCells(row) : calleeCells(row))),
		framed,
	);
	if (shown === 0) text += answer.total === 0 ? `no indexed ${side}\n` : `--offset ${offset} is past the end: ${all}\n`;
	else if (answer.has_more) text += `${shown} of ${all}: more with --offset ${offset + shown}\n`;
	return text;
}

function callerCells(row: CallRow): string[] {
	return [nameOf(row), row.kind ?? "-", `${row.file_path}:${row.line}`, row.edge_kind, row.precision];
}

function calleeCells(row: CallRow): string[] {
	const defined = row.defined_in === null ? "-" : `${row.defined_in}:${row.start_line}`;
	return [nameOf(row), row.kind ?? "-", defined, `${row.file_path}:${row.line}`, row.edge_kind, row.precision];
}

function nameOf(row: CallRow): string {
	return row.qualified_name || row.name;
}

const READ_AS: Record<Coverage["partition_status"], string> = {
	complete: "every file of a known language is indexed",
	partial: "index incomplete, so an empty answer proves nothing: search the text too",
	empty: "not indexed: search the text",
	failed: "indexing failed: search the text",
};

/** One line: what the answer rests on. */
export function coverageLine(coverage: Coverage): string {
	const backends = coverage.backends_used.join(", ") || "no backend";
	const left = [
		coverage.failed > 0 ? `, ${coverage.failed} failed` : "",
		coverage.deferred > 0 ? `, ${coverage.deferred} deferred` : "",
	].join("");
	const stale = coverage.stale ? "; STALE: built from a tree that was not pinned" : "";
	const line =
		`coverage ${coverage.partition_status}: ${coverage.indexed_files} of ${coverage.total_files} files indexed${left} ` +
		`(${backends}); ${READ_AS[coverage.partition_status]}; snapshot ${coverage.snapshot_id}${stale}`;
	return `${safe(line)}\n`;
}

/** `pairs` as aligned `name  value` lines. */
export function fields(pairs: [string, string][]): string {
	const width = Math.max(...pairs.map(([name]) => name.length));
	return pairs.map(([name, value]) => `${name.padEnd(width)}  ${safe(value)}\n`).join("");
}
