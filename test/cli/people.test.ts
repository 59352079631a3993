/** The verbs for people: nothing is narrowed in silence, an empty answer is never read as a fact. */
import { describe, expect, test } from "vitest";
import { EXIT } from "../../src/cli/exit.ts";
import { toJson } from "../../src/cli/print/json.ts";
import type { CallsAnswer, StructuralIndex } from "../../src/core/types.ts";
import { COVERAGE, call, cli, library, RESULT, symbol } from "./double.ts";

const one = symbol("id:1");
const other = symbol("id:2", { qualified_name: "feed", namespace: null, kind: "function", file_path: "b.py" });

function named(symbols: ReturnType<typeof symbol>[], calls: Partial<CallsAnswer> = {}): Partial<StructuralIndex> {
	const answer = {
		results: [call()],
		total: 1,
		has_more: false,
		unresolved_same_name: 0,
		coverage: COVERAGE,
		...calls,
	};
	return {
		resolve_symbol: async () => ({
			results: symbols,
			total: symbols.length,
			ambiguous: symbols.length > 1,
			has_more: false,
			coverage: COVERAGE,
		}),
		find_callers: async () => answer,
		find_callees: async () => answer,
	};
}

/** An index with that many unresolved call sites of each name, one a line. */
function unresolvedIn(sites: Record<string, number>): Partial<StructuralIndex> {
	return {
		unresolved_calls: async ({ name, limit = 100, offset = 0 }) => {
			const total = sites[name] ?? 0;
			const row = (i: number) => call({ callee_name: name, line: i + 1, edge_kind: "unresolved" });
			const results = Array.from({ length: total }, (_, i) => row(i)).slice(offset, offset + limit);
			return { results, total, has_more: offset + results.length < total, coverage: COVERAGE };
		},
	};
}

