/**
 * The compatibility JSONL as a source: a linear scan. Its lines know names, not symbols, so every call is `unresolved`
 * and coverage is never better than `partial`: the file cannot say what it leaves out.
 */
import { parseJsonl } from "../publish/jsonl.ts";
import type { CallRow, Coverage, SymbolKind, SymbolRow } from "../types.ts";
import { compareFound, ranker } from "./search.ts";
import {
	compareBinary,
	type FileRow,
	type KnownFile,
	namespaceSplits,
	precisionOfTool,
	type Source,
	type SymbolFilter,
} from "./source.ts";

interface Call {
	file: string;
	line: number;
	caller: string;
	callee: string;
	/** The innermost function of the caller's name around the line; none: the module. */
	from: SymbolRow | undefined;
}

/** @throws StructuralIndexError `index-corrupt`. */
export function jsonlSource(bytes: Uint8Array, where: string): Source {
	const { header, functions, calls: lines } = parseJsonl(bytes, where);
	const { tool, snapshot_id, stale } = header;
	const precision = precisionOfTool(tool);
	const symbols = functions.map((record): SymbolRow => {
		// A path may hold colons; a function's name holds none, or only `::`.
		const cut = [...record.key.matchAll(/(?<!:):(?!:)/g)].at(-1)?.index ?? -1;
		const file_path = record.key.slice(0, Math.max(cut, 0));
		const name = record.key.slice(cut + 1);
		return {
			symbol_id: `jsonl:${file_path}:${name}:${record.start_line}`,
			name,
			qualified_name: record.qualified_name ?? name,
			namespace: null,
			language: record.language ?? "unknown",
			file_path,
			start_line: record.start_line,
			end_line: record.end_line,
			kind: (record.kind as SymbolKind | undefined) ?? "function",
			signature: record.signature || null,
			backend: tool,
			precision,
		};
	});
	symbols.sort(bySource);
	const byFile = new Map<string, SymbolRow[]>();
	const byName = new Map<string, SymbolRow[]>();
	for (const symbol of symbols) {
		append(byFile, symbol.file_path, symbol);
		append(byName, `${symbol.file_path}\0${symbol.name}`, symbol);
	}
	const files = new Set([...byFile.keys(), ...lines.map((call) => call.file)]);
	const calls = lines
		.map(
			({ file, line, caller, callee }): Call => ({
				file,
				line,
				caller,
				callee,
				from: innermost(byName.get(`${file}\0${caller}`), line),
			}),
		)
		.sort((a, b) => compareBinary(a.file, b.file) || a.line - b.line);
	const row = (call: Call, symbol: SymbolRow | undefined, name: string): CallRow => ({
		symbol_id: symbol?.symbol_id ?? null,
		name,
		qualified_name: symbol?.qualified_name ?? null,
		kind: symbol?.kind ?? null,
		defined_in: symbol?.file_path ?? null,
		start_line: symbol?.start_line ?? null,
		end_line: symbol?.end_line ?? null,
		callee_name: call.callee,
		file_path: call.file,
		line: call.line,
		edge_kind: "unresolved",
		precision,
		backend: tool,
	});
	const coverage = (): Coverage => ({
		total_files: files.size,
		indexed_files: files.size,
		failed: 0,
		deferred: 0,
		partition_status: files.size === 0 ? "empty" : "partial",
		backends_used: files.size === 0 ? [] : [tool],
		snapshot_id,
		stale: stale === true,
	});
	const fileRow = (file_path: string): FileRow => ({
		file_path,
		status: "indexed",
		indexed: true,
		backend: tool,
		precision,
		reason: null,
	});
	const page = <T>(rows: T[], limit: number, offset: number) => ({
		rows: rows.slice(offset, offset + limit),
		total: rows.length,
	});
	return {
		coverage,
		file: (path): KnownFile | undefined =>
			files.has(path) ? { coverage: fileRow(path), lines: null, content_sha256: null } : undefined,
		knowsLanguage: () => true,
		resolve: (filter, limit, offset) => {
			const ranked = symbols
				.map((symbol) => ({ symbol, rank: rank(symbol, filter) }))
				.filter((entry) => entry.rank >= 0)
				.sort((a, b) => a.rank - b.rank);
			return page(
				ranked.map((entry) => entry.symbol),
				limit,
				offset,
			);
		},
		symbol: (symbol_id) => symbols.find((symbol) => symbol.symbol_id === symbol_id),
		callers: (symbol, limit, offset) => {
			const found = calls.filter((call) => call.callee === symbol.name);
			const rows = found.map((call) => row(call, call.from, call.caller));
			return { ...page(rows, limit, offset), unresolved_same_name: found.length };
		},
		unresolved: (name, limit, offset) => {
			const found = calls.filter((call) => call.callee === name);
			return page(
				found.map((call) => row(call, call.from, call.caller)),
				limit,
				offset,
			);
		},
		// It lists what was indexed, without notes.
		files: (choice, limit, offset) =>
			page(choice === "all" ? [...files].sort(compareBinary).map(fileRow) : [], limit, offset),
		search: ({ words, language, kind }, limit, offset) => {
			const rankOf = ranker(words);
			const found = symbols
				.filter((symbol) => (language ?? symbol.language) === symbol.language && (kind ?? symbol.kind) === symbol.kind)
				.map((symbol) => ({ symbol, rank: rankOf(symbol.name, symbol.qualified_name) }))
				.filter((entry) => entry.rank >= 0)
				.sort((a, b) => a.rank - b.rank || compareFound(a.symbol, b.symbol));
			return page(
				found.map((entry) => entry.symbol),
				limit,
				offset,
			);
		},
		symbols: (path, limit, offset) =>
			page(
				[...(byFile.get(path) ?? [])].sort(
					(a, b) => a.start_line - b.start_line || b.end_line - a.end_line || compareBinary(a.symbol_id, b.symbol_id),
				),
				limit,
				offset,
			),
		calls: (path, limit, offset) =>
			page(
				calls
					.filter((call) => call.file === path)
					.map((call) => ({
						...row(call, undefined, call.callee),
						caller_id: call.from?.symbol_id ?? null,
						caller_qualified_name: call.from?.qualified_name ?? null,
					})),
				limit,
				offset,
			),
		callees: (symbol, limit, offset) => {
			const found = calls.filter((call) => call.from === symbol);
			return page(
				found.map((call) => row(call, undefined, call.callee)),
				limit,
				offset,
			);
		},
		boundary: (path, line) => innermost(byFile.get(path), line),
		*dump() {
			for (const symbol of symbols) yield `function\t${JSON.stringify(symbol)}`;
			for (const { from, ...call } of calls) {
				yield `call_edge\t${JSON.stringify({ ...call, caller_id: from?.symbol_id ?? null })}`;
			}
		},
		close: () => {},
	};
}

