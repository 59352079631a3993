/**
 * What every source of answers must satisfy, on the index of catalog-fixture.ts: the catalog, the JSONL, and
 * whatever comes later. What only some sources know (resolution, namespaces, lines of files) is asked of those alone.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { EDGE_KINDS, PRECISIONS, type StructuralIndex } from "../../src/core/types.ts";

export type QueriesExclusion = "resolution" | "namespaces" | "languages" | "file facts";

/** The code of the error that `work` ends with. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => new Error("no error"),
		(thrown: unknown) => thrown,
	);
	return error instanceof StructuralIndexError ? error.code : String(error);
}

export function queriesSuite(
	name: string,
	open: () => Promise<StructuralIndex>,
	exclusions: readonly QueriesExclusion[] = [],
): void {
	const testIf = (what: QueriesExclusion, title: string, body: () => Promise<void>) => {
		if (!exclusions.includes(what)) test(title, body);
	};

	describe(`queries over ${name}`, () => {
		let index: Awaited<ReturnType<typeof open>>;
		beforeAll(async () => {
			index = await open();
		});
		afterAll(() => index.close());
		const id = async (query: string, file: string, line: number) => {
			const { results } = await index.resolve_symbol({ name: query, file });
			return results.find((row) => row.start_line === line)?.symbol_id ?? "missing";
		};

		test("an ambiguous name gives every match, qualified matches first", async () => {
			const { results, total, ambiguous, has_more } = await index.resolve_symbol({ name: "feed" });
			expect(results.map((row) => [row.qualified_name, row.file_path, row.start_line, row.end_line, row.kind])).toEqual(
				[
					["feed", "html/parser.py", 42, 50, "function"],
					["feed", "src/p.c", 10, 30, "function"],
					["HTMLParser.feed", "html/parser.py", 5, 20, "method"],
				],
			);
			expect({ total, ambiguous, has_more }).toEqual({ total: 3, ambiguous: true, has_more: false });
			expect(results[0]).toMatchObject({ signature: "def feed(data)", language: "python", precision: "ast" });
		});

		test("a qualified name gives one, an unknown name none, with coverage", async () => {
			const one = await index.resolve_symbol({ name: "HTMLParser.feed" });
			expect(one).toMatchObject({ total: 1, ambiguous: false, results: [{ start_line: 5 }] });
			const none = await index.resolve_symbol({ name: "no such name" });
			expect(none).toMatchObject({ results: [], total: 0, ambiguous: false, has_more: false });
			expect(none.coverage).toMatchObject({ partition_status: "partial", snapshot_id: "snap-1", stale: false });
			expect(none.coverage.backends_used).toEqual(["tree-sitter"]);
		});

		test("filters narrow by language and file, however the path is spelt", async () => {
			expect((await index.resolve_symbol({ name: "feed", language: "c" })).results).toMatchObject([
				{ file_path: "src/p.c" },
			]);
			for (const file of ["html/parser.py", "./html/parser.py", ".\\html\\parser.py", "src/../html//./parser.py"]) {
				expect((await index.resolve_symbol({ name: "feed", file })).total).toBe(2);
			}
			expect((await index.resolve_symbol({ name: "größe", file: "src/näme 文件.js" })).total).toBe(1);
		});

		test("pages put together are the whole, and say whether there is more", async () => {
			const symbol_id = await id("feed", "html/parser.py", 42);
			const whole = await index.find_callers({ symbol_id });
			const pages = [];
			for (let offset = 0; offset < whole.total; offset++) {
				const page = await index.find_callers({ symbol_id, limit: 1, offset });
				expect(page.total).toBe(whole.total);
				expect(page.has_more).toBe(offset + 1 < whole.total);
				pages.push(...page.results);
			}
			expect(pages).toEqual(whole.results);
			const beyond = await index.find_callers({ symbol_id, offset: 9e15 });
			expect(beyond).toMatchObject({ results: [], total: whole.total, has_more: false });
		});

		test("callers come with call sites, kinds, precision and backend", async () => {
			const { results, coverage } = await index.find_callers({ symbol_id: await id("feed", "html/parser.py", 42) });
			const sites = results.map((row) => [row.name, row.file_path, row.line, row.callee_name]);
			for (const line of [4, 6]) expect(sites).toContainEqual(["run", "main.py", line, "feed"]);
			expect(sites.filter((site) => site[2] === 6)).toHaveLength(2);
			for (const row of results) {
				expect(EDGE_KINDS).toContain(row.edge_kind);
				expect(PRECISIONS).toContain(row.precision);
				expect(row.backend).toBe("tree-sitter");
			}
			expect(coverage.partition_status).toBe("partial");
		});

		test("callees come in line order", async () => {
			const { results, total } = await index.find_callees({ symbol_id: await id("run", "main.py", 3) });
			expect(results.map((row) => [row.callee_name, row.file_path, row.line])).toEqual([
				["feed", "main.py", 4],
				["feed", "main.py", 6],
				["feed", "main.py", 6],
			]);
			expect(total).toBe(3);
			const unresolved = await index.find_callees({ symbol_id: await id("größe", "src/näme 文件.js", 1) });
			expect(unresolved.results).toMatchObject([
				{ symbol_id: null, name: "𝒇", qualified_name: null, defined_in: null, edge_kind: "unresolved", line: 2 },
			]);
		});

		test("unresolved calls are found by the name that is written, in pages, seen from the caller", async () => {
			const whole = await index.unresolved_calls({ name: "memcpy" });
			expect(whole).toMatchObject({ total: 1, has_more: false, coverage: { partition_status: "partial" } });
			expect(whole.results).toMatchObject([
				{
					name: "feed",
					kind: "function",
					file_path: "src/p.c",
					line: 13,
					callee_name: "memcpy",
					edge_kind: "unresolved",
				},
			]);
			expect(whole.results[0]?.symbol_id).toBe(await id("feed", "src/p.c", 10));
			expect((await index.unresolved_calls({ name: "𝒇" })).results).toMatchObject([{ name: "größe", line: 2 }]);
			expect(await index.unresolved_calls({ name: "memcpy", offset: 9e15 })).toMatchObject({ results: [], total: 1 });
			expect(await index.unresolved_calls({ name: "' OR 1=1 --" })).toMatchObject({ results: [], total: 0 });
			for (const bad of [{}, { name: "" }, { name: "feed", limit: 0 }, { name: "feed", file: "a" }, null]) {
				expect(await codeOf(index.unresolved_calls(bad as never))).toBe("invalid-argument");
			}
		});

		test("a symbol by its id is the one that resolve_symbol gave", async () => {
			const { results } = await index.resolve_symbol({ name: "feed" });
			for (const symbol of results) {
				expect((await index.get_symbol({ symbol_id: symbol.symbol_id })).symbol).toEqual(symbol);
			}
			expect(await codeOf(index.get_symbol({ symbol_id: "nobody" }))).toBe("symbol-not-found");
			expect(await codeOf(index.get_symbol({} as never))).toBe("invalid-argument");
		});

		test("list_files refuses what is no argument of it", async () => {
			for (const bad of [{ unsupported: 1 }, { all: "yes" }, { limit: 10_001 }, { offset: -1 }, { file: "a" }, null]) {
				expect(await codeOf(index.list_files(bad as never))).toBe("invalid-argument");
			}
		});

		test("symbols are found by a part of their name, the whole name first", async () => {
			const { results, total, coverage } = await index.search_symbols({ query: "FEED", kind: "function" });
			expect(results.map((row) => [row.qualified_name, row.file_path])).toEqual([
				["feed", "html/parser.py"],
				["feed", "src/p.c"],
				["HTMLParser.feed.inner", "html/parser.py"],
			]);
			expect({ total, status: coverage.partition_status }).toEqual({ total: 3, status: "partial" });
			expect((await index.search_symbols({ query: "öß" })).results).toEqual([]);
			expect((await index.search_symbols({ query: "RÖßE" })).results).toMatchObject([{ name: "größe" }]);
			expect((await index.search_symbols({ query: "feed", limit: 1 })).has_more).toBe(true);
			expect(await codeOf(index.search_symbols({ query: " " }))).toBe("invalid-argument");
			expect(await codeOf(index.search_symbols({ query: "x", kind: "verb" as never }))).toBe("invalid-argument");
		});

		test("the symbols of a file come in its order, what holds before what is held", async () => {
			const { results, total, has_more } = await index.list_symbols({ file: "./html/parser.py" });
			const functions = results.filter((row) => ["function", "method"].includes(row.kind));
			expect(functions.map((row) => [row.qualified_name, row.start_line])).toEqual([
				["HTMLParser.feed", 5],
				["HTMLParser.feed.inner", 7],
				["HTMLParser.close", 22],
				["feed", 42],
			]);
			expect([...results].sort((a, b) => a.start_line - b.start_line)).toEqual(results);
			expect({ total, has_more }).toEqual({ total: results.length, has_more: false });
			const page = await index.list_symbols({ file: "html/parser.py", limit: 2, offset: 1 });
			expect(page).toMatchObject({ results: results.slice(1, 3), total, has_more: true });
			expect(await codeOf(index.list_symbols({ file: "nowhere.c" }))).toBe("file-not-found");
			expect(await codeOf(index.list_symbols({ file: "main.py", limit: 10_001 }))).toBe("invalid-argument");
			expect(await codeOf(index.list_symbols({} as never))).toBe("invalid-argument");
		});

		test("the calls in a file come by line, each with its caller", async () => {
			const { results, total, coverage } = await index.list_calls({ file: "main.py" });
			expect(results.map((row) => [row.line, row.callee_name])).toEqual([
				[4, "feed"],
				[6, "feed"],
				[6, "feed"],
				[20, "run"],
			]);
			const caller_id = await id("run", "main.py", 3);
			for (const row of results.slice(0, 3)) expect(row).toMatchObject({ caller_id, caller_qualified_name: "run" });
			const { caller_id: _, caller_qualified_name: __, ...first } = results[0] ?? {};
			expect(first).toEqual((await index.find_callees({ symbol_id: caller_id })).results[0]);
			expect({ total, status: coverage.partition_status }).toEqual({ total: 4, status: "partial" });
			const page = await index.list_calls({ file: "main.py", limit: 1, offset: 2 });
			expect(page).toMatchObject({ results: [results[2]], total: 4, has_more: true });
			expect(await codeOf(index.list_calls({ file: "/etc/passwd" }))).toBe("path-outside-root");
			expect(await codeOf(index.list_calls({ file: "main.py", name: "x" } as never))).toBe("invalid-argument");
		});

		test("all files are listed by path", async () => {
			const { results, total } = await index.list_files({ all: true });
			const indexed = results.filter((file) => file.indexed).map((file) => file.file_path);
			expect(indexed).toEqual(["html/parser.py", "main.py", "src/näme 文件.js", "src/p.c"]);
			expect(total).toBe((await index.get_coverage()).total_files);
			for (const file of results) expect((await index.get_coverage({ file: file.file_path })).file).toEqual(file);
		});

		test("the innermost function holds the line", async () => {
			const at = async (line: number) => {
				const answer = await index.get_function_boundary({ file: "html/parser.py", line });
				return [answer.qualified_name, answer.start_line, answer.end_line, answer.precision];
			};
			expect(await at(5)).toEqual(["HTMLParser.feed", 5, 20, "ast"]);
			expect(await at(7)).toEqual(["HTMLParser.feed.inner", 7, 9, "ast"]);
			expect(await at(9)).toEqual(["HTMLParser.feed.inner", 7, 9, "ast"]);
			expect(await at(10)).toEqual(["HTMLParser.feed", 5, 20, "ast"]);
			expect(await at(20)).toEqual(["HTMLParser.feed", 5, 20, "ast"]);
			expect(await at(21)).toEqual([null, null, null, null]);
			const none = await index.get_function_boundary({ file: "html/parser.py", line: 21 });
			expect(none).toMatchObject({ symbol_id: null, signature: null, backend: null });
			expect(none.coverage.partition_status).toBe("partial");
		});

		test("coverage, of all and of one file", async () => {
			expect(await index.get_coverage()).toMatchObject({ indexed_files: 4, partition_status: "partial", file: null });
			const { file } = await index.get_coverage({ file: "main.py" });
			expect(file).toMatchObject({ file_path: "main.py", status: "indexed", indexed: true, precision: "ast" });
		});

		test("answers are the same twice", async () => {
			for (const name of ["feed", "main", "run"]) {
				expect(await index.resolve_symbol({ name })).toEqual(await index.resolve_symbol({ name }));
			}
		});

		test.each([
			["name", { name: "" }],
			["name", {}],
			["name", { name: 7 }],
			["limit", { name: "feed", limit: 0 }],
			["limit", { name: "feed", limit: -1 }],
			["limit", { name: "feed", limit: 1e9 }],
			["limit", { name: "feed", limit: 1.5 }],
			["limit", { name: "feed", limit: "5" }],
			["limit", { name: "feed", limit: Number.NaN }],
			["offset", { name: "feed", offset: -1 }],
			["language", { name: "feed", language: "" }],
			["langauge", { name: "feed", langauge: "c" }],
			["an object", null],
		])("resolve_symbol refuses a bad %s: %j", async (word, query) => {
			const error = await index.resolve_symbol(query as never).catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({ code: "invalid-argument", message: expect.stringContaining(word) });
		});

		test("what is not there is an error that says so", async () => {
			expect(await codeOf(index.find_callers({ symbol_id: "nobody" }))).toBe("symbol-not-found");
			expect(await codeOf(index.find_callees({ symbol_id: "nobody" }))).toBe("symbol-not-found");
			expect(await codeOf(index.find_callees({ symbol_id: "" }))).toBe("invalid-argument");
			expect(await codeOf(index.resolve_symbol({ name: "feed", file: "nowhere.c" }))).toBe("file-not-found");
			expect(await codeOf(index.get_coverage({ file: "nowhere.c" }))).toBe("file-not-found");
			expect(await codeOf(index.get_function_boundary({ file: "nowhere.c", line: 1 }))).toBe("file-not-found");
			for (const line of [0, -1, 1.5, "1", undefined]) {
				const asked = index.get_function_boundary({ file: "main.py", line: line as number });
				expect(await codeOf(asked)).toBe("invalid-argument");
			}
			const absolute = await index.get_coverage({ file: "/etc/passwd" }).catch((thrown: unknown) => thrown);
			expect(absolute).toMatchObject({
				message: '"file" expected a path relative to the source root, got an absolute one: "/etc/passwd"',
			});
			for (const file of ["/etc/passwd", "../x", "a/../../x", "C:\\x", "\\\\host\\x"]) {
				expect(await codeOf(index.get_coverage({ file }))).toBe("path-outside-root");
			}
			expect(await codeOf(index.get_coverage({ file: "./" }))).toBe("invalid-argument");
		});

		test("names are data: nothing in them reaches SQL or patterns", async () => {
			for (const name of ["' OR 1=1 --", '"', "%", "_", "feed\0", "a".repeat(100_000), ".".repeat(5000), "::"]) {
				expect(await index.resolve_symbol({ name })).toMatchObject({ total: 0 });
			}
		});

		testIf("resolution", "callers are resolved, with the count of those that may mean it", async () => {
			const answer = await index.find_callers({ symbol_id: await id("feed", "html/parser.py", 42) });
			expect(answer.results.map((row) => [row.name, row.kind, row.file_path, row.line, row.edge_kind])).toEqual([
				["parser.py", "module", "html/parser.py", 55, "direct"],
				["run", "function", "main.py", 4, "direct"],
				["run", "function", "main.py", 6, "indirect"],
				["run", "function", "main.py", 6, "direct"],
			]);
			expect(answer.unresolved_same_name).toBe(1);
			const callees = await index.find_callees({ symbol_id: await id("feed", "src/p.c", 10) });
			expect(callees.results.map((row) => [row.name, row.kind, row.edge_kind, row.defined_in])).toEqual([
				["CHECK", "macro", "macro", "src/p.c"],
				["memcpy", null, "unresolved", null],
			]);
		});

		testIf("resolution", "a call that has a target is not among the unresolved of its name", async () => {
			const { results, total } = await index.unresolved_calls({ name: "feed" });
			expect(results.map((row) => [row.name, row.file_path, row.line])).toEqual([["feed", "html/parser.py", 44]]);
			expect(total).toBe(1);
		});

		testIf("resolution", "the calls in a file have their targets and the module as caller", async () => {
			const { results } = await index.list_calls({ file: "html/parser.py" });
			expect(
				results.map((row) => [row.caller_qualified_name, row.callee_name, row.line, row.kind, row.edge_kind]),
			).toEqual([
				["HTMLParser.feed", "inner", 10, "function", "direct"],
				["HTMLParser.feed", "unknown_helper", 11, null, "unresolved"],
				["HTMLParser.close", "feed", 23, "method", "virtual"],
				["feed", "HTMLParser", 43, "class", "direct"],
				["feed", "feed", 44, null, "unresolved"],
				["html.parser", "feed", 55, "function", "direct"],
			]);
			const module = await index.get_symbol({ symbol_id: results[5]?.caller_id ?? "" });
			expect(module.symbol).toMatchObject({ kind: "module", file_path: "html/parser.py" });
			expect((await index.list_symbols({ file: "html/parser.py" })).results[0]).toEqual(module.symbol);
		});

		testIf("file facts", "files with something to say about them are listed by path", async () => {
			const listed = async (query = {}) =>
				(await index.list_files(query)).results.map((file) => [file.file_path, file.status, file.indexed, file.reason]);
			const bad = ["bad.py", "failed", false, "worker died"];
			const noted = ["html/parser.py", "indexed", true, "latin-1"];
			const logo = ["logo.png", "skipped", false, "binary"];
			expect(await listed()).toEqual([bad, noted, logo]);
			expect(await listed({ unsupported: true })).toEqual([
				bad,
				noted,
				logo,
				["notes.txt", "unsupported", false, null],
			]);
			expect(await listed({ limit: 1, offset: 1 })).toEqual([noted]);
			expect(await index.list_files({ limit: 1 })).toMatchObject({ total: 3, has_more: true });
			expect(await index.list_files({ offset: 9e15 })).toMatchObject({ results: [], total: 3, has_more: false });
		});

		testIf("namespaces", "namespaces qualify names and filter", async () => {
			for (const name of ["html.parser.HTMLParser.feed", "html.parser::HTMLParser.feed"]) {
				expect((await index.resolve_symbol({ name })).results).toMatchObject([{ start_line: 5 }]);
			}
			expect(await index.resolve_symbol({ name: "feed", namespace: "html.parser" })).toMatchObject({ total: 2 });
			expect(await index.resolve_symbol({ name: "html.parser" })).toMatchObject({ results: [{ kind: "module" }] });
		});

		testIf("languages", "a language that nobody knows is an error, a known one without files is not", async () => {
			expect(await codeOf(index.resolve_symbol({ name: "feed", language: "klingon" }))).toBe("language-unknown");
			expect(await index.resolve_symbol({ name: "nothing", language: "c" })).toMatchObject({ total: 0 });
		});

		testIf("file facts", "files that are not indexed say why, and lines end where the file does", async () => {
			expect((await index.get_coverage({ file: "bad.py" })).file).toEqual({
				file_path: "bad.py",
				status: "failed",
				indexed: false,
				backend: null,
				precision: null,
				reason: "worker died",
			});
			expect((await index.get_coverage({ file: "html/parser.py" })).file).toMatchObject({ reason: "latin-1" });
			expect((await index.get_function_boundary({ file: "bad.py", line: 99 })).symbol_id).toBeNull();
			const beyond = await index
				.get_function_boundary({ file: "main.py", line: 31 })
				.catch((thrown: unknown) => thrown);
			expect(beyond).toMatchObject({ code: "line-out-of-range", message: expect.stringContaining("1..30") });
		});
	});
}
