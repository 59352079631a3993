/** The catalog's tables and indexes, and the check that a database has them. Names and constraints are API. */
import { StructuralIndexError } from "../errors.ts";
import { EDGE_KINDS, PRECISIONS, SCHEMA_VERSION } from "../types.ts";
import type { Database } from "./sqlite.ts";

const oneOf = (values: readonly string[]) => values.map((value) => `'${value}'`).join(",");

/** By name, in the order of the dump. `files`, `imports` and `exports` hold facts as found, for later consumers. */
export const TABLES = {
	schema_meta: "key TEXT PRIMARY KEY, value TEXT NOT NULL",
	files: `file_path TEXT PRIMARY KEY, language TEXT, lines INTEGER, bytes INTEGER NOT NULL, content_sha256 TEXT,
		reason TEXT`,
	coverage: `file_path TEXT NOT NULL, indexed INTEGER NOT NULL DEFAULT 0, backend TEXT, precision TEXT,
		unit_cache_key TEXT, status TEXT NOT NULL DEFAULT 'pending', corpus TEXT DEFAULT 'default', partition_key TEXT,
		PRIMARY KEY (file_path, corpus)`,
	symbols: `symbol_id TEXT PRIMARY KEY, name TEXT NOT NULL, qualified_name TEXT NOT NULL, namespace TEXT,
		language TEXT NOT NULL, file_path TEXT NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER,
		kind TEXT NOT NULL, signature TEXT, backend TEXT NOT NULL,
		precision TEXT NOT NULL CHECK (precision IN (${oneOf(PRECISIONS)})),
		corpus TEXT DEFAULT 'default', partition_key TEXT, unit_cache_key TEXT,
		source_layer TEXT NOT NULL DEFAULT 'baseline'`,
	function_boundaries: `symbol_id TEXT PRIMARY KEY, file_path TEXT NOT NULL, start_line INTEGER NOT NULL,
		end_line INTEGER NOT NULL, signature TEXT, language TEXT NOT NULL,
		FOREIGN KEY (symbol_id) REFERENCES symbols(symbol_id)`,
	call_edges: `edge_id INTEGER PRIMARY KEY AUTOINCREMENT, caller_id TEXT NOT NULL, callee_id TEXT,
		callee_name TEXT NOT NULL, file_path TEXT NOT NULL, line INTEGER NOT NULL,
		edge_kind TEXT NOT NULL CHECK (edge_kind IN (${oneOf(EDGE_KINDS)})),
		corpus TEXT DEFAULT 'default', partition_key TEXT, source_layer TEXT NOT NULL DEFAULT 'baseline',
		FOREIGN KEY (caller_id) REFERENCES symbols(symbol_id), FOREIGN KEY (callee_id) REFERENCES symbols(symbol_id)`,
	imports: "file_path TEXT NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, module TEXT, name TEXT, local TEXT",
	exports: `file_path TEXT NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, exported TEXT, local TEXT,
		module TEXT`,
	unit_cache: `cache_key TEXT PRIMARY KEY, unit_id TEXT NOT NULL, language TEXT NOT NULL,
		extractor_name TEXT NOT NULL, extractor_version TEXT NOT NULL, file_count INTEGER NOT NULL,
		symbol_count INTEGER NOT NULL, edge_count INTEGER NOT NULL, source_bytes INTEGER NOT NULL,
		created_at TEXT NOT NULL, snapshot_id TEXT NOT NULL`,
	deferred_units: `unit_id TEXT PRIMARY KEY, language TEXT NOT NULL, files TEXT NOT NULL, priority INTEGER NOT NULL,
		reason TEXT NOT NULL, cache_key TEXT, created_at TEXT NOT NULL`,
} as const;

export type TableName = keyof typeof TABLES;

/** Created after the load: filling a table and sorting an index once is far cheaper than keeping it in order. */
export const INDEXES: Record<string, string> = {
	idx_symbols_name: "symbols(name)",
	idx_symbols_qualified: "symbols(qualified_name)",
	idx_symbols_file: "symbols(file_path, start_line)",
	idx_symbols_lang: "symbols(language)",
	idx_edges_caller: "call_edges(caller_id)",
	idx_edges_callee: "call_edges(callee_id)",
	idx_edges_callee_name: "call_edges(callee_name)",
	idx_edges_file: "call_edges(file_path, line)",
	idx_boundaries_file: "function_boundaries(file_path, start_line, end_line)",
	idx_coverage_status: "coverage(status)",
	idx_deferred_priority: "deferred_units(priority)",
	idx_imports_file: "imports(file_path)",
	idx_exports_file: "exports(file_path)",
};

/** Keys of schema_meta. */
export const META = {
	schema_version: "schema_version",
	build_id: "build_id",
	snapshot_id: "snapshot_id",
	tool: "tool",
	/** The manifest's JSON as published: a catalog is whole by itself, also before its manifest.json is renamed. */
	manifest: "manifest",
	/** JSON array of the language ids that were registered. */
	languages: "languages",
} as const;

export function createTables(database: Database): void {
	for (const [name, columns] of Object.entries(TABLES)) database.exec(`CREATE TABLE ${name} (${columns})`);
}

export function createIndexes(database: Database): void {
	for (const [name, on] of Object.entries(INDEXES)) database.exec(`CREATE INDEX ${name} ON ${on}`);
}

/**
 * @returns schema_meta.
 * @throws StructuralIndexError `index-corrupt` when it is not an SQLite database, `index-foreign` when it is one without
 * these tables or of another schema version.
 */
export function checkCatalog(database: Database): Map<string, string> {
	const { location } = database.target;
	if (database.size() === 0) throw new StructuralIndexError("index-corrupt", `${location}: the file is empty`);
	const present = new Set(
		database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row.name),
	);
	const missing = Object.keys(TABLES).filter((name) => !present.has(name));
	if (missing.length > 0) {
		throw new StructuralIndexError(
			"index-foreign",
			`${location}: expected the table ${missing[0]}, found none of that name`,
		);
	}
	const meta = new Map<string, string>();
	for (const row of database.all<{ key: string; value: string }>("SELECT key, value FROM schema_meta")) {
		meta.set(row.key, String(row.value));
	}
	const version = meta.get(META.schema_version);
	if (version !== String(SCHEMA_VERSION)) {
		const got = version === undefined ? "none" : JSON.stringify(version);
		throw new StructuralIndexError(
			"index-foreign",
			`${location}: expected schema_version "${SCHEMA_VERSION}", got ${got}`,
		);
	}
	return meta;
}
