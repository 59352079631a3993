import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PATHS } from "../../src/core/publish/paths.ts";
import { openQueries } from "../../src/core/query/open.ts";
import { compareBinary, namespaceSplits } from "../../src/core/query/source.ts";
import { nodeDatabases } from "../../src/node/databases.ts";
import { nodeState } from "../../src/node/state.ts";
import { codeOf, queriesSuite } from "../conformance/queries.suite.ts";
import { type BuildSetup, buildCatalog, SPECS, sqliteWasm } from "./catalog-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "mantis-query-"));
afterAll(() => rmSync(folder, { recursive: true }));
let roots = 0;

/** A state root with the parts asked for. */
async function stateRoot(parts: ("manifest" | "catalog" | "jsonl")[], setup: BuildSetup = {}, specs = SPECS) {
	const root = join(folder, `root${roots++}`);
	const at = (path: string) => join(root, "workspace", path);
	mkdirSync(at(PATHS.tmp), { recursive: true });
	const location = at(parts.includes("catalog") ? PATHS.catalog : `${PATHS.tmp}/unused.sqlite`);
	const { manifest, jsonl } = await buildCatalog(location, specs, setup);
	if (parts.includes("manifest")) writeFileSync(at(PATHS.manifest), JSON.stringify(manifest));
	if (parts.includes("jsonl")) writeFileSync(at(PATHS.jsonl), jsonl);
	return { root, at, manifest };
}

const open = async (root: string) =>
	openQueries({ state: await nodeState.open(root), databases: nodeDatabases, sqlite: async () => sqliteWasm });

queriesSuite("a catalog", async () => open((await stateRoot(["manifest", "catalog", "jsonl"])).root));
queriesSuite("a JSONL", async () => open((await stateRoot(["jsonl"])).root), [
	"resolution",
	"namespaces",
	"languages",
	"file facts",
]);

