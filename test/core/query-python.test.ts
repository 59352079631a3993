/** The Python helper against the library: the same questions, the same answers, byte for byte as JSON. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { PATHS } from "../../src/core/publish/paths.ts";
import { openQueries } from "../../src/core/query/open.ts";
import type { StructuralIndex } from "../../src/core/types.ts";
import { nodeDatabases } from "../../src/node/databases.ts";
import { nodeState } from "../../src/node/state.ts";
import { buildCatalog, SPECS, sqliteWasm } from "./catalog-fixture.ts";
import { SEARCH_SPECS, SEARCHES } from "./search-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "mantis-python-"));
afterAll(() => rmSync(folder, { recursive: true }));
const helper = (name: string) => fileURLToPath(new URL(`../../src/core/publish/helpers/${name}`, import.meta.url));

function run(
	script: string,
	args: string[],
	env: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string; code: number }> {
	return new Promise((resolve) => {
		const options = { env: { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1", ...env } };
		execFile("python3", [script, ...args], options, (error, stdout, stderr) => {
			resolve({ stdout, stderr, code: error === null ? 0 : Number(error.code) });
		});
	});
}

/** Many questions of one interpreter, through the helper's own main(). */
const DRIVER = `
import contextlib, importlib.util, io, json, sys
spec = importlib.util.spec_from_file_location("helper", sys.argv[1])
helper = importlib.util.module_from_spec(spec)
spec.loader.exec_module(helper)
answers = []
for argv in json.load(sys.stdin):
    sys.argv, out = ["helper"] + argv, io.StringIO()
    with contextlib.redirect_stdout(out):
        code = helper.main()
    answers.append({"answer": json.loads(out.getvalue()), "code": code})
print(json.dumps(answers))
`;

/** Those that the helper has. */
type Operation = Exclude<keyof StructuralIndex, symbol | "manifest" | "source" | "dump" | "close"> &
	`${"resolve" | "find" | "get" | "search" | "list"}_${string}`;
type Question = [operation: Operation, query: Record<string, unknown>];

function flagsOf(query: Record<string, unknown>, root: string): string[] {
	const flags = Object.entries(query).map(([key, value]) => (value === true ? `--${key}` : `--${key}=${value}`));
	return [...flags, "--state_root", root];
}

function askAll(root: string, questions: Question[]): unknown[] {
	const input = JSON.stringify(questions.map(([operation, query]) => [operation, ...flagsOf(query, root)]));
	const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: "1" };
	return JSON.parse(
		execFileSync("python3", ["-c", DRIVER, helper("query_structural_index.py")], { input, env }).toString(),
	);
}

async function ask(root: string, operation: string, query: Record<string, unknown>, env: Record<string, string> = {}) {
	const args = [operation, ...flagsOf(query, root)];
	const { stdout, stderr, code } = await run(helper("query_structural_index.py"), args, env);
	expect(stderr).toBe("");
	return { answer: JSON.parse(stdout), code };
}

async function library(index: StructuralIndex, operation: Operation, query: object) {
	try {
		return { answer: JSON.parse(JSON.stringify(await index[operation](query as never))), code: 0 };
	} catch (error) {
		if (!(error instanceof StructuralIndexError)) throw error;
		return { answer: { error: { code: error.code, message: error.message } }, code: 2 };
	}
}

async function stateRoot(name: string, parts: ("manifest" | "catalog" | "jsonl")[], specs = SPECS): Promise<string> {
	const root = join(folder, name);
	const at = (path: string) => join(root, "workspace", path);
	mkdirSync(at(PATHS.tmp), { recursive: true });
	const { manifest, jsonl } = await buildCatalog(at(`${PATHS.tmp}/c.sqlite`), specs);
	if (parts.includes("catalog")) await buildCatalog(at(PATHS.catalog), specs);
	if (parts.includes("manifest")) writeFileSync(at(PATHS.manifest), JSON.stringify(manifest));
	if (parts.includes("jsonl")) writeFileSync(at(PATHS.jsonl), jsonl);
	rmSync(at(PATHS.tmp), { recursive: true });
	return root;
}

const open = async (root: string) =>
	openQueries({ state: await nodeState.open(root), databases: nodeDatabases, sqlite: async () => sqliteWasm });

