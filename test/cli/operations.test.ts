/** The operations, flags in both spellings, usage errors and exit codes. */
import { describe, expect, test } from "vitest";
import { EXIT, exitCodeOf } from "../../src/cli/exit.ts";
import { ERROR_CODES, StructuralIndexError } from "../../src/core/errors.ts";
import { COVERAGE, cli, library, symbol } from "./double.ts";

const found = { results: [symbol("id:1")], total: 1, ambiguous: false, has_more: false, coverage: COVERAGE };

describe("flags reach the library", () => {
	test.each([
		[
			"resolve_symbol --name N --language L --file F --namespace S --limit 7 --offset 3 --state_root R",
			["resolve_symbol", { name: "N", language: "L", file: "F", namespace: "S", limit: 7, offset: 3 }],
		],
		[
			"find_callers --symbol_id ID --limit 100 --offset 0 --state_root R",
			["find_callers", { symbol_id: "ID", limit: 100, offset: 0 }],
		],
		["find-callees --symbol-id=ID --state-root=R", ["find_callees", { symbol_id: "ID" }]],
		["get-function-boundary --file a.c --line 3 --state-root R", ["get_function_boundary", { file: "a.c", line: 3 }]],
		["get_coverage --state_root R --json", ["get_coverage", {}]],
		[
			"search_symbols --query Q --language L --kind method --limit 7 --offset 3 --state_root R",
			["search_symbols", { query: "Q", language: "L", kind: "method", limit: 7, offset: 3 }],
		],
		["list-symbols --file a.c --limit 10000 --state_root R", ["list_symbols", { file: "a.c", limit: 10_000 }]],
		["list_calls --file a.c --offset 5 --state_root R", ["list_calls", { file: "a.c", offset: 5 }]],
		["list_files --all --unsupported --state_root R", ["list_files", { all: true, unsupported: true }]],
		["list_files --state_root R", ["list_files", {}]],
		["resolve_symbol --name --state-root --state_root R", ["resolve_symbol", { name: "--state-root" }]],
		["resolve_symbol --name=a=b --state_root R", ["resolve_symbol", { name: "a=b" }]],
	])("%s", async (line, query) => {
		const answer = async () => found as never;
		const lib = library({ resolve_symbol: answer, find_callers: answer, get_function_boundary: answer });
		const { code, out, err } = await cli(line, lib);
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(lib.calls.queries).toEqual([query]);
		expect(lib.calls.open).toEqual(["R"]);
		expect(lib.calls.closed).toBe(1);
		expect(out.endsWith("\n")).toBe(true);
		expect(JSON.parse(out)).toHaveProperty("total_files" in JSON.parse(out) ? "total_files" : "coverage");
	});

	test("an empty index is an answer, not an error", async () => {
		const empty = { ...COVERAGE, partition_status: "empty" as const };
		const lib = library({ manifest: null, source: "empty", get_coverage: async () => ({ ...empty, file: null }) });
		const { code, out } = await cli("get_coverage", lib);
		expect(code).toBe(0);
		expect(JSON.parse(out).partition_status).toBe("empty");
	});
});

