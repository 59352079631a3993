/**
 * Whether a catalog from elsewhere is whole and harmless: nothing in it may run, lead out of a source tree or
 * contradict itself. Whether its facts are true nobody can tell without the sources.
 */
import { StructuralIndexError, show } from "../errors.ts";
import { parseManifest } from "../publish/manifest.ts";
import { EDGE_KINDS, type Manifest, PRECISIONS } from "../types.ts";
import { checkCatalog, INDEXES, META, TABLES, type TableName } from "./schema.ts";
import type { Database, SqlValue } from "./sqlite.ts";

/** SQLite itself distrusts the schema: https://www.sqlite.org/security.html, "Untrusted SQLite Database Files". */
const PRAGMAS = "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;";

const DEFINITIONS = new Map([
	...Object.entries(TABLES).map(([name, columns]) => [name, `CREATE TABLE ${name} (${columns})`] as const),
	...Object.entries(INDEXES).map(([name, on]) => [name, `CREATE INDEX ${name} ON ${on}`] as const),
]);

const TABLES_WITH_PATHS = ["coverage", "symbols", "function_boundaries", "call_edges", "imports", "exports"] as const;

/**
 * @returns the embedded manifest.
 * @throws StructuralIndexError `index-corrupt` for damage and contradictions, `index-foreign` for another schema and for
 * files that are in no source tree, `unsupported` for an index of several databases.
 */
export function verifyCatalog(database: Database): Manifest {
	const { location } = database.target;
	const corrupt = (message: string) => new StructuralIndexError("index-corrupt", `${location}: ${message}`);
	database.exec(PRAGMAS);
	checkDefinitions(database);
	const meta = checkCatalog(database);
	const integrity = database.first<{ integrity_check: string }>("PRAGMA integrity_check(1)")?.integrity_check;
	if (integrity !== "ok") throw corrupt(`integrity_check expected ok, got ${show(integrity)}`);
	checkValues(database);
	const violation = database.first<{ table: string }>("PRAGMA foreign_key_check");
	if (violation !== undefined) throw corrupt(`foreign_key_check: a row of ${violation.table} refers to nothing`);

	const manifest = parseManifest(meta.get(META.manifest) ?? "null", `${location}: manifest`);
	const build_id = meta.get(META.build_id);
	if (build_id !== manifest.build_id) throw corrupt(`build_id expected ${manifest.build_id}, got ${build_id}`);
	for (const table of ["symbols", "call_edges"] as const) {
		const rows = database.first<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;
		const expected = manifest.counts[table];
		if (rows !== expected) throw corrupt(`${table} expected ${expected} rows as the manifest says, got ${rows}`);
	}
	checkCoverage(database, manifest);
	const { catalog } = manifest.provider;
	if (catalog !== "catalog.sqlite") throw corrupt(`provider.catalog expected catalog.sqlite, got ${show(catalog)}`);
	if (manifest.shards.length > 0) {
		throw new StructuralIndexError("unsupported", `${location}: an index with shards cannot be imported`);
	}
	checkPaths(database);
	checkRows(database);
	return manifest;
}

/** No view, trigger or virtual table, our own tables and indexes exactly as we make them, and no other index: it may compute. */
function checkDefinitions(database: Database): void {
	const rows = database.all<{ type: string; name: string; sql: string | null }>(
		"SELECT type, name, sql FROM sqlite_schema ORDER BY name",
	);
	for (const { type, name, sql } of rows) {
		const expected = DEFINITIONS.get(name);
		const plain = type === "table" ? /^CREATE TABLE\b/i.test(sql ?? "") : type === "index";
		if (type === "index" && sql !== null && expected === undefined) {
			throw new StructuralIndexError("index-foreign", `${database.target.location}: expected no index ${show(name)}`);
		}
		if (plain && (expected === undefined || squeeze(sql) === squeeze(expected))) continue;
		const what = plain
			? `${name} as this version defines it, got another definition`
			: `only tables and indexes, got ${show(sql)}`;
		throw new StructuralIndexError("index-foreign", `${database.target.location}: expected ${what}`);
	}
	const present = new Set(rows.map(({ name }) => name));
	const missing = [...DEFINITIONS.keys()].find((name) => !present.has(name));
	if (missing === undefined) return;
	const kind = Object.hasOwn(INDEXES, missing) ? "index" : "table";
	throw new StructuralIndexError("index-foreign", `${database.target.location}: expected the ${kind} ${missing}`);
}

function squeeze(sql: string | null): string {
	return (sql ?? "").replace(/\s+/g, " ").trim();
}

