/** The five operations and six for people and pages: arguments are checked here, once, and every answer carries coverage. */
import { invalidArgument, StructuralIndexError, show } from "../errors.ts";
import {
	type BoundaryAnswer,
	type BoundaryQuery,
	type CallsAnswer,
	type CallsQuery,
	type CoverageQuery,
	type FileCoverage,
	type ListCallsAnswer,
	type ListCallsQuery,
	type ListFilesAnswer,
	type ListFilesQuery,
	type ListSymbolsAnswer,
	type ListSymbolsQuery,
	type ResolveSymbolAnswer,
	type ResolveSymbolQuery,
	type SearchSymbolsAnswer,
	type SearchSymbolsQuery,
	type StructuralQueries,
	SYMBOL_KINDS,
	type SymbolAnswer,
	type SymbolKind,
	type SymbolQuery,
	type SymbolRow,
	type UnresolvedCallsAnswer,
	type UnresolvedCallsQuery,
} from "../types.ts";
import { codePoints, MAX_QUERY_CHARACTERS, wordsOf } from "./search.ts";
import type { KnownFile, Source } from "./source.ts";

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
/** Of the lists of files and of what is in one file: a page shows a file whole, and a long one has thousands of calls. */
const MAX_LIST_LIMIT = 10_000;

export class Queries implements StructuralQueries {
	readonly #source: Source;
	/** With nothing indexed there is nothing a name could be missing from: every operation answers empty. */
	readonly #empty: boolean;

	constructor(source: Source, empty: boolean) {
		this.#source = source;
		this.#empty = empty;
	}

