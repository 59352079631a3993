/** The raw reading of matches against web-tree-sitter's own objects, on the corpus of every language. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Language, Parser, Query } from "web-tree-sitter";
import { queryFor } from "../../src/core/engine/plan.ts";
import { NODE_WORDS, Runtime } from "../../src/core/engine/runtime.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { caseFiles } from "../corpus/facts.ts";
import { grammarFolder, languageIds, loadLanguage, registry } from "../support/languages.ts";

const wasm = readFileSync(new URL("../../node_modules/web-tree-sitter/web-tree-sitter.wasm", import.meta.url));
const runtime = await Runtime.create(wasm);

interface Capture {
	pattern: number;
	name: string;
	start: number;
	end: number;
	row: number;
	lastRow: number;
	children: number;
}

describe.each(languageIds())("matches of %s", async (id) => {
	const setup = await loadLanguage(id);
	const files = caseFiles(fileURLToPath(new URL("corpus/", grammarFolder(id))));

	test("are those of the library", () => {
		let compared = 0;
		for (const { location, path } of files) {
			const grammarName = registry.claim(path)!.wasm;
			const module = setup.modules[grammarName] as WebAssembly.Module;
			const text = readFileSync(location, "utf8");
			const grammar = runtime.compile(grammarName, module, setup.query);
			const raw = runtime.run(
				grammar,
				text,
				() => false,
				(matches) => {
					const captures: Capture[] = [];
					let at = matches.first;
					for (let m = 0; m < matches.count; m++) {
						const words = matches.words;
						const [pattern, count] = [words[at]!, words[at + 1]!];
						at += 2;
						for (let c = 0; c < count; c++, at += 1 + NODE_WORDS) {
							captures.push({
								pattern,
								name: grammar.query.captureNames[words[at]!]!,
								start: words[at + 2]!,
								end: matches.endIndex(at + 1),
								row: words[at + 3]!,
								lastRow: matches.lastRow(at + 1),
								children: matches.namedChildCount(at + 1),
							});
						}
					}
					return captures;
				},
			);
			const language = Language.loadSync(module);
			const tree = new Parser().setLanguage(language).parse(text)!;
			const expected: Capture[] = [];
			const query = new Query(language, queryFor(grammarName, setup.query));
			// the raw matches are before text predicates
			(query.textPredicates as unknown[]).fill([]);
			for (const match of query.matches(tree.rootNode)) {
				for (const { name, node } of match.captures) {
					const { row, column } = node.endPosition;
					expected.push({
						pattern: match.patternIndex,
						name,
						start: node.startIndex,
						end: node.endIndex,
						row: node.startPosition.row,
						lastRow: column === 0 && row > node.startPosition.row ? row - 1 : row,
						children: node.namedChildCount,
					});
				}
			}
			expect(raw, path).toEqual(expected);
			compared += expected.length;
			tree.delete();
			query.delete();
		}
		expect(compared).toBeGreaterThan(100);
	});
});

describe("limits", async () => {
	const setup = await loadLanguage("python");
	const module = setup.modules["tree-sitter-python"] as WebAssembly.Module;

	test("an expired budget stops the parse, and the parser works afterwards", () => {
		const grammar = runtime.compile("tree-sitter-python", module, setup.query);
		const long = "x = f(1)\n".repeat(200_000);
		expect(
			runtime.run(
				grammar,
				long,
				() => true,
				() => "finished",
			),
		).toBeUndefined();
		expect(
			runtime.run(
				grammar,
				"f(1)\n",
				() => false,
				(matches) => matches.count,
			),
		).toBe(1);
	});

	test("no match is dropped however many are in progress", () => {
		const grammar = runtime.compile("tree-sitter-python", module, setup.query);
		expect(
			runtime.run(
				grammar,
				`[${"f(1), ".repeat(20_000)}]`,
				() => false,
				(m) => m.count,
			),
		).toBe(20_000);
	});

	test("bytes that are no grammar, and a query that does not fit one, name the thing", () => {
		const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
		expect(() => runtime.compile("nothing", empty, "")).toThrow(/grammar "nothing" expected a tree-sitter wasm of ABI/);
		try {
			runtime.compile("tree-sitter-python", module, "(module)\n(no_such_node) @x");
			expect.unreachable();
		} catch (error) {
			expect(error).toBeInstanceOf(StructuralIndexError);
			expect((error as StructuralIndexError).code).toBe("language-invalid");
			expect((error as StructuralIndexError).message).toMatch(/tree-sitter-python.*line 2.*no_such_node/);
		}
	});
});
