/** Wrong arguments: each one clear sentence with a code, and nothing changed on disk. */
import { join } from "node:path";
import { type BuildOptions, buildIndex, openIndex, type StructuralIndex } from "mantis-structural-index/node";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cli, failureOf, fingerprint, newFolder, plant, run, SHOP } from "./support.ts";

/** An index made once. */
const first = { root: plant(newFolder(), SHOP), state: newFolder() };
let whole: Record<string, string>;
beforeAll(async () => {
	await buildIndex({ target_root: first.root, state_root: first.state, snapshot_id: "s1" });
	whole = fingerprint(first.state);
});
const nothing = (value: unknown) => value as never;

describe("options of a build", () => {
	const { root, state } = first;
	const good: BuildOptions = { target_root: root, state_root: state };
	const aborted = AbortSignal.abort("why not");
	const CASES: [what: string, options: object, code: string, says: string][] = [
		["a missing root", { target_root: join(root, "none") }, "root-missing", "none"],
		["a file as root", { target_root: join(root, "lib/p.c") }, "root-unreadable", "got a file"],
		["a missing snapshot_root", { target_root: undefined, snapshot_root: "/none" }, "root-missing", "snapshot_root"],
		["an empty root", { target_root: "" }, "invalid-argument", '"target_root" expected a path, got ""'],
		["a root with NUL", { target_root: "/a\0b" }, "invalid-argument", '"target_root"'],
		["a root that is a number", { target_root: 7 }, "invalid-argument", '"target_root" expected a path, got 7'],
		[
			"a file as state root",
			{ state_root: join(root, "lib/p.c") },
			"state-unwritable",
			"expected a folder, got a file",
		],
		["a state root below a file", { state_root: join(root, "lib/p.c/x") }, "state-unwritable", "p.c"],
		["an unknown language", { languages: ["elvish"] }, "language-unknown", '"elvish"'],
		["no language", { languages: [] }, "invalid-argument", '"languages"'],
		["languages as text", { languages: "python" }, "invalid-argument", '"languages"'],
		["an unknown option", { worker: 2 }, "invalid-argument", 'unknown option "worker": did you mean "workers"?'],
		["a foreign option", { frobnicate: 1 }, "invalid-argument", "known are target_root"],
		["workers 0", { workers: 0 }, "invalid-argument", '"workers" expected integer in 1..64, got 0'],
		["65 workers", { workers: 65 }, "invalid-argument", "got 65"],
		["half a worker", { workers: 1.5 }, "invalid-argument", "got 1.5"],
		["workers NaN", { workers: Number.NaN }, "invalid-argument", "got NaN"],
		["workers as text", { workers: "2" }, "invalid-argument", 'got "2"'],
		["a negative time budget", { time_budget_ms: -1 }, "invalid-argument", '"time_budget_ms"'],
		["no time budget", { time_budget_ms: 0 }, "invalid-argument", '"time_budget_ms"'],
		["a negative size", { max_file_bytes: -1 }, "invalid-argument", '"max_file_bytes"'],
		["negative records", { max_jsonl_records: -1 }, "invalid-argument", '"max_jsonl_records"'],
		["gitignore as text", { gitignore: "no" }, "invalid-argument", '"gitignore" expected true or false, got "no"'],
		["a progress that is no function", { on_progress: {} }, "invalid-argument", '"on_progress" expected a function'],
		["a signal that is none", { signal: {} }, "invalid-argument", '"signal"'],
		["an aborted signal", { signal: aborted, snapshot_id: "s2" }, "aborted", "aborted"],
		["a missing language folder", { language_folders: ["/none"] }, "language-invalid", "/none"],
	];

	test.each(CASES)("%s", async (_what, over, code, says) => {
		const error = await failureOf(() => buildIndex({ ...good, ...over }));
		expect(error.message).toContain(says);
		expect(error.code).toBe(code);
		expect(fingerprint(state)).toEqual(whole);
	});

	test.each([null, 7, "text", []])("options that are %j", async (options) => {
		expect((await failureOf(() => buildIndex(nothing(options)))).code).toBe("invalid-argument");
	});

	test("the cause of an abort is kept", async () => {
		expect((await failureOf(() => buildIndex({ ...good, signal: aborted }))).cause).toBe("why not");
	});
});

