/** Star imports and hierarchies that multiply: each module and class is asked once. */
import { beforeAll, expect, test } from "vitest";
import type { Extractor } from "../../src/core/engine/extractor.ts";
import { link } from "../../src/core/resolve/link.ts";
import { decodeRecord } from "../../src/core/units/record.ts";
import { createExtractor, digest, registry } from "../support/languages.ts";

let extractor: Extractor;
beforeAll(async () => {
	extractor = await createExtractor(["python"]);
});

/** Qualified names of the callees by `path name`, null for unresolved. */
function callees(files: Record<string, string>): Record<string, string | null> {
	const inputs = Object.entries(files).map(([path, text]) => {
		const request = {
			language: "python",
			wasm: "tree-sitter-python",
			bytes: new TextEncoder().encode(text),
			budget_ms: 20_000,
		};
		const result = extractor.extract(request);
		if (result.status !== "indexed") throw new Error(result.reason);
		return { path, language: "python", facts: decodeRecord(result.record) };
	});
	const { edges, files: linked } = link(
		inputs,
		[...registry.languages.values()].map(({ definition }) => definition),
		digest,
	);
	const owners = linked.flatMap(({ path, facts }) =>
		Array.from({ length: facts.symbols.rows }, (_, row) => `${path}:${facts.strings[facts.symbols.qualified[row]!]}`),
	);
	const found: Record<string, string | null> = {};
	for (let i = 0; i < edges.count; i++) {
		const file = linked[edges.file[i]!]!;
		found[`${file.path} ${file.facts.strings[edges.name[i]!]}`] =
			edges.callee[i]! < 0 ? null : owners[edges.callee[i]!]!;
	}
	return found;
}

test("modules that star-import each other all ways answer at once", () => {
	const n = 40;
	const files: Record<string, string> = {};
	for (let i = 0; i < n; i++) {
		const stars = Array.from({ length: n }, (_, j) => (j === i ? "" : `from m${j} import *\n`)).join("");
		files[`m${i}.py`] = `${stars}nowhere()\nlast()\n${i === n - 1 ? "def last(): pass\n" : ""}`;
	}
	const found = callees(files);
	expect(found["m0.py nowhere"]).toBeNull();
	expect(found["m0.py last"]).toBe(`m${n - 1}.py:last`);
});

test("diamonds upon diamonds answer at once, and a long line of bases ends as unknown", () => {
	const diamonds = Array.from(
		{ length: 60 },
		(_, i) =>
			`class A${i}(C${i}): pass\nclass B${i}(C${i}): pass\nclass C${i + 1}(A${i}, B${i}):\n    def go(self): self.none(); self.top()\n`,
	);
	const found = callees({ "d.py": `class C0:\n    def top(self): pass\n${diamonds.join("")}` });
	expect(found["d.py none"]).toBeNull();
	const line = Array.from({ length: 5000 }, (_, i) => `class L${i + 1}(L${i}): pass\n`).join("");
	expect(
		callees({ "l.py": `class L0:\n    def top(self): pass\n${line}L5000().top()\nL50().top2()\n` })["l.py top"],
	).toBeNull();
});
