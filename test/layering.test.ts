/**
 * The walls of the house (docs/architecture.md, "Rooms"): who may import whom, checked on the syntax tree of every source
 * file. Each rule is first shown to fail on a made-up source, so that a rule that catches nothing is noticed.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Room → what its files may import: path prefixes inside the repository, package names, `node:` for any builtin. */
const ALLOWED: Record<string, string[]> = {
	"src/core/": ["src/core/", "comlink", "@noble/hashes", "web-tree-sitter", "wa-sqlite"],
	"src/generated/": ["src/core/"],
	"src/client/": ["src/client/", "src/core/", "src/generated/", "comlink", "ignore", "modern-tar"],
	"src/index.ts": ["src/client/", "src/core/", "src/generated/"],
	"src/node/": ["src/node/", "src/client/", "src/core/", "src/index.ts", "node:", "comlink", "@noble/hashes"],
	"src/cli/": ["src/cli/", "src/node/index.ts", "src/core/types.ts", "src/core/errors.ts", "node:"].concat([
		"commander",
		"cli-progress",
		"cli-table3",
	]),
	"src/deno/": ["src/deno/", "src/node/", "src/client/", "src/core/", "src/index.ts", "node:", "comlink"],
	// The page's side posts to the engine worker and knows of the engine only the types and errors that cross.
	"src/browser/engine/": ["src/browser/", "src/client/", "src/core/", "src/generated/", "comlink"].concat([
		"@zip.js/zip.js",
		"modern-tar",
	]),
	"src/browser/": ["src/browser/", "src/core/types.ts", "src/core/errors.ts", "src/core/protocol/", "comlink"],
	"src/page/": ["src/page/", "src/browser/index.ts", "preact", "@preact/signals", "@dagrejs/dagre"].concat([
		"d3-zoom",
		"d3-selection",
		"@codemirror/",
		"@lezer/highlight",
	]),
	// A worker entry joins the room to the dispatcher; it must not pull in the room's main side.
	"workers/": ["src/core/protocol/", "src/node/worker-host.ts", "src/node/databases.ts", "src/node/digest.ts"].concat([
		"src/deno/worker-host.ts",
		"src/deno/databases.ts",
		"src/core/text/digest.ts",
		"src/browser/engine/",
	]),
};

/** Packages that exactly one file may import, so that the rest of the engine never meets their types. */
const SOLE_IMPORTER: Record<string, string> = {
	"web-tree-sitter": "src/core/engine/runtime.ts",
	"wa-sqlite": "src/core/catalog/sqlite.ts",
};

const PLATFORM_NAMES = ["process", "window", "document", "navigator", "Deno", "Bun", "self", "importScripts"];
const MOST_LINES = 400;
const MOST_WORKER_LINES = 35;

const LANGUAGES = readdirSync(join(ROOT, "grammars"), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && existsSync(join(ROOT, "grammars", entry.name, "language.json")))
	.map((entry) => entry.name);

/** What is wrong with one file, in words that name the rule. */
function faults(path: string, source: string, languages: readonly string[] = LANGUAGES): string[] {
	const out: string[] = [];
	const room = Object.keys(ALLOWED).find((prefix) => path.startsWith(prefix));
	const allowed = room ? (ALLOWED[room] as string[]) : [];
	const generated = path.startsWith("src/generated/");
	if (!room) out.push(`${path}: no room has this file; rooms: ${Object.keys(ALLOWED).join(", ")}`);

	const visit = (node: ts.Node): void => {
		const specifier = importedBy(node);
		if (specifier !== undefined) {
			const target = specifier.startsWith(".") ? posix.join(posix.dirname(path), specifier) : packageOf(specifier);
			const sole = SOLE_IMPORTER[target];
			if (sole && path !== sole) out.push(`${path}: only ${sole} may import ${target}`);
			if (
				!allowed.some((each) => (each.endsWith("/") || each.endsWith(":") ? target.startsWith(each) : target === each))
			) {
				out.push(`${path}: imports ${target}; ${room} may import only ${allowed.join(", ")}`);
			}
		}
		if (ts.isTypeOfExpression(node) && PLATFORM_NAMES.includes(node.expression.getText())) {
			out.push(`${path}: sniffs the runtime (${node.getText()}); the entry that was imported is the room`);
		}
		if (ts.isPropertyAccessExpression(node) && node.expression.getText() === "globalThis") {
			out.push(`${path}: sniffs the runtime (${node.getText()}); the entry that was imported is the room`);
		}
		if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText())) {
			const sides = [node.left, node.right];
			const named = sides.some((side) => /(^|\.)lang(uage)?(_?id|_?name|\.id|\.name)?$/i.test(side.getText()));
			if (named && sides.some(ts.isStringLiteralLike)) {
				out.push(`${path}: compares a language with a literal (${node.getText()}); put the fact into language.json`);
			}
		}
		if (!generated && ts.isStringLiteralLike(node) && languages.includes(node.text) && specifier !== node.text) {
			out.push(`${path}: names the language "${node.text}"; a language's facts live in its folder`);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(path, source, ts.ScriptTarget.ES2022, true));

	const lines = source.split("\n").length - 1;
	const most = path.startsWith("workers/") ? MOST_WORKER_LINES : MOST_LINES;
	if (!generated && lines > most) out.push(`${path}: ${lines} lines; at most ${most}`);
	return out;
}