describe("opening", () => {
	test("takes the catalog, else the JSONL, else nothing", async () => {
		const source = async (...parts: Parameters<typeof stateRoot>) =>
			(await open((await stateRoot(...parts)).root)).source;
		expect(await source(["manifest", "catalog", "jsonl"])).toBe("catalog");
		expect(await source(["jsonl"])).toBe("jsonl");
		expect(await source(["manifest", "jsonl"])).toBe("jsonl");
		expect(await source([])).toBe("empty");
	});

	test("a manifest without catalog is an error when the JSONL cannot stand in", async () => {
		expect(await codeOf(open((await stateRoot(["manifest"])).root))).toBe("index-corrupt");
		expect(await codeOf(open((await stateRoot(["manifest", "jsonl"], { max_jsonl_records: 3 })).root))).toBe(
			"index-corrupt",
		);
	});

	test("an unpublished catalog is not read", async () => {
		expect((await open((await stateRoot(["catalog"])).root)).source).toBe("empty");
	});

	test("a catalog newer than manifest.json speaks for itself", async () => {
		const { root, at } = await stateRoot(["manifest", "catalog"]);
		const older = { ...(await stateRoot(["manifest"])).manifest, build_id: "build-0", snapshot_id: "snap-0" };
		writeFileSync(at(PATHS.manifest), JSON.stringify(older));
		const index = await open(root);
		expect(index.manifest).toMatchObject({ build_id: "build-1", snapshot_id: "snap-1" });
		expect((await index.get_coverage()).snapshot_id).toBe("snap-1");
		await index.close();
	});

	test.each([
		["not JSON", "{", "index-corrupt"],
		["no object", "[]", "index-corrupt"],
		["null", "null", "index-corrupt"],
		["an empty object", "{}", "index-corrupt"],
		["an empty file", "", "index-corrupt"],
		["another version", '{"schema_version":99}', "index-foreign"],
		["half a manifest", '{"schema_version":1,"snapshot_id":"x"}', "index-corrupt"],
		["bytes", Buffer.from([0xff, 0xfe, 0]), "index-corrupt"],
	])("a manifest that is %s", async (_, text, code) => {
		const { root, at } = await stateRoot(["catalog"]);
		writeFileSync(at(PATHS.manifest), text);
		expect(await codeOf(open(root))).toBe(code);
	});

	test.each([
		["a text", "not a database at all, but long enough to be one".repeat(99), "index-corrupt"],
		["empty", "", "index-corrupt"],
	])("a catalog that is %s", async (_, text, code) => {
		const { root, at } = await stateRoot(["manifest", "catalog"]);
		writeFileSync(at(PATHS.catalog), text);
		expect(await codeOf(open(root))).toBe(code);
	});

	test("a JSONL without header, or with a broken line, is corrupt", async () => {
		const { root, at } = await stateRoot([]);
		for (const text of ["", "{}\n", "nonsense\n", '{"_provenance":true,"snapshot_id":"s"}\n{"_type":"function"}\n']) {
			writeFileSync(at(PATHS.jsonl), text);
			expect(await codeOf(open(root))).toBe("index-corrupt");
		}
	});

	test("a JSONL of another writer", async () => {
		const { root, at } = await stateRoot([]);
		const lines = [
			{ _provenance: true, snapshot_id: "abc", tool: "ctags" },
			{ _type: "function", key: "src/p.c:ns::f", start_line: 1, end_line: 5, signature: "void f()", calls: ["g"] },
			{ _type: "note", text: "passed over" },
			{ _type: "call_edge", caller: "ns::f", callee: "g", file: "src/p.c", line: 2 },
			{ _type: "call_edge", caller: "elsewhere", callee: "ns::f", file: "src/q.c", line: 9 },
		];
		writeFileSync(at(PATHS.jsonl), lines.map((line) => JSON.stringify(line)).join("\r\n"));
		const index = await open(root);
		const { results, coverage } = await index.resolve_symbol({ name: "ns::f" });
		expect(results).toMatchObject([
			{ symbol_id: "jsonl:src/p.c:ns::f:1", language: "unknown", precision: "symbol-only" },
		]);
		expect(coverage).toMatchObject({ snapshot_id: "abc", backends_used: ["ctags"], partition_status: "partial" });
		const symbol_id = "jsonl:src/p.c:ns::f:1";
		expect((await index.find_callees({ symbol_id })).results).toMatchObject([{ name: "g", line: 2 }]);
		expect((await index.find_callers({ symbol_id })).results).toMatchObject([{ name: "elsewhere", symbol_id: null }]);
	});

	test("a stale index says so in every answer", async () => {
		const setup = { manifest: { mode: "halt", stale: true, snapshot_id: "live:2024-01-01T00:00:00Z" } } as const;
		for (const parts of [["manifest", "catalog"], ["jsonl"]] as const) {
			const index = await open((await stateRoot([...parts], setup)).root);
			expect((await index.resolve_symbol({ name: "feed" })).coverage.stale).toBe(true);
			await index.close();
		}
	});
});