function append(map: Map<string, SymbolRow[]>, key: string, symbol: SymbolRow): void {
	const rows = map.get(key);
	if (rows === undefined) map.set(key, [symbol]);
	else rows.push(symbol);
}

/** Of symbols in the order of bySource. */
function innermost(symbols: readonly SymbolRow[] | undefined, line: number): SymbolRow | undefined {
	let best: SymbolRow | undefined;
	for (const symbol of symbols ?? []) {
		if (symbol.start_line > line || symbol.end_line < line) continue;
		const better =
			best === undefined ||
			symbol.start_line > best.start_line ||
			(symbol.start_line === best.start_line && symbol.end_line < best.end_line);
		if (better) best = symbol;
	}
	return best;
}

function bySource(a: SymbolRow, b: SymbolRow): number {
	return (
		compareBinary(a.file_path, b.file_path) ||
		a.start_line - b.start_line ||
		compareBinary(a.symbol_id, b.symbol_id) ||
		a.end_line - b.end_line
	);
}

/** 0: qualified match, 1: plain name, -1: none. */
function rank(symbol: SymbolRow, { name, language, file, namespace }: SymbolFilter): number {
	if (language !== undefined && symbol.language !== language) return -1;
	if (file !== undefined && symbol.file_path !== file) return -1;
	if (namespace !== undefined && symbol.namespace !== namespace) return -1;
	const split = namespaceSplits(name).some(([ns, rest]) => symbol.namespace === ns && symbol.qualified_name === rest);
	if (symbol.qualified_name === name || split) return 0;
	return symbol.name === name ? 1 : -1;
}
