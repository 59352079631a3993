/**
 * Fills a new catalog. Rows go in file by file, indexes come last; the two large tables are in write-rows.ts.
 */
import { StructuralIndexError } from "../errors.ts";
import type { CatalogFile } from "../protocol/calls.ts";
import type { LinkedFile, LinkedIndex } from "../resolve/linked.ts";
import { type Manifest, PRECISIONS, type Precision, SCHEMA_VERSION } from "../types.ts";
import { createIndexes, createTables, type META } from "./schema.ts";
import type { Database, SqlValue } from "./sqlite.ts";
import { RowWriter } from "./write-rows.ts";

export interface CatalogContent {
	/** Each file's facts are dropped when its rows are written, so that their memory can go. */
	linked: LinkedIndex;
	/** All files, indexed or not, sorted by path; the indexed ones are those of `linked`. */
	files: readonly CatalogFile[];
	/** Complete. Its backend_versions say backend and precision of each language. */
	manifest: Manifest;
	/** Ids of all registered languages. */
	languages: readonly string[];
	/** ISO 8601. */
	created_at: string;
}

/** What a language's rows say about who found them. */
export interface Backend {
	backend_name: string;
	precision: Precision;
}

/**
 * A private new file: no journal, no sync until the end, no locks. CHECKs are off because they cost half of the load and
 * what they check comes from our own lists (integrity_check looks again). 16 kB pages save reads when indexes are made;
 * a cache above 8 MB gained nothing on 30 000 symbols and 150 000 edges (0.82 s, heap 24 MB; with 64 MB the same time).
 */
const PRAGMAS = `PRAGMA page_size=16384; PRAGMA cache_size=-8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;
	PRAGMA locking_mode=EXCLUSIVE; PRAGMA foreign_keys=OFF; PRAGMA ignore_check_constraints=ON;`;

/**
 * Fills an empty database in one transaction.
 * @throws StructuralIndexError `state-unwritable` when the disk does not take it.
 */
export function writeCatalog(database: Database, content: CatalogContent): void {
	const { linked, files, manifest, languages, created_at } = content;
	database.exec(PRAGMAS);
	database.exec("BEGIN");
	createTables(database);
	writeMeta(database, manifest, languages);
	const rows = new RowWriter(database, linked);
	try {
		let index = 0;
		for (const file of files) {
			const from = file.status === "indexed" ? index++ : -1;
			const unit = linked.files[from];
			if (from >= 0 && unit?.path !== file.path) {
				throw new StructuralIndexError("internal", `linked file expected ${file.path}, got ${unit?.path ?? "none"}`);
			}
			const backend = unit === undefined ? undefined : backendOf(manifest, unit.language);
			writeFile(database, file, unit, backend);
			if (unit === undefined || backend === undefined || file.unit === undefined) continue;
			const edges = rows.write(unit, from, backend, file.unit.cache_key);
			insert(database, "unit_cache", [
				file.unit.cache_key,
				file.path,
				unit.language,
				file.unit.extractor_name,
				file.unit.extractor_version,
				1,
				unit.facts.symbols.rows,
				edges,
				file.bytes,
				created_at,
				manifest.snapshot_id,
			]);
			linked.files[from] = { ...unit, facts: undefined as unknown as LinkedFile["facts"] };
		}
		if (rows.left !== 0) throw new StructuralIndexError("internal", `${rows.left} edges are of no indexed file`);
	} finally {
		rows.free();
	}
	for (const unit of manifest.deferred_units) {
		const { unit_id, language, priority, reason } = unit;
		insert(database, "deferred_units", [
			unit_id,
			language,
			JSON.stringify(unit.files),
			priority,
			reason,
			null,
			created_at,
		]);
	}
	createIndexes(database);
	database.exec("COMMIT");
}

function backendOf(manifest: Manifest, language: string): Backend {
	const backend = manifest.provider.backend_versions[language];
	if (backend !== undefined && PRECISIONS.includes(backend.precision)) return backend;
	throw new StructuralIndexError(
		"internal",
		`manifest.provider.backend_versions expected "${language}" with a precision`,
	);
}

function writeMeta(database: Database, manifest: Manifest, languages: readonly string[]): void {
	const values: Record<keyof typeof META, string> = {
		schema_version: String(SCHEMA_VERSION),
		build_id: manifest.build_id,
		snapshot_id: manifest.snapshot_id,
		tool: manifest.tool,
		manifest: JSON.stringify(manifest),
		languages: JSON.stringify([...languages].sort()),
	};
	for (const entry of Object.entries(values)) insert(database, "schema_meta", entry);
}

function writeFile(
	database: Database,
	file: CatalogFile,
	unit: LinkedFile | undefined,
	backend: Backend | undefined,
): void {
	const { path, language, status } = file;
	// A language's own partition also holds its files that failed.
	const partition = language === null ? null : `lang:${language}`;
	const precision = backend?.precision ?? (status === "deferred" ? "deferred" : null);
	const reason = file.reason || unit?.facts.note || null;
	insert(database, "files", [path, language, unit?.facts.lines ?? null, file.bytes, file.content_sha256, reason]);
	insert(database, "coverage", [
		path,
		unit === undefined ? 0 : 1,
		backend?.backend_name ?? null,
		precision,
		unit === undefined ? null : (file.unit?.cache_key ?? null),
		status,
		"default",
		partition,
	]);
}

/** Equal files share one unit, so a key that is there already is no mistake; in all other tables it would be. */
function insert(database: Database, table: string, values: readonly SqlValue[]): void {
	const or = table === "unit_cache" ? " OR IGNORE" : "";
	const statement = database.prepare(`INSERT${or} INTO ${table} VALUES (${values.map(() => "?").join(",")})`);
	for (let i = 0; i < values.length; i++) statement.bind(i + 1, values[i] as SqlValue);
	statement.run();
}
