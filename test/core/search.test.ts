/** Search: the ranks, and that a catalog, whose candidates come from trigrams, finds what a look at every symbol finds. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATHS } from "../../src/core/publish/paths.ts";
import { openQueries } from "../../src/core/query/open.ts";
import { compareFound, fold, ranker, wordsOf } from "../../src/core/query/search.ts";
import type { StructuralIndex, SymbolRow } from "../../src/core/types.ts";
import { nodeDatabases } from "../../src/node/databases.ts";
import { nodeState } from "../../src/node/state.ts";
import { codeOf } from "../conformance/queries.suite.ts";
import { buildCatalog, sqliteWasm } from "./catalog-fixture.ts";
import { SEARCH_SPECS, SEARCHES } from "./search-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "mantis-search-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function openSource(kind: "catalog" | "jsonl"): Promise<StructuralIndex> {
	const root = join(folder, kind);
	const at = (path: string) => join(root, "workspace", path);
	mkdirSync(at(PATHS.tmp), { recursive: true });
	const location = at(kind === "catalog" ? PATHS.catalog : `${PATHS.tmp}/unused.sqlite`);
	const { manifest, jsonl } = await buildCatalog(location, SEARCH_SPECS);
	if (kind === "catalog") writeFileSync(at(PATHS.manifest), JSON.stringify(manifest));
	else writeFileSync(at(PATHS.jsonl), jsonl);
	return openQueries({ state: await nodeState.open(root), databases: nodeDatabases, sqlite: async () => sqliteWasm });
}

/** As the definition says, by looking at every symbol. */
function byDefinition(symbols: readonly SymbolRow[], query: string): SymbolRow[] {
	const rankOf = ranker(wordsOf(query));
	return symbols
		.map((symbol) => ({ symbol, rank: rankOf(symbol.name, symbol.qualified_name) }))
		.filter(({ rank }) => rank >= 0)
		.sort((a, b) => a.rank - b.rank || compareFound(a.symbol, b.symbol))
		.map(({ symbol }) => symbol);
}

