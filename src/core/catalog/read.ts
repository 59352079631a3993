/** A published catalog as the source of answers. Read-only and immutable: nothing is written anywhere. */
import {
	type CallerPage,
	type FileChoice,
	type FileRow,
	type KnownFile,
	namespaceSplits,
	type Page,
	type SearchFilter,
	type Source,
	type SymbolFilter,
} from "../query/source.ts";
import {
	type CallRow,
	type Coverage,
	type CoverageStatus,
	type FileCallRow,
	type Manifest,
	PRECISIONS,
	type Precision,
	type SymbolRow,
} from "../types.ts";
import { dumpCatalog } from "./dump.ts";
import { META } from "./schema.ts";
import { CatalogSearch } from "./search.ts";
import type { Database, SqlValue } from "./sqlite.ts";

const SYMBOL = `symbol_id, name, qualified_name, namespace, language, file_path, start_line, end_line, kind, signature,
	backend, precision`;
/** A call site seen from its caller. */
const CALLER = `c.symbol_id, c.name, c.qualified_name, c.kind, c.file_path AS defined_in, c.start_line, c.end_line,
	e.callee_name, e.file_path, e.line, e.edge_kind, c.precision, c.backend`;
/** A call site seen from its callee; precision and backend are the caller's: who found the file's calls. */
const CALLEE = `e.callee_id AS symbol_id, coalesce(t.name, e.callee_name) AS name, t.qualified_name, t.kind,
	t.file_path AS defined_in, t.start_line, t.end_line, e.callee_name, e.file_path, e.line, e.edge_kind, c.precision,
	c.backend`;
const CALLEE_FROM = `call_edges e JOIN symbols c ON c.symbol_id = e.caller_id
	LEFT JOIN symbols t ON t.symbol_id = e.callee_id`;
const PRECISION_RANK = `CASE c.precision ${PRECISIONS.map((precision, i) => `WHEN '${precision}' THEN ${i}`).join(" ")} END`;
/** SQLite binds 64-bit integers; no table has as many rows as this. */
const MAX_OFFSET = 2 ** 31 - 1;

export class CatalogSource implements Source {
	readonly #database: Database;
	readonly #manifest: Manifest;
	readonly #languages: ReadonlySet<string>;
	readonly #search: CatalogSearch;

	/** @param meta the checked catalog's schema_meta; @param manifest the one embedded there. */
	constructor(database: Database, meta: ReadonlyMap<string, string>, manifest: Manifest) {
		this.#database = database;
		this.#manifest = manifest;
		this.#search = new CatalogSearch(database);
		const languages: unknown = JSON.parse(meta.get(META.languages) ?? "[]");
		this.#languages = new Set(Array.isArray(languages) ? languages.map(String) : []);
	}

	coverage(): Coverage {
		return coverageOf(this.#manifest);
	}

	file(path: string): KnownFile | undefined {
		const row = this.#database.first<{
			file_path: string;
			indexed: number;
			backend: string | null;
			precision: Precision | null;
			status: CoverageStatus;
			reason: string | null;
			lines: number | null;
			content_sha256: string | null;
		}>(
			`SELECT c.file_path, indexed, backend, precision, status, reason, lines, content_sha256
			FROM coverage c LEFT JOIN files f ON f.file_path = c.file_path WHERE c.file_path = ? ORDER BY c.corpus LIMIT 1`,
			path,
		);
		if (row === undefined) return undefined;
		const { file_path, status, indexed, backend, precision, reason, lines, content_sha256 } = row;
		const coverage = { file_path, status, indexed: indexed === 1, backend, precision, reason };
		return { coverage, lines, content_sha256 };
	}