describe("arguments of a query", () => {
	let index: StructuralIndex;
	let symbol_id: string;
	beforeEach(async () => {
		index = await openIndex({ state_root: first.state });
		symbol_id = (await index.resolve_symbol({ name: "with_tax" })).results[0]?.symbol_id ?? "";
	});
	afterEach(() => index.close());

	/** What to ask, the code, what is said, and the same for the command where a flag can carry it. */
	const CASES: [
		operation: "resolve_symbol" | "find_callers" | "find_callees" | "get_function_boundary" | "get_coverage",
		query: Record<string, unknown>,
		code: string,
		says: string,
	][] = [
		["resolve_symbol", { name: "" }, "invalid-argument", '"name" expected a non-empty string, got ""'],
		["resolve_symbol", {}, "invalid-argument", '"name"'],
		["resolve_symbol", { name: 7 }, "invalid-argument", "got 7"],
		["resolve_symbol", { name: "x", language: "elvish" }, "language-unknown", '"elvish"'],
		["resolve_symbol", { name: "x", file: "none.py" }, "file-not-found", '"none.py"'],
		["resolve_symbol", { name: "x", file: "../x.py" }, "path-outside-root", '"../x.py"'],
		["resolve_symbol", { name: "x", limit: 0 }, "invalid-argument", '"limit" expected integer in 1..1000, got 0'],
		["resolve_symbol", { name: "x", nmae: "y" }, "invalid-argument", '"nmae"'],
		["find_callers", { symbol_id: "none" }, "symbol-not-found", '"none"'],
		["find_callees", { symbol_id: "none" }, "symbol-not-found", '"none"'],
		["find_callers", { symbol_id: "" }, "invalid-argument", '"symbol_id"'],
		["find_callers", { symbol_id: "*", limit: 0 }, "invalid-argument", '"limit" expected integer in 1..1000, got 0'],
		["find_callers", { symbol_id: "*", limit: 1e9 }, "invalid-argument", "got 1000000000"],
		["find_callers", { symbol_id: "*", limit: "abc" }, "invalid-argument", 'got "abc"'],
		["find_callees", { symbol_id: "*", limit: -1 }, "invalid-argument", "got -1"],
		["find_callees", { symbol_id: "*", limit: 1.5 }, "invalid-argument", "got 1.5"],
		["find_callers", { symbol_id: "*", offset: -1 }, "invalid-argument", '"offset" expected integer ≥ 0, got -1'],
		["get_function_boundary", { file: "lib/p.c", line: 0 }, "invalid-argument", '"line" expected integer ≥ 1, got 0'],
		[
			"get_function_boundary",
			{ file: "lib/p.c", line: 3 },
			"line-out-of-range",
			'"line" expected 1..2 in "lib/p.c", got 3',
		],
		["get_function_boundary", { file: "lib/p.c", line: 1e15 }, "line-out-of-range", "got 1000000000000000"],
		["get_function_boundary", { file: "none.c", line: 1 }, "file-not-found", '"none.c"'],
		["get_function_boundary", { file: "../../etc/passwd", line: 1 }, "path-outside-root", "passwd"],
		["get_function_boundary", { file: "/etc/passwd", line: 1 }, "path-outside-root", "/etc/passwd"],
		["get_function_boundary", { file: "lib/../../x", line: 1 }, "path-outside-root", "lib/../../x"],
		["get_function_boundary", { file: "C:\\x.c", line: 1 }, "path-outside-root", "x.c"],
		["get_function_boundary", { file: "", line: 1 }, "invalid-argument", '"file"'],
		["get_function_boundary", { file: ".", line: 1 }, "invalid-argument", '"file"'],
		["get_function_boundary", { file: "lib/p.c" }, "invalid-argument", '"line"'],
		["get_coverage", { file: "none.c" }, "file-not-found", '"none.c"'],
		["get_coverage", { file: "../x" }, "path-outside-root", '"../x"'],
	];
	const filled = (query: Record<string, unknown>) => (query.symbol_id === "*" ? { ...query, symbol_id } : query);

	test.each(CASES)("%s %j", async (operation, query, code, says) => {
		const ask = index[operation] as (query: unknown) => Promise<unknown>;
		const error = await failureOf(() => ask.call(index, filled(query)));
		expect(error.message).toContain(says);
		expect(error.code).toBe(code);
	});

	test("the command and the Python helper refuse the same with the same code", () => {
		for (const [operation, query, code] of CASES.filter((_, i) => i % 4 === 1)) {
			if (Object.values(query).some((value) => value === 7 || value === 1e15)) continue;
			if (Object.keys(query).includes("nmae")) continue;
			const flags = Object.entries(filled(query)).map(([name, value]) => `--${name}=${value}`);
			const args = [operation, ...flags, "--state_root", first.state];
			const ran = cli(args);
			expect(ran.stderr, args.join(" ")).toMatch(new RegExp(`^mantis-structural-index: [^\\n]+ \\[${code}\\]\\n$`));
			expect(ran.status).toBe(2);
			const helper = join(first.state, "workspace/helpers/query_structural_index.py");
			const python = run("python3", [helper, ...args]);
			for (const { stdout } of [ran, python]) expect(JSON.parse(stdout).error.code, args.join(" ")).toBe(code);
			expect(python.status).toBe(2);
		}
	});

	test("no answer and no refusal has written anything", () => {
		expect(fingerprint(first.state)).toEqual(whole);
	});
});