describe.each(["catalog", "jsonl"] as const)("search over a %s", (kind) => {
	let index: StructuralIndex;
	let symbols: SymbolRow[];
	beforeAll(async () => {
		index = await openSource(kind);
		symbols = [];
		for (const { path } of SEARCH_SPECS) symbols.push(...(await index.list_symbols({ file: path })).results);
		// A JSONL gives one id to what begins on one line; the shorter comes first.
		symbols.sort((a, b) => a.end_line - b.end_line);
	});
	afterAll(() => index.close());
	const found = async (query: string, more = {}) =>
		(await index.search_symbols({ query, ...more })).results.map((row) => `${row.qualified_name} ${row.file_path}`);

	test("the whole name, its beginning, a word inside, anywhere, then the qualified name", async () => {
		const functions = await index.search_symbols({ query: "parse", kind: "function", language: "javascript" });
		expect(functions.results.map((row) => row.qualified_name)).toEqual([
			"parse",
			"PARSE",
			"Parse",
			"parser",
			"parseInput",
			"doParse",
			"do_parse",
			"utf8parse",
			"HTMLParser",
			"sparse",
			"HTMLPARSER",
			"Sparse.at",
			"Parser.feed",
			"Parser.reset",
		]);
		expect(functions).toMatchObject({ total: 14, has_more: false, coverage: { partition_status: "partial" } });
	});

	test("the case that was typed comes first", async () => {
		expect((await found("PARSE", { language: "javascript" })).slice(0, 3)).toEqual([
			"PARSE b/names.js",
			"Parse b/names.js",
			"parse b/names.js",
		]);
		expect((await found("gRÖßE")).slice(0, 2)).toEqual(["Größe b/names.js", "größe b/names.js"]);
	});

	test("of equal names what is in nothing comes first, then by place", async () => {
		const { results } = await index.search_symbols({ query: "parse", language: "python", kind: "function" });
		expect(results.map((row) => [row.qualified_name, row.start_line, row.end_line]).slice(0, 3)).toEqual([
			...results.slice(0, 2).map((row) => ["parse", 50, row.end_line]),
			["Parser.feed.parse", 4, 6],
		]);
		const ids = results.slice(0, 2).map((row) => row.symbol_id);
		expect(ids).toEqual([...ids].sort());
	});

	test("every word must match, in any order", async () => {
		const both = await found("feed parser");
		expect(both).toContain("Parser.feed a/again.py");
		expect(both).toContain("Parser.feed b/names.js");
		expect(await found("parser feed")).toEqual(both);
		expect(both.every((row) => /parser/i.test(row) && /feed/i.test(row))).toBe(true);
		expect(await found("feed zzz")).toEqual([]);
	});

	test("one or two characters are beginnings of names", async () => {
		expect(await found("f", { language: "javascript" })).toEqual([
			"f b/names.js",
			"F b/names.js",
			"fo b/names.js",
			"foo b/names.js",
			"Parser.feed b/names.js",
			"FOObar b/names.js",
		]);
		expect(await found("f parser", { language: "javascript" })).toEqual(["Parser.feed b/names.js"]);
	});

	test("marks mean themselves", async () => {
		expect(await found("a_b")).toEqual(["a_b_c b/names.js"]);
		expect(await found("a%b")).toEqual(["a%b%c b/names.js"]);
		expect(await found("_b_")).toEqual(["a_b_c b/names.js"]);
		expect(await found('y"h')).toEqual(['say"hi" b/names.js']);
		expect(await found("k\\s")).toEqual(["back\\slash b/names.js"]);
		for (const query of ["%", "___", "%%%", '"""', "parse*", "parse AND feed", '" OR "', "name:parse"]) {
			expect(await found(query)).toEqual([]);
		}
	});

	test("any script", async () => {
		expect(await found("解析")).toEqual(["解析器 b/names.js"]);
		expect(await found("件解析")).toEqual(["文件解析 b/names.js"]);
		expect(await found("парсер")).toEqual(["Парсер b/names.js", "мойПарсер b/names.js", "мойПАРСЕРы b/names.js"]);
		expect(await found("ΔΟΣ")).toEqual(["ΟΔΟΣ b/names.js", "ΟΔΟΣΑ b/names.js"]);
		expect(await found("𐐨𐐨bc")).toEqual(["𐐨𐐨bc b/names.js", "𐐀𐐨bc b/names.js", "x𐐀𐐀𐐨bc b/names.js"]);
	});

	test("every search finds what the definition says", async () => {
		expect(symbols.length).toBeGreaterThan(40);
		for (const query of SEARCHES) {
			const { results, total } = await index.search_symbols({ query });
			expect(results, query).toEqual(byDefinition(symbols, query));
			expect(total).toBe(results.length);
		}
	});

	test("pages put together are the whole", async () => {
		const whole = await index.search_symbols({ query: "parse" });
		const pages = [];
		for (let offset = 0; offset < whole.total; offset += 2) {
			const page = await index.search_symbols({ query: "parse", limit: 2, offset });
			expect(page).toMatchObject({ total: whole.total, has_more: offset + 2 < whole.total });
			pages.push(...page.results);
		}
		expect(pages).toEqual(whole.results);
		expect(await index.search_symbols({ query: "parse", offset: 9e15 })).toMatchObject({
			results: [],
			total: whole.total,
			has_more: false,
		});
	});

	test.each([
		[{}, '"query" expected a non-empty string, got undefined'],
		[{ query: "" }, '"query" expected a non-empty string, got ""'],
		[{ query: " \n" }, '"query" expected a text that is not blank, got " \\\\n"'],
		[{ query: "x".repeat(1001) }, /^"query" expected at most 1000 characters, got "xxx/],
		[{ query: "x", kind: "verb" }, /^"kind" expected one of module, .*, property, got "verb"$/],
		[{ query: "x", language: "" }, '"language" expected a non-empty string, got ""'],
		[{ query: "x", limit: 1001 }, '"limit" expected integer in 1..1000, got 1001'],
		[{ query: "x", name: "y" }, /only the arguments query, language, kind, limit, offset/],
	])("refuses %j", async (query, message) => {
		const error = await index.search_symbols(query as never).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringMatching(message) });
	});
});

test("a search leaves the catalog as it is", async () => {
	const index = await openSource("catalog");
	const at = join(folder, "catalog", "workspace", PATHS.catalog);
	const before = readFileSync(at);
	await index.search_symbols({ query: "parse" });
	expect(readFileSync(at).equals(before)).toBe(true);
	expect(readdirSync(join(at, "..")).sort()).toEqual(["catalog.sqlite", "manifest.json", "tmp"]);
	expect(await codeOf(index.search_symbols({ query: "x", language: "klingon" }))).toBe("language-unknown");
	const lines = async () => {
		let n = 0;
		for await (const _ of index.dump()) n++;
		return n;
	};
	expect(await lines()).toBeGreaterThan(50);
	await index.close();
	expect(await codeOf(index.search_symbols({ query: "parse" }))).toBe("io");
});

test("folding keeps places and never looks around", () => {
	for (const text of ["ABC", "İ", "ΟΔΟΣ", "\u212a", "ẞ", "𐐀", "ǅ", ""]) {
		expect(fold(text)).toHaveLength(text.length);
		expect([...text].map(fold).join("")).toBe(fold(text));
		expect(fold(fold(text))).toBe(fold(text));
	}
	expect(fold("ΟΔΟΣ")).toBe("οδοσ");
});
