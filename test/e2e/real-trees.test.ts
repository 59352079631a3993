/** Trees that nobody wrote for this: Python's library, and the TypeScript package with one file of 9 MB. */
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv/dist/2020.js";
import { type BuildResult, buildIndex, openIndex, type ProgressEvent } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { expectWhole, INDEX, newFolder, ROOT, run, sqlite } from "./support.ts";

/** Data contract, section 8. */
const TABLES: Record<string, string> = {
	schema_meta: "key value",
	symbols:
		"symbol_id name qualified_name namespace language file_path start_line end_line kind signature backend precision corpus " +
		"partition_key unit_cache_key source_layer",
	call_edges: "edge_id caller_id callee_id callee_name file_path line edge_kind corpus partition_key source_layer",
	function_boundaries: "symbol_id file_path start_line end_line signature language",
	coverage: "file_path indexed backend precision unit_cache_key status corpus partition_key",
	unit_cache:
		"cache_key unit_id language extractor_name extractor_version file_count symbol_count edge_count source_bytes created_at " +
		"snapshot_id",
	deferred_units: "unit_id language files priority reason cache_key created_at",
};
const INDEXES: Record<string, string> = {
	idx_symbols_name: "symbols(name)",
	idx_symbols_qualified: "symbols(qualified_name)",
	idx_symbols_file: "symbols(file_path,start_line)",
	idx_symbols_lang: "symbols(language)",
	idx_edges_caller: "call_edges(caller_id)",
	idx_edges_callee: "call_edges(callee_id)",
	idx_edges_callee_name: "call_edges(callee_name)",
	idx_edges_file: "call_edges(file_path,line)",
	idx_boundaries_file: "function_boundaries(file_path,start_line,end_line)",
	idx_coverage_status: "coverage(status)",
	idx_deferred_priority: "deferred_units(priority)",
};

/** Everything but what git would never call a tree's own and what Python and npm put beside sources. */
function filesBelow(root: string, left: ReadonlySet<string>): string[] {
	const found: string[] = [];
	const walk = (folder: string) => {
		for (const name of readdirSync(join(root, folder))) {
			if (left.has(name)) continue;
			const path = folder === "" ? name : `${folder}/${name}`;
			if (lstatSync(join(root, path)).isDirectory()) walk(path);
			else found.push(path);
		}
	};
	walk("");
	return found.sort();
}

const stdlib = run("python3", ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).stdout.trim();
/** Half of the library: its own tests, and what pip put there. */
const LEFT = ["test", "tests", "site-packages", "dist-packages", "idlelib", "lib-dynload", "ensurepip", "lib2to3"];

const TREES = [
	{
		name: "Python's library",
		root: stdlib,
		options: { ignore: LEFT },
		left: new Set([...LEFT, "__pycache__"]),
		least: { files: 300, symbols: 10_000 },
		callers: { name: "urlsplit", file: "urllib/parse.py", of: "urlparse" },
	},
	{
		name: "the TypeScript package",
		root: join(ROOT, "node_modules/typescript"),
		options: { default_ignores: false },
		left: new Set<string>(),
		least: { files: 100, symbols: 30_000 },
		callers: { name: "createScanner", file: "lib/typescript.js", of: "getErrorSpanForNode" },
	},
];