	/** @throws StructuralIndexError `invalid-argument`, `language-unknown`, `path-outside-root`, `file-not-found`. */
	async resolve_symbol(query: ResolveSymbolQuery): Promise<ResolveSymbolAnswer> {
		const args = fields(query, ["name", "language", "file", "namespace", "limit", "offset"]);
		const name = text("name", args.name);
		const language = optionalText("language", args.language);
		const namespace = optionalText("namespace", args.namespace);
		const path = args.file == null ? undefined : filePath(args.file);
		const { limit, offset } = page(args);
		if (!this.#empty) {
			await this.#checkLanguage(language);
			if (path !== undefined) await this.#known(path);
		}
		const { rows, total } = await this.#source.resolve({ name, language, file: path, namespace }, limit, offset);
		const has_more = offset + rows.length < total;
		return { results: rows, total, ambiguous: total > 1, has_more, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`, `symbol-not-found`. */
	async find_callers(query: CallsQuery): Promise<CallsAnswer> {
		const { symbol, limit, offset } = await this.#callsQuery(query);
		const coverage = this.#source.coverage();
		if (symbol === undefined) return { results: [], total: 0, has_more: false, unresolved_same_name: 0, coverage };
		const { rows, total, unresolved_same_name } = await this.#source.callers(symbol, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, unresolved_same_name, coverage };
	}

	/** @throws StructuralIndexError `invalid-argument`, `symbol-not-found`. */
	async find_callees(query: CallsQuery): Promise<CallsAnswer> {
		const { symbol, limit, offset } = await this.#callsQuery(query);
		const coverage = this.#source.coverage();
		if (symbol === undefined) return { results: [], total: 0, has_more: false, coverage };
		const { rows, total } = await this.#source.callees(symbol, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage };
	}

	/** @throws StructuralIndexError `invalid-argument`, `path-outside-root`, `file-not-found`, `line-out-of-range`. */
	async get_function_boundary(query: BoundaryQuery): Promise<BoundaryAnswer> {
		const args = fields(query, ["file", "line"]);
		const path = filePath(args.file);
		const line = integer("line", args.line, 1, Number.MAX_SAFE_INTEGER, "integer ≥ 1");
		let symbol: SymbolRow | undefined;
		if (!this.#empty) {
			const { lines } = await this.#known(path);
			if (lines !== null && line > lines) {
				throw new StructuralIndexError(
					"line-out-of-range",
					`"line" expected 1..${lines} in ${show(path)}, got ${line}`,
				);
			}
			symbol = await this.#source.boundary(path, line);
		}
		return {
			symbol_id: symbol?.symbol_id ?? null,
			name: symbol?.name ?? null,
			qualified_name: symbol?.qualified_name ?? null,
			kind: symbol?.kind ?? null,
			start_line: symbol?.start_line ?? null,
			end_line: symbol?.end_line ?? null,
			signature: symbol?.signature ?? null,
			precision: symbol?.precision ?? null,
			backend: symbol?.backend ?? null,
			coverage: this.#source.coverage(),
		};
	}

	/** @throws StructuralIndexError `invalid-argument`, `path-outside-root`, `file-not-found`. */
	async get_coverage(query: CoverageQuery = {}): Promise<FileCoverage> {
		const args = fields(query, ["file"]);
		const path = args.file == null ? undefined : filePath(args.file);
		const known = path === undefined || this.#empty ? undefined : await this.#known(path);
		return { ...this.#source.coverage(), file: known?.coverage ?? null };
	}

	/** @throws StructuralIndexError `invalid-argument`, `symbol-not-found`. */
	async get_symbol(query: SymbolQuery): Promise<SymbolAnswer> {
		const symbol = await this.#symbol(fields(query, ["symbol_id"]));
		return { symbol: symbol ?? null, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`. */
	async unresolved_calls(query: UnresolvedCallsQuery): Promise<UnresolvedCallsAnswer> {
		const args = fields(query, ["name", "limit", "offset"]);
		const name = text("name", args.name);
		const { limit, offset } = page(args);
		const { rows, total } = await this.#source.unresolved(name, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`. */
	async list_files(query: ListFilesQuery = {}): Promise<ListFilesAnswer> {
		const args = fields(query, ["unsupported", "all", "limit", "offset"]);
		const all = yesOrNo("all", args.all);
		const unsupported = yesOrNo("unsupported", args.unsupported);
		const { limit, offset } = page(args, MAX_LIST_LIMIT);
		const choice = all ? "all" : unsupported ? "unsupported" : "noted";
		const { rows, total } = await this.#source.files(choice, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`, `language-unknown`. */
	async search_symbols(query: SearchSymbolsQuery): Promise<SearchSymbolsAnswer> {
		const args = fields(query, ["query", "language", "kind", "limit", "offset"]);
		const asked = text("query", args.query);
		const words = wordsOf(asked);
		if (words.length === 0) throw invalidArgument("query", "a text that is not blank", asked);
		if (codePoints(asked) > MAX_QUERY_CHARACTERS) {
			throw invalidArgument("query", `at most ${MAX_QUERY_CHARACTERS} characters`, asked);
		}
		const language = optionalText("language", args.language);
		const kind = optionalText("kind", args.kind) as SymbolKind | undefined;
		if (kind !== undefined && !SYMBOL_KINDS.includes(kind)) {
			throw invalidArgument("kind", `one of ${SYMBOL_KINDS.join(", ")}`, kind);
		}
		const { limit, offset } = page(args);
		if (!this.#empty) await this.#checkLanguage(language);
		const { rows, total } = await this.#source.search({ words, language, kind }, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`, `path-outside-root`, `file-not-found`. */
	async list_symbols(query: ListSymbolsQuery): Promise<ListSymbolsAnswer> {
		const { path, limit, offset } = await this.#fileQuery(query);
		const { rows, total } = await this.#source.symbols(path, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage: this.#source.coverage() };
	}

	/** @throws StructuralIndexError `invalid-argument`, `path-outside-root`, `file-not-found`. */
	async list_calls(query: ListCallsQuery): Promise<ListCallsAnswer> {
		const { path, limit, offset } = await this.#fileQuery(query);
		const { rows, total } = await this.#source.calls(path, limit, offset);
		return { results: rows, total, has_more: offset + rows.length < total, coverage: this.#source.coverage() };
	}

	/**
	 * Which content of a file is indexed, for rooms that keep copies of it; null when that is not known.
	 * @throws StructuralIndexError `invalid-argument`, `path-outside-root`, `file-not-found`.
	 */
	async content_sha256(query: { file: string }): Promise<string | null> {
		const path = filePath(fields(query, ["file"]).file);
		return this.#empty ? null : (await this.#known(path)).content_sha256;
	}

	async #checkLanguage(language: string | undefined): Promise<void> {
		if (language === undefined || (await this.#source.knowsLanguage(language))) return;
		throw new StructuralIndexError("language-unknown", `"language" expected a known language, got ${show(language)}`);
	}

	async #fileQuery(query: ListSymbolsQuery | ListCallsQuery) {
		const args = fields(query, ["file", "limit", "offset"]);
		const path = filePath(args.file);
		const { limit, offset } = page(args, MAX_LIST_LIMIT);
		if (!this.#empty) await this.#known(path);
		return { path, limit, offset };
	}

	async #known(path: string): Promise<KnownFile> {
		const known = await this.#source.file(path);
		if (known === undefined) throw new StructuralIndexError("file-not-found", `the index has no file ${show(path)}`);
		return known;
	}

	async #callsQuery(query: CallsQuery) {
		const args = fields(query, ["symbol_id", "limit", "offset"]);
		const { limit, offset } = page(args);
		return { symbol: await this.#symbol(args), limit, offset };
	}

	async #symbol(args: Record<string, unknown>): Promise<SymbolRow | undefined> {
		const symbol_id = text("symbol_id", args.symbol_id);
		if (this.#empty) return undefined;
		const symbol = await this.#source.symbol(symbol_id);
		if (symbol === undefined) {
			throw new StructuralIndexError("symbol-not-found", `the index has no symbol ${show(symbol_id)}`);
		}
		return symbol;
	}
}

/** Refuses what is not an object and keys that are not arguments: a misspelt filter must not widen an answer. */
function fields(query: unknown, names: readonly string[]): Record<string, unknown> {
	if (typeof query !== "object" || query === null || Array.isArray(query))
		throw invalidArgument("query", "an object", query);
	const args = query as Record<string, unknown>;
	for (const key of Object.keys(args)) {
		if (!names.includes(key)) throw invalidArgument("query", `only the arguments ${names.join(", ")}`, key);
	}
	return args;
}

function text(name: string, value: unknown): string {
	if (typeof value !== "string" || value === "") throw invalidArgument(name, "a non-empty string", value);
	return value;
}

function optionalText(name: string, value: unknown): string | undefined {
	return value === undefined || value === null ? undefined : text(name, value);
}

function yesOrNo(name: string, value: unknown): boolean {
	if (value !== undefined && value !== null && typeof value !== "boolean")
		throw invalidArgument(name, "true or false", value);
	return value === true;
}

function page(args: Record<string, unknown>, most = MAX_LIMIT): { limit: number; offset: number } {
	return {
		limit: integer("limit", args.limit ?? DEFAULT_LIMIT, 1, most, `integer in 1..${most}`),
		offset: integer("offset", args.offset ?? 0, 0, Number.MAX_SAFE_INTEGER, "integer ≥ 0"),
	};
}

function integer(name: string, value: unknown, least: number, most: number, expected: string): number {
	if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
		throw invalidArgument(name, expected, value);
	}
	return value;
}

/** The index's spelling of a path: relative, `/`-separated, without `.` and `..`. */
function filePath(value: unknown): string {
	const given = text("file", value);
	const path = given.replaceAll("\\", "/");
	const parts: string[] = [];
	const absolute = path.startsWith("/") || /^[A-Za-z]:\//.test(path);
	if (absolute) {
		throw new StructuralIndexError(
			"path-outside-root",
			`"file" expected a path relative to the source root, got an absolute one: ${show(given)}`,
		);
	}
	let outside = false;
	for (const part of path.split("/")) {
		if (part === "" || part === ".") continue;
		if (part !== "..") parts.push(part);
		else if (parts.pop() === undefined) outside = true;
	}
	if (outside) {
		throw new StructuralIndexError(
			"path-outside-root",
			`"file" expected a path inside the source root, got ${show(given)}`,
		);
	}
	if (parts.length === 0) throw invalidArgument("file", "the path of a file", given);
	return parts.join("/");
}
