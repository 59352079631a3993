/**
 * The logical catalog as text, for comparing builds: a line a row, `table<TAB>column=value<TAB>…`, values as JSON, tables
 * and rows in a fixed order; last the manifest, a line a key. Two builds of equal trees with equal options give equal
 * dumps, whatever the runtime, the number of workers, the cache and the clock. Left out is what may differ between them:
 * created_at, build_duration_ms, build ids, snapshot ids, mode and stale, edge_id, and how many units were reused.
 */
import type { Manifest } from "../types.ts";
import { META, TABLES, type TableName } from "./schema.ts";
import type { Database, SqlValue } from "./sqlite.ts";

/** How each table's rows are ordered: its key, or the order of the source. */
const ORDER: Record<TableName, string> = {
	schema_meta: "key",
	files: "file_path",
	coverage: "file_path, corpus",
	symbols: "file_path, start_line, symbol_id",
	function_boundaries: "file_path, start_line, end_line, symbol_id",
	call_edges: "file_path, line, edge_id",
	imports: "file_path, rowid",
	exports: "file_path, rowid",
	unit_cache: "cache_key",
	deferred_units: "priority, unit_id",
};
const LEFT_OUT = new Set(["created_at", "edge_id", "snapshot_id"]);
const META_LEFT_OUT: ReadonlySet<SqlValue | undefined> = new Set([META.build_id, META.snapshot_id, META.manifest]);
const MANIFEST_LEFT_OUT = new Set(["created_at", "build_duration_ms", "build_id", "snapshot_id", "mode", "stale"]);

export function* dumpCatalog(database: Database, manifest: Manifest): Generator<string> {
	for (const table of Object.keys(TABLES) as TableName[]) {
		const sql = `SELECT * FROM ${table} ORDER BY ${ORDER[table]}`;
		for (const row of database.each<Record<string, SqlValue>>(sql)) {
			if (table === "schema_meta" && META_LEFT_OUT.has(row.key)) continue;
			let line: string = table;
			for (const [column, value] of Object.entries(row)) {
				if (!LEFT_OUT.has(column)) line += `\t${column}=${JSON.stringify(value)}`;
			}
			yield line;
		}
	}
	const { reused: _reused, rebuild: _rebuild, ...units } = manifest.units;
	const stable: Record<string, unknown> = { ...manifest, units };
	for (const key of Object.keys(stable).sort()) {
		if (!MANIFEST_LEFT_OUT.has(key)) yield `manifest\t${key}=${JSON.stringify(stable[key])}`;
	}
}
