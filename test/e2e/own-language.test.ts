/** A language of the user's own, from a folder: json, queries and a grammar that this package does not ship. */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIndex, type LanguageDefinition, openIndex } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { cli, cliJson, expectWhole, failureOf, fingerprint, helper, newFolder, plant, ROOT } from "./support.ts";

const WASM = readFileSync(join(ROOT, "node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm"));

const DEFINITION: LanguageDefinition = {
	id: "golike",
	name: "Go, as a user might write it",
	extensions: [".go"],
	filenames: ["Gofile"],
	shebangs: ["gorun"],
	grammars: [{ wasm: "tree-sitter-go" }],
	queries: ["all.scm"],
	lineComment: "//",
	moduleSystem: "none",
	separator: ".",
	bareMembers: "never",
};

const QUERY = `
(function_declaration name: (identifier) @name body: (block) @body) @definition.function @scope.function
(call_expression function: (identifier) @name arguments: (_) @args) @call.call
(call_expression
  function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)
  arguments: (_) @args) @call.call
`;

const FILES = {
	"main.go": 'package main\n\nfunc helper() int {\n\treturn 1\n}\n\nfunc main() {\n\thelper()\n\tfmt.Println("x")\n}\n',
	Gofile: "package x\n\nfunc named() {}\n",
	run: "#!/usr/bin/env gorun\npackage x\n\nfunc script() {}\n",
	"a.py": "def f():\n    return 1\n",
};

function languageFolder(over: Record<string, string | Uint8Array> = {}): string {
	return plant(newFolder(), {
		"language.json": JSON.stringify(DEFINITION),
		"all.scm": QUERY,
		"tree-sitter-go.wasm": WASM,
		...over,
	});
}

let root: string;
let own: string;
beforeAll(() => {
	root = plant(newFolder(), FILES);
	own = languageFolder();
});

test("the API indexes it, beside the built-in ones", async () => {
	const state = newFolder();
	const { manifest, problems } = await buildIndex({ target_root: root, state_root: state, language_folders: [own] });
	expect(problems).toEqual([]);
	expect(manifest).toMatchObject({ status: "complete", coverage: { indexed_files: 4, unsupported_files: 0 } });
	expect(Object.keys(manifest.provider.backend_versions)).toEqual(["golike", "python"]);
	expectWhole(state);

	await using index = await openIndex({ state_root: state });
	const { results } = await index.resolve_symbol({ name: "helper", language: "golike" });
	expect(results).toMatchObject([
		{
			kind: "function",
			file_path: "main.go",
			start_line: 3,
			end_line: 5,
			signature: "func helper() int",
			precision: "ast",
		},
	]);
	const callers = await index.find_callers({ symbol_id: results[0]?.symbol_id ?? "" });
	expect(callers.results).toMatchObject([{ name: "main", line: 8, edge_kind: "direct" }]);
	for (const name of ["named", "script"]) expect((await index.resolve_symbol({ name })).total, name).toBe(1);
	expect(helper<{ total: number }>(state, ["resolve_symbol", "--name", "script", "--language", "golike"]).total).toBe(
		1,
	);

	const again = await buildIndex({ target_root: root, state_root: state, language_folders: [own] });
	expect(again.manifest.units).toMatchObject({ reused: 4, rebuild: 0 });
});

test("the command indexes it, and without the flag the files are unsupported", () => {
	const state = newFolder();
	const flags = ["build", root, "--state_root", state, "--json", "--quiet"];
	expect(cliJson([...flags, "--language_folder", own])).toMatchObject({ manifest: { coverage: { indexed_files: 4 } } });
	expect(cli(["where", "main.go:8", "--state_root", state]).stdout).toMatch(/^function +main$/m);
	expect(cliJson(flags)).toMatchObject({ manifest: { coverage: { indexed_files: 1, unsupported_files: 3 } } });
});

test("another query or grammar makes other units", async () => {
	const state = newFolder();
	const options = { target_root: root, state_root: state, languages: ["golike"] };
	await buildIndex({ ...options, language_folders: [own] });
	const changed = languageFolder({ "all.scm": `${QUERY}; a comment\n` });
	const { manifest } = await buildIndex({ ...options, language_folders: [changed] });
	expect(manifest.units).toMatchObject({ reused: 0, rebuild: 3 });
	const { manifest: back } = await buildIndex({ ...options, language_folders: [own] });
	expect(back.units).toMatchObject({ reused: 3, rebuild: 0 });
});

test("it takes a built-in language's files, and may inherit its queries", async () => {
	const folder = plant(newFolder(), {
		"language.json": JSON.stringify({
			...DEFINITION,
			id: "my-python",
			extensions: [".py"],
			filenames: [],
			grammars: [{ wasm: "python" }],
			queries: ["definitions.scm"],
		}),
		"definitions.scm": "; inherits: python\n",
	});
	cpSync(join(ROOT, "dist/assets/grammars/tree-sitter-python.wasm"), join(folder, "python.wasm"));
	const state = newFolder();
	const { manifest } = await buildIndex({ target_root: root, state_root: state, language_folders: [folder] });
	expect(Object.keys(manifest.provider.backend_versions)).toEqual(["my-python"]);
	await using index = await openIndex({ state_root: state });
	expect((await index.resolve_symbol({ name: "f" })).results).toMatchObject([{ language: "my-python" }]);
});

