import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { generate } from "../../grammars/tools/generate.mjs";
import { parseLanguage } from "../../src/client/language-file.ts";
import { loadLanguage } from "../../src/client/load-language.ts";
import { interpreterOf, loadRegistry, Registry } from "../../src/client/registry.ts";
import type { LanguageDefinition } from "../../src/core/lang/language.ts";
import { LANGUAGES } from "../../src/generated/languages.ts";
import { digest, fakeHost, TOY, WASM } from "./client-double.ts";

const encode = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const registryOf = (...definitions: Partial<LanguageDefinition>[]) =>
	new Registry(
		definitions.map((definition) => ({
			definition: { ...TOY, ...definition },
			read: () => Promise.reject(new Error()),
		})),
	);

describe("registry", () => {
	test("generated files are fresh", () => {
		const stale = Object.entries(generate()).filter(
			([path, text]) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8") !== text,
		);
		expect(
			stale.map(([path]) => path),
			"run npm run generate",
		).toEqual([]);
	});

	test("every language.json of the repository is one", () => {
		const folder = new URL("../../grammars/", import.meta.url);
		const ids = readdirSync(folder).filter((id) => LANGUAGES.some((language) => language.id === id));
		expect(ids.sort()).toEqual(LANGUAGES.map((language) => language.id));
		for (const id of ids) {
			const bytes = readFileSync(new URL(`${id}/language.json`, folder));
			expect(parseLanguage(bytes, `grammars/${id}/language.json`).id).toBe(id);
		}
	});

	test("no two built-in languages claim the same", () => {
		for (const key of ["extensions", "filenames", "shebangs"] as const) {
			const claimed = LANGUAGES.flatMap((language) => language[key] ?? []);
			expect(claimed.filter((item, i) => claimed.indexOf(item) !== i)).toEqual([]);
		}
	});

	test("a path is claimed by exact name, then by the longest extension, in any case", () => {
		const registry = registryOf(
			{ id: "one", extensions: [".ts", ".x"], filenames: ["Makefile.x", "SConstruct"], grammars: [{ wasm: "g1" }] },
			{ id: "two", extensions: [".d.ts"], grammars: [{ wasm: "g2" }] },
		);
		const claims = (path: string) => registry.claim(path)?.language;
		expect(claims("a.ts")).toBe("one");
		expect(claims("a.d.ts")).toBe("two");
		expect(claims("src/A.D.TS")).toBe("two");
		expect(claims("a.b.c.ts")).toBe("one");
		expect(claims("d.ts")).toBe("one");
		expect(claims("SConstruct")).toBe("one");
		expect(claims("sconstruct")).toBeUndefined();
		expect(claims("dir.ts/file")).toBeUndefined();
		expect(claims(".ts")).toBeUndefined();
		expect(claims("ts")).toBeUndefined();
		expect(claims("a.")).toBeUndefined();
	});

	test("a dialect is chosen by extension; the grammar without extensions is for the rest", () => {
		const registry = registryOf({
			extensions: [".js", ".jsx", ".x.jsx"],
			grammars: [{ wasm: "plain" }, { wasm: "react", extensions: [".jsx"] }, { wasm: "odd", extensions: [".x.jsx"] }],
		});
		expect(registry.claim("a.js")?.wasm).toBe("plain");
		expect(registry.claim("a.JSX")?.wasm).toBe("react");
		expect(registry.claim("a.x.jsx")?.wasm).toBe("odd");
		expect(registry.claimByShebang(encode("#!/bin/toysh\n"))?.wasm).toBe("plain");
	});

	test.each([
		["#!/usr/bin/python3\n", "python"],
		["#!/usr/bin/python3.11 -u\r\nx", "python"],
		["#! /usr/bin/env node", "node"],
		["#!/usr/bin/env -S FOO=1 BAR=2 deno run -A\n", "deno"],
		["#!python", "python"],
		["#!/usr/bin/env\n", undefined],
		["#!\n", undefined],
		["#!", undefined],
		["# !/bin/sh", undefined],
		["\uFEFF#!/bin/sh", undefined],
		["", undefined],
	])("interpreter of %j is %s", (text, word) => {
		expect(interpreterOf(encode(text))).toBe(word);
	});

	test("a user's language comes before the built-in ones, and replaces one of its id", async () => {
		const fake = fakeHost();
		const [first] = LANGUAGES;
		const id = first?.id as string;
		const extensions = [...(first?.extensions ?? []), ".toy"];
		fake.assets.set("/toy/language.json", encode({ ...TOY, id, extensions }));
		const registry = await loadRegistry(fake.host, ["/toy"]);
		expect(registry.claim(`a${extensions[0]}`)).toEqual({ language: id, wasm: "tree-sitter-toy" });
		expect(registry.languages.size).toBe(LANGUAGES.length);
	});

	test.each<[string, unknown, RegExp]>([
		["text that is not JSON", "{", /\/toy\/language\.json: expected JSON/],
		["a list", [], /expected an object, got an array of 0/],
		["no id", { ...TOY, id: undefined }, /"id" expected lower-case letters.*, got nothing/],
		["an id in capitals", { ...TOY, id: "Toy" }, /"id" expected .*, got "Toy"/],
		["an extension without dot", { ...TOY, extensions: ["toy"] }, /"extensions" expected lower-case extensions/],
		["an extension in capitals", { ...TOY, extensions: [".TOY"] }, /"extensions"/],
		["nothing to claim by", { ...TOY, extensions: [], shebangs: [] }, /expected one entry between them/],
		["no grammar", { ...TOY, grammars: [] }, /"grammars" expected one or more grammars/],
		["a grammar elsewhere", { ...TOY, grammars: [{ wasm: "../x" }] }, /"grammars\[0\]\.wasm" expected a file name/],
		[
			"a grammar with a misspelt field",
			{ ...TOY, grammars: [{ wasn: "x", wasm: "x" }] },
			/"grammars\[0\]\.wasn", did you mean "wasm"/,
		],
		["a query elsewhere", { ...TOY, queries: ["../../secret.scm"] }, /"queries" expected/],
		["no query", { ...TOY, queries: [] }, /"queries" expected/],
		[
			"an unknown module system",
			{ ...TOY, moduleSystem: "cobol" },
			/"moduleSystem" expected one of es-modules, .*, got "cobol"/,
		],
		["a word for types", { ...TOY, types: { item: ["list"] } }, /"types" expected .*items.*, got /],
		["what methods give", { ...TOY, types: { methods: { get: "value" } } }, /"types" expected .*methods/],
		["an unknown field", { ...TOY, extension: [".x"] }, /unknown field "extension", did you mean "extensions"/],
		["a flag that is a word", { ...TOY, methods: "yes" }, /"methods" expected true or false, got "yes"/],
		[
			"a pattern that is none",
			{ ...TOY, constantNames: "(" },
			/"constantNames" expected a regular expression, got "\("/,
		],
		["a prototype's name as field", '{"constructor": 1}', /unknown field "constructor"/],
	])("a language folder with %s is refused", async (_, content, message) => {
		const fake = fakeHost();
		fake.assets.set("/toy/language.json", encode(content));
		const refused = loadRegistry(fake.host, ["/toy"]);
		await expect(refused).rejects.toMatchObject({ code: "language-invalid", message: expect.stringMatching(message) });
	});

	test("a folder that lacks a file, and two folders with one id, are refused", async () => {
		const fake = fakeHost();
		await expect(loadRegistry(fake.host, ["/none"])).rejects.toMatchObject({
			code: "language-invalid",
			message: expect.stringContaining('language folder "/none" expected a readable "language.json"'),
		});
		await expect(loadRegistry(fake.host, ["/toy", "/toy"])).rejects.toThrow('unlike the other folders\', got "toy"');
		for (const file of ["all.scm", "tree-sitter-toy.wasm"]) {
			const lacking = fakeHost();
			lacking.assets.delete(`/toy/${file}`);
			const registry = await loadRegistry(lacking.host, ["/toy"]);
			await expect(loadLanguage(registry, "toy", digest)).rejects.toMatchObject({
				code: "language-invalid",
				message: expect.stringContaining(file),
			});
		}
	});
});

