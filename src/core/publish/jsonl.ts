/**
 * structural_index.jsonl: the compatibility export. One header line, then, up to a limit, a line a function and a line a
 * call. Names are plain, as older readers expect; `qualified_name`, `language` and `kind` are ours.
 */
import { IS_FUNCTION } from "../catalog/write-rows.ts";
import { StructuralIndexError, show } from "../errors.ts";
import type { LinkedFile, LinkedIndex } from "../resolve/linked.ts";
import { SYMBOL_KINDS } from "../types.ts";

export interface JsonlHeader {
	_provenance: true;
	snapshot_id: string;
	/** Who found the facts: `tree-sitter`, `ctags`, `regex` …; several are joined by `+`; `none`. */
	tool: string;
	/** Ours: false when the records were too many and only this line was written. */
	full_export?: boolean;
	/** Ours: built from a tree that was not pinned. */
	stale?: boolean;
}

export interface JsonlFunction {
	_type: "function";
	/** `path:name` */
	key: string;
	start_line: number;
	end_line: number;
	signature: string;
	/** Names called in it, each once, in order of first appearance. */
	calls: string[];
	qualified_name?: string;
	language?: string;
	kind?: string;
}

export interface JsonlCall {
	_type: "call_edge";
	/** The calling function's name, or the module's. */
	caller: string;
	/** The name written at the call site. */
	callee: string;
	file: string;
	line: number;
}

export interface JsonlExport {
	text: Uint8Array<ArrayBuffer>;
	full_export: boolean;
}

/** @param max_records functions and calls together; above it only the header is written. */
export function exportJsonl(
	linked: LinkedIndex,
	header: { snapshot_id: string; tool: string; stale: boolean },
	max_records: number,
): JsonlExport {
	let records = linked.edges.count;
	for (const { facts } of linked.files) for (const kind of facts.symbols.kind) records += IS_FUNCTION[kind] as number;
	const full_export = records <= max_records;
	const { snapshot_id, tool, stale } = header;
	const first: JsonlHeader = { _provenance: true, snapshot_id, tool, full_export, stale };
	const lines = [JSON.stringify(first)];
	if (full_export) {
		let edge = 0;
		linked.files.forEach((file, index) => {
			const from = edge;
			while (edge < linked.edges.count && linked.edges.file[edge] === index) edge++;
			exportFile(file, linked, from, edge, lines);
		});
	}
	lines.push("");
	return { text: new TextEncoder().encode(lines.join("\n")), full_export };
}

function exportFile(file: LinkedFile, { edges }: LinkedIndex, from: number, to: number, lines: string[]): void {
	const { symbols, strings } = file.facts;
	const text = (index: number | undefined) => strings[index ?? 0] as string;
	const called = new Map<number, Set<string>>();
	const calls: string[] = [];
	for (let edge = from; edge < to; edge++) {
		const row = (edges.caller[edge] as number) - file.first_symbol;
		const callee = text(edges.name[edge]);
		const caller = row === 0 ? file.module.name : text(symbols.name[row]);
		const call: JsonlCall = { _type: "call_edge", caller, callee, file: file.path, line: edges.line[edge] as number };
		calls.push(JSON.stringify(call));
		const names = called.get(row);
		if (names === undefined) called.set(row, new Set([callee]));
		else names.add(callee);
	}
	for (let row = 0; row < symbols.rows; row++) {
		const kind = symbols.kind[row] as number;
		if (IS_FUNCTION[kind] !== 1) continue;
		const line: JsonlFunction = {
			_type: "function",
			key: `${file.path}:${text(symbols.name[row])}`,
			start_line: symbols.start_line[row] as number,
			end_line: symbols.end_line[row] as number,
			signature: text(symbols.signature[row]),
			calls: [...(called.get(row) ?? [])],
			qualified_name: text(symbols.qualified[row]),
			language: file.language,
			kind: SYMBOL_KINDS[kind] as string,
		};
		lines.push(JSON.stringify(line));
	}
	for (const call of calls) lines.push(call);
}

/**
 * The header of a JSONL file, by whoever it was written.
 * @throws StructuralIndexError `index-corrupt` when the first line is not a header.
 */
export function parseJsonlHeader(bytes: Uint8Array, where: string): JsonlHeader {
	const end = bytes.indexOf(10);
	const line = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
	const header = parseLine(line);
	if (header?._provenance !== true || typeof header.snapshot_id !== "string") {
		throw new StructuralIndexError(
			"index-corrupt",
			`${where}: line 1 expected a _provenance header, got ${show(line)}`,
		);
	}
	const tool = typeof header.tool === "string" ? header.tool : "none";
	return { ...header, _provenance: true, snapshot_id: header.snapshot_id, tool };
}

/**
 * All records; lines that are neither functions nor calls are passed over, as other writers may add their own.
 * @throws StructuralIndexError `index-corrupt` naming the first line that is not JSON or lacks a field.
 */
export function parseJsonl(
	bytes: Uint8Array,
	where: string,
): { header: JsonlHeader; functions: JsonlFunction[]; calls: JsonlCall[] } {
	const header = parseJsonlHeader(bytes, where);
	const functions: JsonlFunction[] = [];
	const calls: JsonlCall[] = [];
	const lines = new TextDecoder().decode(bytes).split("\n");
	for (let i = 1; i < lines.length; i++) {
		if ((lines[i] as string).trim() === "") continue;
		const record = parseLine(lines[i] as string);
		if (isFunction(record)) functions.push(record);
		else if (isCall(record)) calls.push(record);
		else if (record === undefined || record._type === "function" || record._type === "call_edge") {
			throw new StructuralIndexError(
				"index-corrupt",
				`${where}: line ${i + 1} expected a record, got ${show(lines[i])}`,
			);
		}
	}
	return { header, functions, calls };
}

function parseLine(line: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
	} catch {
		return undefined;
	}
}

function isFunction(record: unknown): record is JsonlFunction {
	const { _type, key, start_line, end_line } = (record ?? {}) as Record<string, unknown>;
	return _type === "function" && typeof key === "string" && Number.isInteger(start_line) && Number.isInteger(end_line);
}

function isCall(record: unknown): record is JsonlCall {
	const { _type, caller, callee, file, line } = (record ?? {}) as Record<string, unknown>;
	const texts = typeof caller === "string" && typeof callee === "string" && typeof file === "string";
	return _type === "call_edge" && texts && Number.isInteger(line);
}