describe("an empty index", () => {
	test.each([
		["nothing there", []],
		["a published one", ["manifest", "catalog"]],
	] as const)("answers every operation: %s", async (_, parts) => {
		const setup: BuildSetup = {
			others: [],
			manifest: {
				status: "empty",
				coverage: {
					total_files: 0,
					indexed_files: 0,
					failed_files: 0,
					deferred_files: 0,
					skipped_files: 0,
					unsupported_files: 0,
				},
			},
		};
		const index = await open((await stateRoot([...parts], setup, [])).root);
		const coverage = { total_files: 0, indexed_files: 0, partition_status: "empty", backends_used: [] };
		const file = "anything.c";
		expect(await index.resolve_symbol({ name: "f", file, language: "klingon" })).toMatchObject({
			results: [],
			coverage,
		});
		expect(await index.find_callers({ symbol_id: "x" })).toMatchObject({
			results: [],
			total: 0,
			has_more: false,
			coverage,
		});
		expect(await index.find_callees({ symbol_id: "x" })).toMatchObject({ results: [], total: 0, coverage });
		expect(await index.get_function_boundary({ file, line: 3 })).toMatchObject({ symbol_id: null, coverage });
		expect(await index.get_coverage({ file })).toMatchObject({ ...coverage, file: null });
		expect(await index.unresolved_calls({ name: "f" })).toMatchObject({
			results: [],
			total: 0,
			has_more: false,
			coverage,
		});
		for (const answer of [
			await index.list_files(),
			await index.list_files({ all: true }),
			await index.search_symbols({ query: "f", language: "klingon" }),
			await index.search_symbols({ query: "feed" }),
			await index.list_symbols({ file }),
			await index.list_calls({ file }),
		]) {
			expect(answer).toMatchObject({ results: [], total: 0, has_more: false, coverage });
		}
		expect(await index.get_symbol({ symbol_id: "x" })).toMatchObject({ symbol: null, coverage });
		expect(await codeOf(index.find_callers({ symbol_id: "x", limit: 0 }))).toBe("invalid-argument");
		await index.close();
	});
});

describe("the dump", () => {
	const dumpOf = async (setup: BuildSetup) => {
		const index = await open((await stateRoot(["manifest", "catalog"], setup)).root);
		const lines: string[] = [];
		for await (const line of index.dump()) lines.push(line);
		await index.close();
		return lines;
	};

	test("is the same for equal trees, whatever the clock, the ids and the cache", async () => {
		const one = await dumpOf({});
		const two = await dumpOf({
			manifest: {
				build_id: "other",
				snapshot_id: "live:now",
				mode: "halt",
				stale: true,
				created_at: "2030-01-01T00:00:00Z",
				build_duration_ms: 99,
				units: { total: 5, reused: 4, rebuild: 0, failed: 1 },
			},
		});
		expect(two).toEqual(one);
		expect(one.filter((line) => line.startsWith("symbols\t"))).toHaveLength(17);
		expect(one.filter((line) => line.startsWith("call_edges\t"))).toHaveLength(14);
		expect(one).toContain(
			'imports\tfile_path="html/parser.py"\tline=1\tkind="default"\tmodule="base"\tname=null\tlocal="Base"',
		);
		for (const line of one) expect(line).not.toMatch(/[\n\r]|2024-05|build-1|snap-1/);
	});

	test("shows a difference in any row", async () => {
		const one = await dumpOf({});
		const index = await open((await stateRoot(["manifest", "catalog"], {}, SPECS.slice(1))).root);
		const two: string[] = [];
		for await (const line of index.dump()) two.push(line);
		expect(two).not.toEqual(one);
	});

	test("can be left half-way, and two can run at once", async () => {
		const index = await open((await stateRoot(["manifest", "catalog"])).root);
		const first = index.dump()[Symbol.asyncIterator]();
		const second = index.dump()[Symbol.asyncIterator]();
		for (let i = 0; i < 20; i++) expect((await first.next()).value).toBe((await second.next()).value);
		await first.return?.();
		expect((await second.next()).done).toBe(false);
		await second.return?.();
		await index.close();
		expect(await codeOf(index.resolve_symbol({ name: "feed" }))).toBe("io");
	});
});

test("names split where namespaces can end", () => {
	expect(namespaceSplits("a.b::c")).toEqual([
		["a", "b::c"],
		["a.b", "c"],
	]);
	expect(namespaceSplits(".a.")).toEqual([]);
	expect(namespaceSplits("x.".repeat(100))).toHaveLength(32);
});

test("text is compared as SQLite does, by code point", () => {
	const texts = ["a", "", "b", "aa", "é", "\uffff", "𝒇", "A", "\ue000", "𝒇a"];
	const bytes = (text: string) => Buffer.from(text);
	expect([...texts].sort(compareBinary)).toEqual([...texts].sort((a, b) => Buffer.compare(bytes(a), bytes(b))));
});