describe("load-language", () => {
	const load = async (change: (assets: Map<string, Uint8Array>) => void = () => {}, folders = ["/toy"]) => {
		const fake = fakeHost();
		change(fake.assets);
		return loadLanguage(await loadRegistry(fake.host, folders), "toy", digest);
	};

	test("the version changes with the definition, each query and each grammar", async () => {
		const base = (await load()).extractor_version;
		expect((await load()).extractor_version).toBe(base);
		const changes: ((assets: Map<string, Uint8Array>) => void)[] = [
			(assets) => assets.set("/toy/language.json", encode({ ...TOY, separator: "::" })),
			(assets) => assets.set("/toy/all.scm", encode("(b) @name\n")),
			(assets) => assets.set("/toy/tree-sitter-toy.wasm", Uint8Array.of(...WASM, 0, 0)),
		];
		const versions = await Promise.all(changes.map(async (change) => (await load(change)).extractor_version));
		expect(new Set([base, ...versions]).size).toBe(4);
	});

	test("a query file may inherit the file of the same name, which comes behind it, once", async () => {
		const parent = { ...TOY, id: "parent", extensions: [".parent"], shebangs: [] };
		const { compile } = await load(
			(assets) => {
				assets.set(
					"/toy/all.scm",
					encode("; a comment\n\n;; inherits: parent, parent\n(own) @name\n; inherits: nobody\n"),
				);
				assets.set("/parent/language.json", encode(parent));
				assets.set("/parent/all.scm", encode("; inherits: toy\n(theirs) @name\n"));
				assets.set("/parent/tree-sitter-toy.wasm", WASM);
			},
			["/toy", "/parent"],
		);
		const { query, modules, definition } = await compile();
		expect(query.match(/\((own|theirs)\)/g)).toEqual(["(own)", "(theirs)"]);
		expect(Object.keys(modules)).toEqual(["tree-sitter-toy"]);
		expect(definition).toEqual(TOY);
	});

	test("inheriting an unknown language, and a grammar that is not WebAssembly, are named", async () => {
		await expect(load((assets) => assets.set("/toy/all.scm", encode("; inherits: nobody\n")))).rejects.toMatchObject({
			code: "language-invalid",
			message: 'all.scm of language "toy": "inherits" expected a registered language, got "nobody"',
		});
		const { compile } = await load((assets) => assets.set("/toy/tree-sitter-toy.wasm", encode("not wasm")));
		await expect(compile()).rejects.toMatchObject({
			code: "language-invalid",
			message: expect.stringContaining("tree-sitter-toy.wasm"),
		});
	});
});