describe("errors", () => {
	test("of an operation are JSON on stdout and a sentence on stderr", async () => {
		const { code, out, err } = await cli("find_callers --symbol_id nope", library());
		expect(code).toBe(EXIT.usage);
		expect(JSON.parse(out)).toEqual({ error: { code: "symbol-not-found", message: 'no symbol "nope"' } });
		expect(err).toBe('mantis-structural-index: no symbol "nope" [symbol-not-found]\n');
	});

	test("an unknown language is answered with those that are indexed", async () => {
		const unknown = async () => {
			throw new StructuralIndexError("language-unknown", '"language" expected a known language, got "js"');
		};
		for (const line of ["resolve_symbol --name f --language js", "callers f --language js"]) {
			const { code, err } = await cli(line, library({ resolve_symbol: unknown }));
			expect(code).toBe(EXIT.usage);
			expect(err).toContain('got "js"; indexed here: python [language-unknown]');
		}
	});

	test.each([
		["resolve_symbol", /: --name is required \[/],
		["resolve_symbol --nmae x", /unknown option '--nmae' \(Did you mean --name\?\)/],
		["resolve_symbol --name x --state-rot y", /Did you mean --state_root\?/],
		[
			"resolve_symbol tryRender",
			/too many arguments for 'resolve_symbol'. Expected 0 arguments but got 1; use --name tryRender \[/,
		],
		["search_symbols", /: --query is required \[/],
		["list_calls a.c", /; use --file a.c \[/],
		["search", /missing required argument 'QUERY' \[/],
		["find-callers --limit 3 id:1", /; use --symbol_id id:1 \[/],
		["find_callers --name f1", /unknown option '--name'; find_callers goes by --symbol_id, "callers f1" by name \[/],
		["find_callees --name=f1", /"callees f1" by name \[/],
		["--state_root . callers f1", /unknown option '--state_root'; flags go after the verb: callers --state_root … \[/],
		["help nope", /unknown command 'nope' \[/],
		["help bild", /unknown command 'bild' \(Did you mean build\?\)/],
		["status --all", /"--all" expected --files before it, got true/],
		["status --limit 3", /"--limit" expected --files before it, got 3/],
		["bild", /unknown command 'bild' \(Did you mean build\?\)/],
		["find_callers --symbol_id x --limit many", /"limit" expected a number, got "many"/],
		["find_callers --symbol_id x --limit=", /"limit" expected a number, got ""/],
		["where a.py", /"FILE:LINE" expected a path, a colon and a line number, got "a.py"/],
		["status extra", /too many arguments/],
		["build a --target_root b", /"ROOT" expected the same folder as --target_root \(b\), got "a"/],
	])("%s", async (line, message) => {
		const { code, err } = await cli(line, library());
		expect(code).toBe(EXIT.usage);
		expect(err).toMatch(message);
		expect(err).toMatch(/^mantis-structural-index: [^\n]+ \[invalid-argument\]\n$/);
	});

	test("usage errors of JSON verbs are JSON too", async () => {
		expect(JSON.parse((await cli("find-callers", library())).out).error.code).toBe("invalid-argument");
		expect((await cli("status --jsn", library())).out).toBe("");
		expect(JSON.parse((await cli("status --json --x", library())).out).error.code).toBe("invalid-argument");
	});

	test("never a stack trace, never a control character", async () => {
		const lib = library({}, async () => {
			throw new TypeError("boom\u001b[2J\n    at x");
		});
		const { code, err } = await cli("build", lib);
		expect(code).toBe(EXIT.unexpected);
		expect(err).toBe("mantis-structural-index: boom\\u001b[2J at x [internal]\n");
	});

	test("every code has an exit code above 0", () => {
		for (const code of ERROR_CODES)
			expect(exitCodeOf(new StructuralIndexError(code, ""), undefined)).toBeGreaterThan(0);
		expect(exitCodeOf(new StructuralIndexError("aborted", ""), "SIGINT")).toBe(130);
		expect(exitCodeOf(new StructuralIndexError("aborted", ""), "SIGTERM")).toBe(143);
		expect(exitCodeOf(new StructuralIndexError("index-foreign", ""), undefined)).toBe(3);
		expect(exitCodeOf(new StructuralIndexError("state-unwritable", ""), undefined)).toBe(4);
	});
});

describe("help", () => {
	test("names every verb and the exit codes", async () => {
		const { code, out, err } = await cli("--help", library());
		expect({ code, err }).toEqual({ code: 0, err: "" });
		for (const verb of ["build", "callers", "callees", "where", "status", "dump", "resolve_symbol", "get_coverage"]) {
			expect(out).toContain(`  ${verb}`);
		}
		expect(out).toContain("  build [ROOT] ");
		expect(out).toContain("  callers NAME ");
		expect(out).toContain("130  interrupted");
	});

	test.each(["build", "find-callers", "help"])("help %s is help", async (verb) => {
		const { code, out, err } = await cli(["help", verb], library());
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out).toContain("Usage: mantis-structural-index");
	});

	test.each(
		["build", "callers", "callees", "search", "where", "status", "dump", "resolve_symbol", "find_callers"].concat(
			["find_callees", "get_function_boundary", "get_coverage", "search_symbols", "list_symbols", "list_calls"],
			["list_files"],
		),
	)("%s --help has an example", async (verb) => {
		const { code, out } = await cli([verb, "--help"], library());
		expect(code).toBe(0);
		expect(out).toContain(`$ mantis-structural-index ${verb}`);
	});

	test("without a verb it goes to stderr, as wrong usage", async () => {
		const { code, out, err } = await cli("", library());
		expect({ code, out }).toEqual({ code: EXIT.usage, out: "" });
		expect(err).toContain("Usage: mantis-structural-index");
	});

	test("--version", async () => {
		expect(await cli("--version", library())).toEqual({ code: 0, out: "9.8.7\n", err: "" });
	});
});