/** SQLite lets any value into any column, and the integrity_check of this build passes over CHECK constraints. */
function checkValues(database: Database): void {
	const allowed: Record<string, readonly string[]> = { edge_kind: EDGE_KINDS, precision: PRECISIONS };
	for (const table of Object.keys(TABLES)) {
		const columns = database.all<{ name: string; type: string }>(
			`SELECT name, type FROM pragma_table_info('${table}')`,
		);
		for (const { name, type } of columns) {
			const storage = type === "INTEGER" ? "integer" : "text";
			const values = allowed[name]?.map((value) => `'${value}'`).join(",");
			const wrong = values === undefined ? "" : `OR ${name} NOT IN (${values})`;
			const found = database.first<{ value: SqlValue }>(
				`SELECT ${name} AS value FROM ${table} WHERE typeof(${name}) NOT IN ('${storage}', 'null') ${wrong} LIMIT 1`,
			);
			if (found === undefined) continue;
			const expected = values === undefined ? `values of type ${type}` : `one of ${values}`;
			const message = `${table}.${name} expected ${expected}, got ${show(found.value)}`;
			throw new StructuralIndexError("index-corrupt", `${database.target.location}: ${message}`);
		}
	}
}

/** What the manifest says of files is what answers say of themselves: it must be what the rows say. */
function checkCoverage(database: Database, { status, coverage, counts }: Manifest): void {
	const corrupt = (message: string) =>
		new StructuralIndexError("index-corrupt", `${database.target.location}: ${message}`);
	const rows = database.all<{ status: string; n: number }>(
		"SELECT status, count(*) AS n FROM coverage GROUP BY status",
	);
	const of = new Map(rows.map((row) => [row.status, row.n]));
	const { indexed = 0, failed = 0, deferred = 0, skipped = 0, unsupported = 0 } = Object.fromEntries(of);
	const resolved = database.first<{ n: number }>("SELECT count(callee_id) AS n FROM call_edges")?.n ?? 0;
	const found = {
		total_files: rows.reduce((sum, { n }) => sum + n, 0),
		indexed_files: indexed,
		failed_files: failed,
		deferred_files: deferred,
		skipped_files: skipped,
		unsupported_files: unsupported,
		resolved_edges: resolved,
	};
	const told: Record<string, number> = { ...coverage, resolved_edges: counts.resolved_edges };
	for (const [name, n] of Object.entries(found)) {
		if (told[name] !== n) throw corrupt(`${name} expected ${show(told[name])} as the manifest says, got ${n}`);
	}
	// Skipped ones make it partial when they were too large.
	const possible =
		indexed === 0 ? [failed === 0 ? "empty" : "failed"] : failed + deferred > 0 ? ["partial"] : ["complete", "partial"];
	if (!possible.includes(status)) throw corrupt(`status expected ${possible.join(" or ")} by its rows, got ${status}`);
}

/** Rows that no build writes, by what they are: conditions on a table `t` and the row `f` of its file. */
const CONTRADICTIONS: readonly [what: string, table: TableName, where: string][] = [
	["only indexed files as indexed", "coverage", "t.indexed <> (t.status = 'indexed')"],
	["each file once", "coverage", "t.corpus IS NOT 'default'"],
	[
		"a callee for each call but the unresolved ones",
		"call_edges",
		"(t.callee_id IS NULL) <> (t.edge_kind = 'unresolved')",
	],
	["lines of the file", "call_edges", "t.line NOT BETWEEN 1 AND f.lines"],
	[
		"lines of the file",
		"symbols",
		"t.start_line < 1 OR ifnull(t.end_line, t.start_line) NOT BETWEEN t.start_line AND f.lines",
	],
	["lines of the file", "function_boundaries", "t.start_line < 1 OR t.end_line NOT BETWEEN t.start_line AND f.lines"],
];

function checkRows(database: Database): void {
	for (const [what, table, where] of CONTRADICTIONS) {
		const found = database.first<{ file_path: string }>(
			`SELECT t.file_path FROM ${table} t JOIN files f ON f.file_path = t.file_path WHERE ${where} ORDER BY 1 LIMIT 1`,
		);
		if (found === undefined) continue;
		const message = `${table} expected ${what}, got another row of ${show(found.file_path)}`;
		throw new StructuralIndexError("index-corrupt", `${database.target.location}: ${message}`);
	}
}

function checkPaths(database: Database): void {
	const { location } = database.target;
	for (const { file_path } of database.each<{ file_path: string }>("SELECT file_path FROM files")) {
		if (!/^[/\\]/.test(file_path) && !file_path.split(/[/\\]/).includes("..") && file_path !== "") continue;
		throw new StructuralIndexError(
			"index-foreign",
			`${location}: expected paths inside the source tree, got ${show(file_path)}`,
		);
	}
	const uncovered = database.first<{ file_path: string }>(
		"SELECT file_path FROM files WHERE file_path NOT IN (SELECT file_path FROM coverage) ORDER BY 1 LIMIT 1",
	);
	if (uncovered !== undefined) {
		const message = `${location}: coverage expected every path of the table files, got none for ${show(uncovered.file_path)}`;
		throw new StructuralIndexError("index-corrupt", message);
	}
	for (const table of TABLES_WITH_PATHS) {
		const stray = database.first<{ file_path: string }>(
			`SELECT file_path FROM ${table} WHERE file_path NOT IN (SELECT file_path FROM files) ORDER BY file_path LIMIT 1`,
		);
		if (stray === undefined) continue;
		const message = `${location}: ${table} expected only paths of the table files, got ${show(stray.file_path)}`;
		throw new StructuralIndexError("index-corrupt", message);
	}
}