describe.each(TREES)("$name", ({ root, options, left, least, callers }) => {
	const state = newFolder();
	const catalog = join(state, INDEX, "catalog.sqlite");
	const events: ProgressEvent[] = [];
	let result: BuildResult;
	beforeAll(async () => {
		const on_progress = (event: ProgressEvent) => events.push(event);
		result = await buildIndex({ target_root: root, state_root: state, on_progress, ...options });
	}, 90_000);

	test("is complete, and every file is in coverage", () => {
		const files = filesBelow(root, left);
		// Debian's library holds a few.
		const links = files.filter((path) => lstatSync(join(root, path)).isSymbolicLink());
		expect(result.problems.map(({ status, file_path }) => `${status} ${file_path}`)).toEqual(
			links.map((path) => `skipped ${path}`),
		);
		expect(result.warnings).toEqual([]);
		const { status, coverage, units, counts } = result.manifest;
		expect(status).toBe("complete");
		expect(sqlite(catalog, "SELECT file_path FROM coverage ORDER BY file_path").split("\n")).toEqual(files);
		expect(coverage).toMatchObject({ total_files: files.length, failed_files: 0, deferred_files: 0 });
		expect(coverage.indexed_files + coverage.unsupported_files + links.length).toBe(files.length);
		expect(coverage.indexed_files).toBeGreaterThan(least.files);
		expect(counts.symbols).toBeGreaterThan(least.symbols);
		expect(units).toEqual({ total: coverage.indexed_files, reused: 0, rebuild: coverage.indexed_files, failed: 0 });
		const claimed = files.filter((path) => !links.includes(path) && /\.(py|pyi|[cm]?[jt]sx?|[ch])$/.test(path));
		const indexed = new Set(sqlite(catalog, "SELECT file_path FROM coverage WHERE indexed = 1").split("\n"));
		expect(claimed.filter((path) => !indexed.has(path))).toEqual([]);
	});

	test("the catalog is whole and counts what the manifest says", () => {
		expectWhole(state);
		const { counts } = result.manifest;
		const count = (from: string) => Number(sqlite(catalog, `SELECT count(*) FROM ${from}`));
		expect({
			symbols: count("symbols"),
			call_edges: count("call_edges"),
			resolved_edges: count("call_edges WHERE callee_id IS NOT NULL"),
		}).toEqual(counts);
		expect(count("call_edges WHERE (callee_id IS NULL) <> (edge_kind = 'unresolved')")).toBe(0);
		expect(count("symbols WHERE kind = 'module'")).toBe(result.manifest.coverage.indexed_files);
		expect(count("symbols WHERE end_line < start_line OR start_line < 1")).toBe(0);
		expect(count("unit_cache")).toBeGreaterThan(0);
	});

	test("has every table, column and index of the contract", () => {
		for (const [table, columns] of Object.entries(TABLES)) {
			const present = sqlite(catalog, `SELECT name FROM pragma_table_info('${table}')`).split("\n");
			expect(present, table).toEqual(expect.arrayContaining(columns.split(" ")));
		}
		for (const [index, on] of Object.entries(INDEXES)) {
			const table = sqlite(catalog, `SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = '${index}'`);
			const columns = sqlite(catalog, `SELECT name FROM pragma_index_info('${index}')`).split("\n");
			expect(`${table}(${columns.join(",")})`, index).toBe(on);
		}
	});

	test("the manifest fits the shipped schema and is the one returned", () => {
		const schema = JSON.parse(readFileSync(join(ROOT, "dist/assets/manifest.schema.json"), "utf8"));
		const validate = new Ajv({ strict: true, allErrors: true }).compile(schema);
		const manifest = JSON.parse(readFileSync(result.manifest_path, "utf8"));
		expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
		expect(manifest).toEqual(result.manifest);
		for (const path of [result.catalog_path, result.query_helper_path]) expect(existsSync(path), path).toBe(true);
	});

	test("the time in the manifest covers all phases", () => {
		const began = (phase: string) => events.find((event) => event.phase === phase)?.elapsed_ms ?? Number.NaN;
		const order = ["scan", "index", "link", "publish"];
		expect([...new Set(events.map((event) => event.phase))]).toEqual(order);
		const { build_duration_ms } = result.manifest;
		for (const phase of order) expect(build_duration_ms).toBeGreaterThanOrEqual(began(phase));
		expect(build_duration_ms).toBeLessThanOrEqual(events.at(-1)?.elapsed_ms ?? 0);
		const indexing = events.filter((event) => event.phase === "index");
		const last = indexing.at(-1);
		expect(last).toMatchObject({ done: last?.total, bytes: last?.total_bytes });
		expect(indexing.length).toBeGreaterThan(5);
	});

	test("answers who calls a function in it", async () => {
		await using index = await openIndex({ state_root: state });
		expect(index.manifest).toEqual(result.manifest);
		const { results } = await index.resolve_symbol({ name: callers.name, file: callers.file });
		expect(results.length).toBeGreaterThan(0);
		const found = [];
		for (const { symbol_id } of results) found.push(...(await index.find_callers({ symbol_id })).results);
		expect(found.map((row) => row.name)).toContain(callers.of);
	});
});