const QUESTIONS: Question[] = [
	["resolve_symbol", { name: "feed" }],
	["resolve_symbol", { name: "feed", limit: 1, offset: 1 }],
	["resolve_symbol", { name: "feed", offset: 9e15 }],
	["resolve_symbol", { name: "feed", language: "c" }],
	["resolve_symbol", { name: "feed", file: ".\\html\\parser.py" }],
	["resolve_symbol", { name: "feed", namespace: "html.parser" }],
	["resolve_symbol", { name: "html.parser.HTMLParser.feed" }],
	["resolve_symbol", { name: "html.parser::HTMLParser.feed" }],
	["resolve_symbol", { name: "größe" }],
	["resolve_symbol", { name: "twin" }],
	["resolve_symbol", { name: "' OR 1=1 --" }],
	["resolve_symbol", { name: "" }],
	["resolve_symbol", { name: "feed", language: "" }],
	["resolve_symbol", { name: "feed", file: "../outside" }],
	["resolve_symbol", { name: "feed", file: "/outside" }],
	["resolve_symbol", { name: "feed", file: "C:\\outside" }],
	["resolve_symbol", { name: "feed", file: "missing.c" }],
	["resolve_symbol", { name: "feed", limit: 0 }],
	["resolve_symbol", { name: "feed", limit: 1001 }],
	["resolve_symbol", { name: "feed", offset: -1 }],
	["find_callers", { symbol_id: "nobody" }],
	["find_callees", { symbol_id: "x".repeat(200) }],
	["get_function_boundary", { file: "html/parser.py", line: 8 }],
	["get_function_boundary", { file: "html/parser.py", line: 21 }],
	["get_function_boundary", { file: "html/parser.py", line: 61 }],
	["get_function_boundary", { file: "html/parser.py", line: 0 }],
	["get_function_boundary", { file: "bad.py", line: 3 }],
	["get_function_boundary", { file: "/etc/passwd", line: 3 }],
	["get_coverage", {}],
	["get_coverage", { file: "main.py" }],
	["get_coverage", { file: "bad.py" }],
	["get_coverage", { file: "logo.png" }],
	["get_coverage", { file: "missing.c" }],
	["get_coverage", { file: "./" }],
	["search_symbols", { query: "feed" }],
	["search_symbols", { query: "feed", limit: 1, offset: 1 }],
	["search_symbols", { query: "feed", offset: 9e15 }],
	["search_symbols", { query: "E", kind: "function" }],
	["search_symbols", { query: "feed", language: "c" }],
	["search_symbols", { query: "parser.PY" }],
	["search_symbols", { query: "" }],
	["search_symbols", { query: " \n" }],
	["search_symbols", { query: "x".repeat(1001) }],
	["search_symbols", { query: "feed", kind: "verb" }],
	["search_symbols", { query: "feed", kind: "" }],
	["search_symbols", { query: "feed", limit: 1001 }],
	...["html/parser.py", "./main.py", "src/p.c", "src/näme 文件.js", "bad.py", "missing.c", "../x", ""].flatMap(
		(file): Question[] => [
			["list_symbols", { file }],
			["list_symbols", { file, limit: 2, offset: 1 }],
			["list_calls", { file }],
			["list_calls", { file, limit: 2, offset: 1 }],
		],
	),
	["list_symbols", { file: "main.py", limit: 10_000 }],
	["list_calls", { file: "main.py", limit: 10_001 }],
	["list_files", {}],
	["list_files", { unsupported: true }],
	["list_files", { all: true }],
	["list_files", { all: true, limit: 3, offset: 2 }],
	["list_files", { limit: 10_001 }],
];

describe.each([
	["the catalog", ["manifest", "catalog", "jsonl"]],
	["the JSONL", ["jsonl"]],
	["the JSONL of a manifest without catalog", ["manifest", "jsonl"]],
	["nothing", []],
] as const)("from %s", (name, parts) => {
	let root: string;
	let index: StructuralIndex;
	beforeAll(async () => {
		root = await stateRoot(name.replaceAll(" ", "-"), [...parts]);
		index = await open(root);
	});
	afterAll(() => index.close());

	const compare = async (questions: Question[]) => {
		const answers = askAll(root, questions);
		for (const [i, [operation, query]] of questions.entries()) {
			const expected = await library(index, operation, query);
			expect(answers[i], `${operation} ${JSON.stringify(query)}`).toEqual(expected);
		}
	};

	test("every question has the library's answer", async () => {
		await compare(QUESTIONS);
	});

	test("callers and callees of every symbol", async () => {
		const ids = new Set<string>();
		for (const query of ["feed", "run", "main", "CHECK", "HTMLParser", "größe", "inner", "close", "html.parser"]) {
			for (const { symbol_id } of (await index.resolve_symbol({ name: query })).results) ids.add(symbol_id);
		}
		expect(ids.size > 0).toBe(parts.length > 0);
		await compare(
			[...ids].flatMap((symbol_id): Question[] => [
				["find_callers", { symbol_id }],
				["find_callers", { symbol_id, limit: 1, offset: 1 }],
				["find_callees", { symbol_id }],
				["find_callees", { symbol_id, limit: 1, offset: 1 }],
			]),
		);
	});

	test("nothing is written", () => {
		const kb = join(root, "workspace", "kb");
		const expected = [
			"structural_index",
			...(parts.some((part) => part === "jsonl") ? ["structural_index.jsonl"] : []),
		];
		expect(readdirSync(kb).sort()).toEqual(expected);
		const inside = { manifest: "manifest.json", catalog: "catalog.sqlite", jsonl: undefined };
		expect(readdirSync(join(kb, "structural_index")).sort()).toEqual(
			parts.flatMap((part) => inside[part] ?? []).sort(),
		);
	});
});