describe("callers and callees", () => {
	test("one symbol", async () => {
		const { code, out } = await cli("callers feed --state_root R --limit 5", library(named([one])));
		expect(code).toBe(0);
		expect(out).toBe(
			[
				"method Parser.feed of html.parser  html/parser.py:110  (python)",
				"id:1",
				"CALLER  KIND      CALL SITE  EDGE    PRECISION",
				"main    function  a.py:7     direct  ast",
				"",
				"coverage complete: 3 of 3 files indexed (tree-sitter); every file of a known language is indexed; snapshot unknown",
				"",
			].join("\n"),
		);
	});

	test("an ambiguous name shows every symbol with its calls", async () => {
		const lib = library(named([one, other]));
		const { out } = await cli("callers feed", lib);
		expect(out).toContain('2 symbols are named "feed"; each is shown:');
		expect(out).toContain("id:1\n");
		expect(out).toContain("function feed  b.py:110  (python)\nid:2\n");
		expect(lib.calls.queries.filter(([name]) => name === "find_callers")).toEqual([
			["find_callers", { symbol_id: "id:1" }],
			["find_callers", { symbol_id: "id:2" }],
		]);
	});

	test("more symbols than are shown are counted", async () => {
		const lib = library({ ...named([one]), resolve_symbol: async () => ({ ...many, results: [one] }) });
		const many = { total: 51, ambiguous: true, has_more: true, coverage: COVERAGE };
		const { out } = await cli("callees feed", lib);
		expect(out).toMatch(/^51 symbols are named "feed"; the first 1:\n\nmethod Parser\.feed/);
		expect(out).toContain("and 50 more symbols of that name: narrow with --file");
	});

	test("no caller: the unresolved sites and the coverage say what that is worth", async () => {
		const coverage = { ...COVERAGE, indexed_files: 2, failed: 1, partition_status: "partial" as const, stale: true };
		const lib = library({
			...named([one], { results: [], total: 0, unresolved_same_name: 4 }),
			...unresolvedIn({ feed: 4 }),
			resolve_symbol: async () => ({ results: [one], total: 1, ambiguous: false, has_more: false, coverage }),
		});
		const { out } = await cli("callers feed", lib);
		expect(out).toContain("no indexed callers\n\n4 unresolved call sites have this name and may mean it: list them");
		expect(out).toContain("coverage partial: 2 of 3 files indexed, 1 failed (tree-sitter); index incomplete");
		expect(out).toContain("STALE");
	});

	test("pages say that there is more", async () => {
		const { out } = await cli("callers feed", library(named([one], { total: 9, has_more: true })));
		expect(out).toContain("1 of 9 call sites: more with --offset 1");
		const far = await cli("callers feed --offset 50", library(named([one], { results: [], total: 9 })));
		expect(far.out).toContain("\n--offset 50 is past the end: 9 call sites\n");
		const last = await cli("callees feed --offset 9", library(named([one], { results: [], total: 1 })));
		expect(last.out).toContain("\n--offset 9 is past the end: 1 call\n");
	});

	test("a symbol_id is shown as its name would be; one that nobody has is wrong usage", async () => {
		const symbol_id = "fallback:python:html/parser.py:0123456789abcdef";
		const owner = symbol(symbol_id);
		const lib = library({
			find_callers: named([]).find_callers,
			get_symbol: async () => ({ symbol: owner, coverage: COVERAGE }),
		});
		expect(await cli(["callers", symbol_id], lib)).toEqual(await cli("callers feed", library(named([owner]))));
		const unknown = await cli("callers fallback:nope", library());
		expect(unknown.code).toBe(EXIT.usage);
		expect(unknown.err).toContain("[symbol-not-found]");
		expect((await cli("callers scip::nope", library())).code).toBe(0);
	});

	test("an unknown name is said to be unknown, with coverage", async () => {
		const { code, out } = await cli(["callers", "nobody\u001b"], library());
		expect(code).toBe(0);
		expect(out).toMatch(
			/^nothing named "nobody\\u001b" is defined here, and no unresolved call site has that name\ncoverage complete/,
		);
		expect((await cli("callees nobody", library())).out).toMatch(/^nothing named "nobody" is defined here\ncoverage/);
	});

	test("a name without a definition: its unresolved call sites are counted, and listed with --unresolved", async () => {
		const lib = library(unresolvedIn({ isArray: 10, once: 1 }));
		const counted = await cli("callers isArray", lib);
		expect(counted.out).toMatch(
			/^nothing named "isArray" is defined here; 10 unresolved call sites call that name: list them with --unresolved\ncov/,
		);
		const { out } = await cli("callers isArray --unresolved --limit 2 --offset 3", lib);
		expect(out).toMatch(/^nothing named "isArray" is defined here; 10 unresolved call sites call that name:\nCALLER /);
		expect(out).toContain(
			"main    function  a.py:4     unresolved  ast\nmain    function  a.py:5     unresolved  ast\n",
		);
		expect(out).toContain("2 of 10 call sites: more with --offset 5\n");
		expect((await cli("callers Array.isArray", lib)).out).toContain('; 10 unresolved call sites call "isArray": list');
		expect((await cli("callers once", lib)).out).toContain("; 1 unresolved call site calls that name: list it with");
		const json = JSON.parse((await cli("callers isArray --unresolved --json", lib)).out);
		expect(json).toMatchObject({ total: 0, symbols: [], unresolved: { name: "isArray", total: 10, has_more: false } });
		expect(json.unresolved.results).toHaveLength(10);
		expect((await cli("callees isArray --unresolved", lib)).err).toContain("unknown option '--unresolved'");
	});

	test("a defined name: the unresolved sites come below its callers", async () => {
		const lib = library({ ...named([one]), ...unresolvedIn({ feed: 2 }) });
		const { out } = await cli("callers Parser.feed --unresolved", lib);
		expect(out).toMatch(
			/direct {2}ast\n\n2 unresolved call sites have this name and may mean it:\nCALLER .*\n.* a\.py:1 /,
		);
		const none = await cli("callers feed --unresolved", library(named([one])));
		expect(none.out).toContain("\n\nno unresolved call site has this name\n");
	});

	test("a filter that leaves nothing says what there is without it", async () => {
		const lib = library({
			resolve_symbol: async ({ namespace }) => ({
				...{ results: namespace ? [] : [one], total: namespace ? 0 : 3 },
				...{ ambiguous: false, has_more: false, coverage: COVERAGE },
			}),
		});
		const { code, out } = await cli("callers render --namespace nope --language python", lib);
		expect(code).toBe(0);
		expect(out).toMatch(
			/^3 symbols are named "render", none with --language "python" and --namespace "nope"\ncoverage complete/,
		);
		expect((await cli("callers x --namespace n", library())).out).toMatch(/^nothing named "x" is defined here/);
	});

	test("an unresolved callee has dashes; --json has all", async () => {
		const row = call({
			symbol_id: null,
			name: "send",
			qualified_name: null,
			kind: null,
			defined_in: null,
			start_line: null,
			edge_kind: "unresolved",
		});
		const lib = library(named([one], { results: [row] }));
		expect((await cli("callees feed", lib)).out).toContain("send    -     -        a.py:7     unresolved  ast\n");
		const json = JSON.parse((await cli("callees feed --json", lib)).out);
		expect(json).toMatchObject({
			name: "feed",
			total: 1,
			symbols: [{ symbol: { symbol_id: "id:1" }, calls: { total: 1 } }],
		});
	});

	test("hostile text cannot drive the terminal", async () => {
		const evil = symbol("id:\u001b]0;x\u0007", { file_path: "a\u001b[2J\n.py", qualified_name: "f\u202e\u009b" });
		const { out } = await cli(
			"callers feed",
			library(named([evil], { results: [call({ file_path: "\u001b[1m.py" })] })),
			{
				tty: true,
			},
		);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
		expect(out.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
		expect(out).toContain("\\u001b[1m.py:7");
		expect(toJson({ a: "\u009b\u202e\u001b" })).toBe('{"a":"\\u009b\\u202e\\u001b"}\n');
	});
});

describe("where, status, dump", () => {
	test("where", async () => {
		expect((await cli("where a.py:3", library())).out).toMatch(/^no indexed function holds line 3 of a\.py\ncoverage/);
		const boundary = {
			...{ symbol_id: "id:1", name: "f", qualified_name: "C.f", kind: "method" as const, start_line: 1, end_line: 9 },
			...{ signature: "f(self)", precision: "ast" as const, backend: "tree-sitter", coverage: COVERAGE },
		};
		const lib = library({ get_function_boundary: async () => boundary });
		const { out } = await cli("where c:/x/a.py:3", lib);
		expect(lib.calls.queries).toEqual([["get_function_boundary", { file: "c:/x/a.py", line: 3 }]]);
		expect(out).toContain("method     C.f\nlines      1-9\n");
		expect(JSON.parse((await cli("where a.py:3 --json", lib)).out)).toEqual(boundary);
	});

	test.each([
		["a.py:3", { file: "a.py", line: 3 }],
		["a.py:3:14", { file: "a.py", line: 3 }],
		["c:/x/a.py:3:14", { file: "c:/x/a.py", line: 3 }],
		["a:3:5:1", { file: "a:3", line: 5 }],
	])("where %s", async (place, query) => {
		const lib = library();
		await cli(["where", place], lib);
		expect(lib.calls.queries[0]).toEqual(["get_function_boundary", query]);
	});

	test("where in a file that is not indexed says so, with the reason", async () => {
		const file = { file_path: "a.bin", indexed: false, backend: null, precision: null };
		const of = (status: "skipped" | "unsupported", reason: string | null) =>
			library({ get_coverage: async () => ({ ...COVERAGE, file: { ...file, status, reason } }) });
		const { code, out } = await cli("where a.bin:3", of("skipped", "binary\u001b"));
		expect(code).toBe(0);
		expect(out).toMatch(/^a\.bin is not indexed: skipped, binary\\u001b\ncoverage/);
		expect((await cli("where a.bin:3", of("unsupported", null))).out).toContain("unsupported, no known language\n");
		const json = JSON.parse((await cli("where a.bin:3 --json", of("skipped", "binary"))).out);
		expect(json).toMatchObject({ symbol_id: null, file: { status: "skipped", reason: "binary" } });
		const noted = library({
			get_coverage: async () => ({
				...COVERAGE,
				file: { ...file, file_path: "a.py", indexed: true, status: "indexed", reason: "syntax errors" },
			}),
		});
		expect((await cli("where ./a.py:3", noted)).out).toContain(
			"no indexed function holds line 3 of a.py (the file was read with a note: syntax errors)\n",
		);
	});

	test("status --files lists files with a reason, in pages", async () => {
		const row = { file_path: "b\u001b.py", status: "failed", indexed: false, backend: null, precision: null } as const;
		const rows = [
			{ ...row, reason: "time budget" },
			{ ...row, file_path: "n.txt", status: "unsupported", reason: null } as const,
		];
		const lib = library({
			list_files: async () => ({ results: rows, total: 9, has_more: true, coverage: COVERAGE }),
		});
		const { out } = await cli("status --files --all --limit 2 --offset 4", lib);
		expect(lib.calls.queries.at(-1)).toEqual(["list_files", { unsupported: true, limit: 2, offset: 4 }]);
		expect(out).toContain("\n\nSTATUS       FILE        REASON\nfailed       b\\u001b.py  time budget\n");
		expect(out).toContain("unsupported  n.txt       -\n2 of 9 files: more with --offset 6\n\ncoverage complete");
		expect(JSON.parse((await cli("status --files --json", lib)).out).files).toMatchObject({ total: 9, has_more: true });
		const none = await cli("status --files", library());
		expect(none.out).toContain("\nevery file of a known language is indexed, none with a note\n");
		const far = library({ list_files: async () => ({ results: [], total: 1, has_more: false, coverage: COVERAGE }) });
		expect((await cli("status --files --offset 7", far)).out).toContain("\n--offset 7 is past the end: 1 file\n");
		expect((await cli("status", lib)).out).not.toContain("STATUS ");
	});

	test("status", async () => {
		const { out } = await cli("status", library());
		expect(out).toContain("languages  python (tree-sitter, ast)\n");
		expect(out).toContain("built      2026-01-02T03:04:05.000Z in 1.2 s by mantis-structural-index@0.1.0\n");
		const json = JSON.parse((await cli("status --json", library())).out);
		expect(json).toMatchObject({ source: "catalog", manifest: { status: "complete" }, coverage: { total_files: 3 } });
		const jsonl = await cli("status", library({ manifest: null, source: "jsonl" }));
		expect(jsonl.out).toMatch(/^answers come from structural_index.jsonl alone/);
	});

	test("dump", async () => {
		expect((await cli("dump", library())).out).toBe("symbols\ta\nsymbols\tb\n");
	});

	test.each(["status", "dump", "callers x", "where a:1"])("%s without an index says what to do", async (line) => {
		const lib = library({ manifest: null, source: "empty" });
		const { code, out, err } = await cli(`${line} --state-root R`, lib);
		expect({ code, out }).toEqual({ code: EXIT.index, out: "" });
		expect(err).toContain('no index in "R/workspace": run "mantis-structural-index build" first [index-missing]');
		expect(lib.calls.closed).toBe(1);
	});
});

describe("build", () => {
	test("every flag reaches the library under the option's name", async () => {
		const lib = library();
		const line =
			"build root --snapshot_root s --snapshot-id i --state-root R --workers 3 --languages a,b, --language_folder x " +
			"--language-folder y --ignore *.min.js --ignore !z --no-gitignore --no_default_ignores --max-file-bytes 10 " +
			"--time_budget_ms 5 --max_jsonl_records 0 --quiet";
		expect((await cli(line, lib)).err).toBe("");
		const { on_progress, on_warning, signal, ...options } = lib.calls.build[0] ?? {};
		expect(options).toEqual({
			target_root: "root",
			snapshot_root: "s",
			snapshot_id: "i",
			state_root: "R",
			workers: 3,
			languages: ["a", "b"],
			language_folders: ["x", "y"],
			ignore: ["*.min.js", "!z"],
			gitignore: false,
			default_ignores: false,
			max_file_bytes: 10,
			time_budget_ms: 5,
			max_jsonl_records: 0,
		});
		expect([typeof on_progress, typeof on_warning, signal?.aborted]).toEqual(["function", "function", false]);
	});

	test("the result for people and as JSON", async () => {
		const { out, err } = await cli("build", library());
		expect(err).toBe("warning: sub/.gitignore could not be read\n");
		expect(out).toMatch(/^Indexed 3 files\.\nstatus {4}complete\n/);
		expect(out).toContain("files     3 indexed, 1 skipped, 1 of no known language (listed by: status --files)\n");
		expect(out).toContain("units     3: 1 reused, 2 rebuilt, 0 failed\n");
		expect(out).toContain("failed: bad\\u001b[31m.py: time budget of 5 ms exceeded\nskipped: binary: 2 files\n");
		expect(JSON.parse((await cli("build --json", library())).out)).toEqual(RESULT);
		const manifest = {
			...RESULT.manifest,
			coverage: { ...RESULT.manifest.coverage, skipped_files: 0 },
			scan: { ignored_files: 1, ignored_folders: 2 },
		};
		const unsupported = await cli(
			"build",
			library({}, async () => ({ ...RESULT, manifest })),
		);
		expect(unsupported.out).toContain("3 indexed, 1 of no known language (listed by: status --files --all)\n");
		expect(unsupported.out).toContain("ignored   1 file, 2 folders\n");
	});

	test.each([
		["SIGINT", 130],
		["SIGTERM", 143],
	])("%s ends it with %i", async (signal, expected) => {
		const lib = library({}, async (options) => {
			expect(options.signal?.aborted).toBe(true);
			throw new (await import("../../src/core/errors.ts")).StructuralIndexError("aborted", "build aborted");
		});
		const { code, err } = await cli("build", lib, { signal });
		expect(code).toBe(expected);
		expect(err).toBe("mantis-structural-index: build aborted [aborted]\n");
	});
});

describe("search", () => {
	const found = (over = {}) => ({ results: [one, other], total: 2, has_more: false, coverage: COVERAGE, ...over });

	test("a table, best match first, and the coverage", async () => {
		const lib = library({ search_symbols: async () => found() });
		const { code, out } = await cli("search parser feed --language python --kind method --limit 5", lib);
		expect(code).toBe(0);
		expect(lib.calls.queries).toEqual([
			["search_symbols", { query: "parser feed", language: "python", kind: "method", limit: 5 }],
		]);
		expect(out).toBe(
			[
				"SYMBOL       KIND      DEFINED             LANGUAGE",
				"Parser.feed  method    html/parser.py:110  python",
				"feed         function  b.py:110            python",
				"",
				"coverage complete: 3 of 3 files indexed (tree-sitter); every file of a known language is indexed; snapshot unknown",
				"",
			].join("\n"),
		);
	});

	test("more than is shown is said, and where it is", async () => {
		const more = library({ search_symbols: async () => found({ total: 9, has_more: true }) });
		expect((await cli("search feed --offset 4", more)).out).toContain("\n2 of 9 symbols: more with --offset 6\n");
		const past = library({ search_symbols: async () => found({ results: [], total: 1 }) });
		expect((await cli("search feed --offset 4", past)).out).toContain("--offset 4 is past the end: 1 symbol\n");
	});

	test("nothing found names what was searched, safely", async () => {
		const { out } = await cli(["search", "x\u001b", "--kind", "method"], library());
		expect(out).toContain('no indexed symbol matches "x\\u001b" with --kind "method"\n\ncoverage complete');
		const partial = { ...COVERAGE, partition_status: "partial" as const };
		const none = library({ search_symbols: async () => found({ results: [], total: 0, coverage: partial }) });
		expect((await cli("search x", none)).out).toContain("an empty answer proves nothing");
	});

	test("--json is the library's answer; without an index it says so", async () => {
		const { out } = await cli("search feed --json", library({ search_symbols: async () => found() }));
		expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(found())));
		const { code, err } = await cli("search feed", library({ manifest: null, source: "empty" }));
		expect(code).toBe(EXIT.index);
		expect(err).toContain("[index-missing]");
	});
});