/** The module a node loads: static, dynamic, re-export or type import. */
function importedBy(node: ts.Node): string | undefined {
	if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
		return node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
	}
	if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
		return ts.isStringLiteral(node.argument.literal) ? node.argument.literal.text : undefined;
	}
	const [first] =
		ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
	return first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

function packageOf(specifier: string): string {
	if (specifier.startsWith("node:")) return specifier;
	return specifier
		.split("/")
		.slice(0, specifier.startsWith("@") ? 2 : 1)
		.join("/");
}

function sources(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /\.m?tsx?$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
		.sort();
}

describe("each rule can fail", () => {
	test.each([
		["src/core/a.ts", 'import { readFile } from "node:fs";', "src/core/ may import only"],
		["src/core/a.ts", 'export * from "../client/pool.ts";', "imports src/client/pool.ts"],
		["src/core/a.ts", 'type T = import("../node/host.ts").T;', "imports src/node/host.ts"],
		["src/client/a.ts", 'await import("node:path");', "imports node:path"],
		["src/client/a.ts", 'import type { Parser } from "web-tree-sitter";', "only src/core/engine/runtime.ts"],
		["src/core/query/a.ts", 'import s from "wa-sqlite/dist/wa-sqlite.mjs";', "only src/core/catalog/sqlite.ts"],
		["src/node/a.ts", 'import { run } from "../cli/run.ts";', "imports src/cli/run.ts"],
		["src/cli/a.ts", 'import { build } from "../client/build.ts";', "imports src/client/build.ts"],
		["src/cli/a.ts", 'import _ from "lodash/fp";', "imports lodash"],
		["workers/a.node.ts", 'import { extract } from "../src/core/engine/extractor.ts";', "workers/ may import only"],
		["src/attic/a.ts", "", "no room has this file"],
		["src/core/a.ts", 'if (typeof process !== "undefined") {}', "sniffs the runtime"],
		["src/client/a.ts", "globalThis.Deno?.version;", "sniffs the runtime"],
		["src/core/a.ts", 'if (file.language === "elvish") {}', "compares a language"],
		["src/core/a.ts", 'if ("elvish" != languageId) {}', "compares a language"],
		["src/core/a.ts", 'const slow = new Set(["klingon"]);', 'names the language "klingon"'],
		["src/core/a.ts", "\n".repeat(401), "401 lines; at most 400"],
		["workers/a.node.ts", "\n".repeat(36), "36 lines; at most 35"],
	])("%s: %s", (path, source, rule) => {
		const found = faults(path, source, ["klingon"]);
		expect(found.join("\n")).toContain(rule);
	});

	test("and a good file has no fault", () => {
		const good =
			'/** "klingon" */\nimport { a } from "../core/types.ts";\nimport { wrap } from "comlink";\nwrap(a.language === b);';
		expect(faults("src/client/a.ts", good, ["klingon"])).toEqual([]);
	});
});

test("languages were found to look for", () => {
	expect(LANGUAGES.length).toBeGreaterThanOrEqual(4);
});

test.each([...sources("src"), ...sources("workers")])("%s", (path) => {
	expect(faults(path, readFileSync(join(ROOT, path), "utf8"))).toEqual([]);
});

test("the sole importers exist", () => {
	for (const path of Object.values(SOLE_IMPORTER)) expect(existsSync(join(ROOT, path)), path).toBe(true);
});

test("the built portable entry reaches no builtin of a platform", () => {
	const seen = new Set<string>();
	const builtins: string[] = [];
	const follow = (file: string): void => {
		if (seen.has(file)) return;
		seen.add(file);
		for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8"), true, true).importedFiles) {
			if (fileName.startsWith(".")) follow(join(dirname(file), fileName));
			else if (fileName.startsWith("node:")) builtins.push(`${relative(ROOT, file)} imports ${fileName}`);
		}
	};
	follow(join(ROOT, "dist/index.js"));
	expect(builtins).toEqual([]);
	expect(seen.size).toBeGreaterThan(1);
});