describe.each([["catalog"], ["jsonl"]] as const)("a search over a %s", (part) => {
	test("has the library's answer, whatever is searched", async () => {
		const root = await stateRoot(`search-${part}`, part === "catalog" ? ["manifest", part] : [part], SEARCH_SPECS);
		const index = await open(root);
		const questions = SEARCHES.map((query): Question => ["search_symbols", { query }]);
		for (const [i, answer] of askAll(root, questions).entries()) {
			const [operation, query] = questions[i] as Question;
			expect(answer, JSON.stringify(query)).toEqual(await library(index, operation, query));
		}
		await index.close();
	});
});

describe("the command line", () => {
	let root: string;
	beforeAll(async () => {
		root = await stateRoot("command-line", ["manifest", "catalog"]);
	});
	const query = (...args: string[]) => run(helper("query_structural_index.py"), args);

	test("takes the kebab form, and flags before or after", async () => {
		const kebab = await query("resolve-symbol", "--state-root", root, "--name", "feed");
		const snake = await query("resolve_symbol", "--name", "feed", "--state_root", root);
		expect(kebab).toEqual(snake);
		expect(JSON.parse(snake.stdout).total).toBe(3);
	});

	test.each([
		[["resolve_symbol", "--nme", "x"]],
		[["resolve_symbol"]],
		[["find_callers", "--symbol_id", "x", "--limit", "1e9"]],
		[["find_callers", "--symbol_id", "x", "--limit"]],
		[["destroy"]],
		[[]],
	])("bad usage is JSON with code and exit 2: %j", async (args) => {
		const { stdout, stderr, code } = await query(...args);
		expect({ stderr, code }).toEqual({ stderr: "", code: 2 });
		expect(JSON.parse(stdout).error.code).toBe("invalid-argument");
	});

	test("a damaged or foreign index is a coded error", async () => {
		const broken = await stateRoot("broken", ["manifest", "catalog"]);
		const at = (path: string) => join(broken, "workspace", path);
		const codeAfter = async (path: string, text: string) => {
			writeFileSync(at(path), text);
			const { answer, code } = await ask(broken, "get_coverage", {});
			expect(code).toBe(3);
			const same = await open(broken).catch((error: StructuralIndexError) => error);
			expect((same as StructuralIndexError).code).toBe(answer.error.code);
			return answer.error.code;
		};
		const whole = JSON.parse(readFileSync(at(PATHS.manifest), "utf8"));
		expect(await codeAfter(PATHS.manifest, JSON.stringify({ ...whole, status: "bogus" }))).toBe("index-corrupt");
		writeFileSync(at(PATHS.manifest), JSON.stringify(whole));
		expect(await codeAfter(PATHS.catalog, "no database ".repeat(500))).toBe("index-corrupt");
		expect(await codeAfter(PATHS.catalog, "")).toBe("index-corrupt");
		expect(await codeAfter(PATHS.manifest, "{")).toBe("index-corrupt");
		expect(await codeAfter(PATHS.manifest, '{"schema_version": 2}')).toBe("index-foreign");
		expect(await codeAfter(PATHS.manifest, "[1]")).toBe("index-corrupt");
	});

	test("--help explains", async () => {
		const { stdout, code } = await query("--help");
		expect(code).toBe(0);
		expect(stdout).toContain("find_callers");
	});
});