	knowsLanguage(language: string): boolean {
		if (this.#languages.has(language)) return true;
		return this.#database.first("SELECT 1 FROM symbols WHERE language = ? LIMIT 1", language) !== undefined;
	}

	resolve({ name, language, file, namespace }: SymbolFilter, limit: number, offset: number): Page<SymbolRow> {
		const values: SqlValue[] = [name, name];
		let qualified = "qualified_name = ?";
		for (const split of namespaceSplits(name)) {
			qualified += " OR (qualified_name = ? AND namespace = ?)";
			values.push(split[1], split[0]);
		}
		// The unary + keeps the planner on the indexes of names: without statistics it would walk a whole language.
		let where = `(name = ? OR ${qualified})`;
		for (const [column, value] of Object.entries({ language, file_path: file, namespace })) {
			if (value === undefined) continue;
			where += ` AND +${column} = ?`;
			values.push(value);
		}
		const rows = this.#database.all<SymbolRow>(
			`SELECT ${SYMBOL} FROM symbols WHERE ${where}
			ORDER BY NOT (${qualified}), file_path, start_line, symbol_id LIMIT ? OFFSET ?`,
			...values,
			...values.slice(1, values.length - [language, file, namespace].filter((value) => value !== undefined).length),
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows, total: this.#count(`symbols WHERE ${where}`, ...values) };
	}

	symbol(symbol_id: string): SymbolRow | undefined {
		return this.#database.first<SymbolRow>(`SELECT ${SYMBOL} FROM symbols WHERE symbol_id = ?`, symbol_id);
	}

	callers({ symbol_id, name }: SymbolRow, limit: number, offset: number): CallerPage {
		const rows = this.#database.all<CallRow>(
			`SELECT ${CALLER} FROM call_edges e JOIN symbols c ON c.symbol_id = e.caller_id WHERE e.callee_id = ?
			ORDER BY ${PRECISION_RANK}, e.file_path, e.line, e.edge_id LIMIT ? OFFSET ?`,
			symbol_id,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return {
			rows,
			total: this.#count("call_edges WHERE callee_id = ?", symbol_id),
			unresolved_same_name: this.#countUnresolved(name),
		};
	}

	callees({ symbol_id }: SymbolRow, limit: number, offset: number): Page<CallRow> {
		const rows = this.#database.all<CallRow>(
			`SELECT ${CALLEE} FROM ${CALLEE_FROM} WHERE e.caller_id = ? ORDER BY e.file_path, e.line, e.edge_id LIMIT ? OFFSET ?`,
			symbol_id,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows, total: this.#count("call_edges WHERE caller_id = ?", symbol_id) };
	}

	// The unary + keeps the planner on the index of names: most rows of a catalog may have no callee_id.
	unresolved(name: string, limit: number, offset: number): Page<CallRow> {
		const rows = this.#database.all<CallRow>(
			`SELECT ${CALLER} FROM call_edges e JOIN symbols c ON c.symbol_id = e.caller_id
			WHERE e.callee_name = ? AND +e.callee_id IS NULL ORDER BY e.file_path, e.line, e.edge_id LIMIT ? OFFSET ?`,
			name,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows, total: this.#countUnresolved(name) };
	}

	files(choice: FileChoice, limit: number, offset: number): Page<FileRow> {
		const noted = "(status <> 'indexed' OR reason IS NOT NULL)";
		const where = { noted: `${noted} AND status <> 'unsupported'`, unsupported: noted, all: "TRUE" }[choice];
		const from = `coverage c LEFT JOIN files f ON f.file_path = c.file_path WHERE ${where}`;
		const rows = this.#database.all<Omit<FileRow, "indexed"> & { indexed: number }>(
			`SELECT c.file_path, status, indexed, backend, precision, reason FROM ${from}
			ORDER BY c.file_path, c.corpus LIMIT ? OFFSET ?`,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows: rows.map((row) => ({ ...row, indexed: row.indexed === 1 })), total: this.#count(from) };
	}

	search(filter: SearchFilter, limit: number, offset: number): Page<SymbolRow> {
		const { rows, total } = this.#search.find(filter, limit, offset);
		const read = (rowid: number) =>
			this.#database.all<SymbolRow>(`SELECT ${SYMBOL} FROM symbols WHERE rowid = ?`, rowid);
		return { rows: rows.flatMap(read), total };
	}

	symbols(path: string, limit: number, offset: number): Page<SymbolRow> {
		const rows = this.#database.all<SymbolRow>(
			`SELECT ${SYMBOL} FROM symbols WHERE file_path = ? ORDER BY start_line, end_line DESC, symbol_id LIMIT ? OFFSET ?`,
			path,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows, total: this.#count("symbols WHERE file_path = ?", path) };
	}

	calls(path: string, limit: number, offset: number): Page<FileCallRow> {
		const rows = this.#database.all<FileCallRow>(
			`SELECT ${CALLEE}, e.caller_id, c.qualified_name AS caller_qualified_name FROM ${CALLEE_FROM}
			WHERE e.file_path = ? ORDER BY e.line, e.edge_id LIMIT ? OFFSET ?`,
			path,
			limit,
			Math.min(offset, MAX_OFFSET),
		);
		return { rows, total: this.#count("call_edges WHERE file_path = ?", path) };
	}

	boundary(path: string, line: number): SymbolRow | undefined {
		const found = this.#database.first<{ symbol_id: string }>(
			`SELECT symbol_id FROM function_boundaries WHERE file_path = ? AND start_line <= ? AND end_line >= ?
			ORDER BY start_line DESC, end_line, symbol_id LIMIT 1`,
			path,
			line,
			line,
		);
		return found === undefined ? undefined : this.symbol(found.symbol_id);
	}

	dump(): Iterable<string> {
		return dumpCatalog(this.#database, this.#manifest);
	}

	close(): void {
		this.#database.close();
	}

	#countUnresolved(name: string): number {
		return this.#count("call_edges WHERE callee_name = ? AND +callee_id IS NULL", name);
	}

	#count(from: string, ...values: SqlValue[]): number {
		return this.#database.first<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values)?.n ?? 0;
	}
}

export function coverageOf(manifest: Manifest): Coverage {
	const { coverage, status, snapshot_id, stale, provider } = manifest;
	const backends = new Set(Object.values(provider.backend_versions).map((entry) => entry.backend_name));
	return {
		total_files: coverage.total_files,
		indexed_files: coverage.indexed_files,
		failed: coverage.failed_files,
		deferred: coverage.deferred_files,
		partition_status: status,
		backends_used: [...backends].sort(),
		snapshot_id,
		stale,
	};
}