/** The grammar with another ABI: the number that begins its TSLanguage, found by the counts that follow it. */
function ofAbi(version: number): Uint8Array {
	const bytes = Buffer.from(WASM);
	const fits = (at: number) => {
		const [abi, symbols, , tokens, , states] = [0, 4, 8, 12, 16, 20].map((field) => bytes.readUInt32LE(at + field));
		const plausible = symbols! > 50 && symbols! < 1000 && tokens! > 20 && tokens! < symbols! && states! > 100;
		return (abi === 14 || abi === 15) && plausible && states! < 100_000;
	};
	const found = Array.from({ length: bytes.length - 24 }, (_, at) => at).filter(fits);
	expect(found).toHaveLength(1);
	bytes.writeUInt32LE(version, found[0] as number);
	return bytes;
}

const json = (over: object) => ({ "language.json": JSON.stringify({ ...DEFINITION, ...over }) });
const BROKEN: [what: string, files: Record<string, string | Uint8Array | undefined>, code: string, says: string][] = [
	["no language.json", { "language.json": undefined }, "language-invalid", "language.json"],
	["no wasm", { "tree-sitter-go.wasm": undefined }, "language-invalid", "tree-sitter-go.wasm"],
	["no queries", { "all.scm": undefined }, "language-invalid", "all.scm"],
	["no JSON", { "language.json": "{" }, "language-invalid", "expected JSON"],
	["another JSON", { "language.json": "[]" }, "language-invalid", "expected an object, got an array"],
	["an unknown field", json({ seperator: "." }), "language-invalid", 'did you mean "separator"'],
	["a wrong type", json({ extensions: ".go" }), "language-invalid", '"extensions" expected'],
	["a wasm that leaves the folder", json({ grammars: [{ wasm: "../x" }] }), "language-invalid", "wasm"],
	["an unknown capture", { "all.scm": "(identifier) @nonsense.kind" }, "language-invalid", "@nonsense.kind"],
	["an unknown node", { "all.scm": "(nonsense_node) @definition.function" }, "language-invalid", "nonsense_node"],
	["a broken query", { "all.scm": "(identifier @name" }, "language-invalid", "queries for grammar"],
	["an unknown predicate", { "all.scm": "((identifier) @name (#odd? @name))" }, "language-invalid", "#odd?"],
	[
		"a language to inherit from that is not there",
		{ "all.scm": "; inherits: nothing" },
		"language-invalid",
		"inherits",
	],
	["a wasm that is text", { "tree-sitter-go.wasm": "text" }, "language-invalid", "not WebAssembly"],
	["a wasm cut off", { "tree-sitter-go.wasm": WASM.subarray(0, 1000) }, "language-invalid", "not WebAssembly"],
	[
		"another wasm",
		{ "tree-sitter-go.wasm": readFileSync(join(ROOT, "dist/assets/wa-sqlite.wasm")) },
		"grammar-incompatible",
		"tree-sitter-go",
	],
	["an older ABI", { "tree-sitter-go.wasm": ofAbi(12) }, "grammar-incompatible", "ABI"],
	["a newer ABI", { "tree-sitter-go.wasm": ofAbi(99) }, "grammar-incompatible", "ABI"],
];

describe("a broken folder is one clear error, and changes nothing", () => {
	let state: string;
	let before: Record<string, string>;
	beforeAll(async () => {
		state = newFolder();
		await buildIndex({ target_root: root, state_root: state, language_folders: [own] });
		before = fingerprint(state, false);
	});

	test.each(BROKEN)("%s", async (_what, files, code, says) => {
		const folder = languageFolder();
		for (const [name, content] of Object.entries(files)) {
			if (content === undefined) rmSync(join(folder, name));
			else writeFileSync(join(folder, name), content);
		}
		const error = await failureOf(() =>
			buildIndex({ target_root: root, state_root: state, language_folders: [folder], workers: 2 }),
		);
		expect(error.message).toContain(says);
		expect(error.code).toBe(code);
		expect(error.message).toMatch(/^[^\n]{20,600}$/);
		expect(fingerprint(state, false)).toEqual(before);
	});

	test("through the command: exit code 2 and one line", () => {
		const folder = languageFolder({ "all.scm": "(identifier) @nonsense.kind" });
		const ran = cli(["build", root, "--state_root", state, "--language_folder", folder, "--quiet"]);
		expect(ran).toMatchObject({ status: 2, stdout: "" });
		expect(ran.stderr).toMatch(/^mantis-structural-index: [^\n]*@nonsense\.kind[^\n]* \[language-invalid\]\n$/);
		expect(fingerprint(state, false)).toEqual(before);
	});

	test("two folders of one id", async () => {
		const options = { target_root: root, state_root: state, language_folders: [own, languageFolder()] };
		expect((await failureOf(() => buildIndex(options))).code).toBe("language-invalid");
	});
});