describe("a remote endpoint", () => {
	let server: Server;
	let url: string;
	const asked: unknown[] = [];
	let reply: [status: number, body: string];
	beforeAll(async () => {
		server = createServer((request, response) => {
			let body = "";
			request.on("data", (chunk) => {
				body += chunk;
			});
			request.on("end", () => {
				asked.push([request.method, request.url, JSON.parse(body)]);
				response.writeHead(reply[0], { "content-type": "application/json" }).end(reply[1]);
			});
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
	});
	afterAll(() => server.close());
	const remote = async (root: string, env = { MANTIS_STRUCTURAL_INDEX_URL: url }) =>
		ask(root, "resolve_symbol", { name: "feed", file: "./src\\p.c" }, env);

	test("is asked with checked arguments and its answer passed on", async () => {
		const root = await stateRoot("remote", ["manifest", "catalog"]);
		reply = [200, '{"results":[],"total":0,"from":"remote"}'];
		expect(await remote(root)).toEqual({ answer: { results: [], total: 0, from: "remote" }, code: 0 });
		expect(asked.at(-1)).toEqual([
			"POST",
			"/api/resolve_symbol",
			{ name: "feed", file: "src/p.c", limit: 100, offset: 0 },
		]);
		reply = [404, '{"error":{"code":"file-not-found","message":"no"}}'];
		expect(await remote(root)).toEqual({ answer: { error: { code: "file-not-found", message: "no" } }, code: 2 });
	});

	test("is named by a manifest of kind remote", async () => {
		const root = await stateRoot("remote-manifest", []);
		const local = await stateRoot("remote-source", ["manifest"]);
		const { manifest } = await buildCatalog(join(local, "x.sqlite"), SPECS, {
			manifest: {
				provider: {
					kind: "remote",
					catalog: url,
					backend_versions: (await import("./catalog-fixture.ts")).manifestOf(SPECS).provider.backend_versions,
				},
			},
		});
		writeFileSync(join(root, "workspace", PATHS.manifest), JSON.stringify(manifest));
		reply = [200, '{"from":"remote"}'];
		expect((await remote(root, {} as never)).answer).toEqual({ from: "remote" });
	});

	test.each([
		["a server error", 500, "{}"],
		["something else than JSON", 200, "<html>"],
		["a JSON that is no object", 200, "[]"],
	])("that answers with %s gives way to local sources, with a warning", async (name, status, body) => {
		const root = await stateRoot(`remote-${status}-${body.length}`, ["manifest", "catalog"]);
		reply = [status, body];
		const { answer, code } = await remote(root);
		expect({ code, total: answer.total, warnings: answer.warnings.length }, name).toEqual({
			code: 0,
			total: 1,
			warnings: 1,
		});
	});

	test("that is not there, or no http address, gives way too", async () => {
		const root = await stateRoot("remote-gone", ["manifest", "catalog"]);
		for (const address of ["http://127.0.0.1:9", "file:///etc/passwd", "nonsense"]) {
			const { answer } = await remote(root, { MANTIS_STRUCTURAL_INDEX_URL: address });
			expect(answer).toMatchObject({ total: 1, warnings: [expect.stringContaining(address)] });
		}
	});
});

describe("the build helper", () => {
	const build = (env: Record<string, string>, ...args: string[]) => run(helper("build_structural_index.py"), args, env);
	const script = (name: string, text: string) => {
		const path = join(folder, name);
		writeFileSync(path, text);
		chmodSync(path, 0o755);
		return path;
	};

	test("passes arguments and exit code through", async () => {
		const cli = script("my cli", '#!/bin/sh\nprintf "%s|" "$@"\nexit 4\n');
		const { stdout, code } = await build({ MANTIS_STRUCTURAL_INDEX_CLI: cli }, "--target_root", "a b", "--quiet");
		expect({ stdout, code }).toEqual({ stdout: "build|--target_root|a b|--quiet|", code: 4 });
		const line = await build({ MANTIS_STRUCTURAL_INDEX_CLI: `sh '${cli}' first` });
		expect(line.stdout).toBe("first|build|");
	});

	test("finds the command on PATH", async () => {
		const bin = join(folder, "bin");
		mkdirSync(bin);
		script("bin/mantis-structural-index", '#!/bin/sh\necho "on path $1"\n');
		expect((await build({ PATH: `${bin}:${process.env.PATH}` })).stdout).toBe("on path build\n");
	});

	test("without any command says that the index is empty, and does not fail", async () => {
		const bin = join(folder, "python-only");
		mkdirSync(bin);
		const python = await run("-c", ["import sys; print(sys.executable)"]);
		script("python-only/python3", `#!/bin/sh\nexec ${python.stdout.trim()} "$@"\n`);
		const { stdout, stderr, code } = await build({ PATH: bin });
		expect({ stdout, stderr, code }).toEqual({
			stdout: "Structural index is empty — structural context unavailable.\n",
			stderr: "",
			code: 0,
		});
	});
});
