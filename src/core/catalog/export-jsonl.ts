/** structural_index.jsonl from a catalog: the same lines that the build wrote from its facts. */
import type { JsonlCall, JsonlExport, JsonlFunction, JsonlHeader } from "../publish/jsonl.ts";
import type { Manifest } from "../types.ts";
import type { Database } from "./sqlite.ts";

interface CallOf {
	caller_id: string;
	caller: string;
	callee: string;
	line: number;
}

/** @param max_records functions and calls together; above it only the header is written. */
export function exportCatalogJsonl(database: Database, manifest: Manifest, max_records: number): JsonlExport {
	const count = (table: string) => database.first<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
	const full_export = count("function_boundaries") + count("call_edges") <= max_records;
	const { snapshot_id, stale, provider } = manifest;
	const backends = new Set(Object.values(provider.backend_versions).map((entry) => entry.backend_name));
	const tool = [...backends].sort().join("+") || "none";
	const header: JsonlHeader = { _provenance: true, snapshot_id, tool, full_export, stale };
	const lines = [JSON.stringify(header)];
	// Rows lie in the order of the build: files by path, symbols and calls as they stand in them.
	if (full_export) {
		for (const { file_path } of database.each<{ file_path: string }>("SELECT file_path FROM files ORDER BY rowid")) {
			exportFile(database, file_path, lines);
		}
	}
	lines.push("");
	return { text: new TextEncoder().encode(lines.join("\n")), full_export };
}

function exportFile(database: Database, file: string, lines: string[]): void {
	const calls = database.all<CallOf>(
		`SELECT e.caller_id, c.name AS caller, e.callee_name AS callee, e.line
		FROM call_edges e JOIN symbols c ON c.symbol_id = e.caller_id WHERE e.file_path = ? ORDER BY e.edge_id`,
		file,
	);
	const called = new Map<string, Set<string>>();
	for (const { caller_id, callee } of calls) {
		const names = called.get(caller_id);
		if (names === undefined) called.set(caller_id, new Set([callee]));
		else names.add(callee);
	}
	const functions = database.all<Omit<JsonlFunction, "_type" | "key" | "calls"> & { symbol_id: string; name: string }>(
		`SELECT s.symbol_id, s.name, s.qualified_name, s.language, s.kind, s.start_line, s.end_line, s.signature
		FROM symbols s JOIN function_boundaries USING (symbol_id) WHERE s.file_path = ? ORDER BY s.rowid`,
		file,
	);
	for (const { symbol_id, name, qualified_name, language, kind, start_line, end_line, signature } of functions) {
		const line: JsonlFunction = {
			_type: "function",
			key: `${file}:${name}`,
			start_line,
			end_line,
			signature: signature ?? "",
			calls: [...(called.get(symbol_id) ?? [])],
			qualified_name,
			language,
			kind,
		};
		lines.push(JSON.stringify(line));
	}
	for (const { caller, callee, line } of calls) {
		const call: JsonlCall = { _type: "call_edge", caller, callee, file, line };
		lines.push(JSON.stringify(call));
	}
}
