/** Which file an import means, and what a module exports, beyond the programs of the corpus: order, limits, collisions. */
import { describe, expect, test } from "vitest";
import { link } from "../../src/core/resolve/link.ts";
import { decodeRecord } from "../../src/core/units/record.ts";
import { createExtractor, digest, registry } from "../support/languages.ts";

const extractor = await createExtractor(["javascript", "typescript"]);
const definitions = [...registry.languages.values()].map(({ definition }) => definition);

/** Each call of a tree of small files as `path:line name` → the target as `path#qualified`, or null. */
function calls(tree: Record<string, string>): Record<string, string | null> {
	const inputs = Object.entries(tree).map(([path, text]) => {
		const claim = registry.claim(path)!;
		const result = extractor.extract({ ...claim, bytes: new TextEncoder().encode(text), budget_ms: 10_000 });
		if (result.status !== "indexed") throw new Error(result.reason);
		return { path, language: claim.language, facts: decodeRecord(result.record) };
	});
	const { files, edges } = link(inputs, definitions, digest);
	const names = files.flatMap(({ path, facts }) =>
		Array.from({ length: facts.symbols.rows }, (_, row) => `${path}#${facts.strings[facts.symbols.qualified[row]!]}`),
	);
	const out: Record<string, string | null> = {};
	for (let i = 0; i < edges.count; i++) {
		const { path, facts } = files[edges.file[i]!]!;
		out[`${path}:${edges.line[i]} ${facts.strings[edges.name[i]!]}`] =
			edges.callee[i]! < 0 ? null : names[edges.callee[i]!]!;
	}
	return out;
}

const RUN = "export function run() {}\n";

/** The file that `import { run } from specifier` in `importer` reaches. */
function target(importer: string, specifier: string, paths: string[]): string | null {
	const tree = Object.fromEntries(paths.map((path) => [path, RUN]));
	const found = calls({ ...tree, [importer]: `import { run } from ${JSON.stringify(specifier)};\nrun();\n` });
	return found[`${importer}:2 run`]!;
}

describe("specifiers", () => {
	test.each([
		["a.js", "./b", ["b.js", "b.ts", "b/index.js"], "b.js"],
		["a.ts", "./b", ["b.js", "b.ts", "b.d.ts"], "b.ts"],
		["a.ts", "./b", ["b.js", "b.d.ts"], "b.js"],
		["a.ts", "./b", ["b.d.ts"], "b.d.ts"],
		["a.js", "./b.js", ["b.js", "b.ts"], "b.js"],
		["a.ts", "./b.js", ["b.js", "b.ts"], "b.ts"],
		["a.ts", "./b.js", ["b.tsx"], "b.tsx"],
		["a.ts", "./b.jsx", ["b.tsx"], "b.tsx"],
		["a.mts", "./b.mjs", ["b.mts", "b.ts"], "b.mts"],
		["a.cts", "./b.cjs", ["b.cts"], "b.cts"],
		["a.ts", "./b.ts", ["b.ts"], "b.ts"],
		["a.js", "./b.config", ["b.config.js"], "b.config.js"],
		["a.js", "./b", ["b/index.mjs"], "b/index.mjs"],
		["a.js", "./b/", ["b.js", "b/index.js"], "b/index.js"],
		["src/a.js", ".", ["index.js", "src/index.js"], "src/index.js"],
		["src/a.js", "..", ["index.js", "src/index.js"], "index.js"],
		["src/a.js", "../lib/b", ["lib/b.js", "src/lib/b.js"], "lib/b.js"],
		["src/a.js", "./x/../b.js", ["src/b.js"], "src/b.js"],
	])("%s imports %s of %j", (importer, specifier, paths, expected) => {
		expect(target(importer, specifier, paths)).toBe(`${expected}#run`);
	});

	test.each([
		["a.js", "b", ["b.js", "node_modules/b/index.js"]],
		["a.js", "/b.js", ["b.js"]],
		["a.js", "#b", ["b.js"]],
		["a.js", "../b", ["b.js"]],
		["a.js", "../../a/b", ["b.js"]],
		["a.js", "./B", ["b.js"]],
		["a.js", "./b.json", ["b.js"]],
		["a.js", "./b?raw", ["b.js"]],
		["a.js", ".b", ["b.js", ".b.js"]],
		["a.js", "", ["index.js"]],
	])("%s cannot tell %s of %j", (importer, specifier, paths) => {
		expect(target(importer, specifier, paths)).toBeNull();
	});
});

describe("exports", () => {
	test("`export *` in cycles is looked up at once, whatever paths lead through it", () => {
		const ids = Array.from({ length: 12 }, (_, i) => i);
		const tree: Record<string, string> = {};
		for (const id of ids) {
			const stars = ids.filter((other) => other !== id).map((other) => `export * from "./m${other}.mjs";\n`);
			const again = id % 2 === 0 ? `export { again } from "./m${(id + 2) % 12}.mjs";\n` : "";
			tree[`m${id}.mjs`] = `${stars.join("")}${again}`;
		}
		tree["m5.mjs"] += "export function run() {}\nexport function twice() {}\n";
		tree["m7.mjs"] += "export function twice() {}\n";
		tree["use.mjs"] = 'import { absent, again, run, twice } from "./m0.mjs";\nabsent();\nagain();\nrun();\ntwice();\n';
		tree["own.mjs"] = 'import { twice } from "./m7.mjs";\ntwice();\n';
		const start = performance.now();
		expect(calls(tree)).toEqual({
			"own.mjs:2 twice": "m7.mjs#twice",
			"use.mjs:2 absent": null,
			"use.mjs:3 again": null,
			"use.mjs:4 run": "m5.mjs#run",
			"use.mjs:5 twice": null,
		});
		expect(performance.now() - start).toBeLessThan(2000);
	});

	test("a name is the same whichever module of a cycle is asked first", () => {
		const tree = {
			"a.js": 'export * from "./b.js";\nexport * from "./c.js";\n',
			"b.js": 'export * from "./a.js";\nexport { one as two } from "./c.js";\n',
			"c.js": 'export * from "./b.js";\nexport function one() {}\nexport { two as three } from "./a.js";\n',
		};
		const use = (from: string) => `import { one, two, three } from "${from}";\none();\ntwo();\nthree();\n`;
		const found = calls({ ...tree, "x.js": use("./a.js"), "y.js": use("./b.js"), "z.js": use("./c.js") });
		expect(new Set(Object.values(found))).toEqual(new Set(["c.js#one"]));
	});

	test("a name of the module wins over the same of a star", () => {
		const found = calls({
			"a.js": 'import { run } from "./b";\nrun();\n',
			"b.js": 'export * from "./c";\nexport function run() {}\n',
			"c.js": RUN,
		});
		expect(found["a.js:2 run"]).toBe("b.js#run");
	});

	test("two stars with one name: the same thing is found, two things are unknown", () => {
		const tree = {
			"a.js": 'import { run } from "./b";\nrun();\n',
			"c.js": RUN,
			"d.js": 'export { run } from "./c";\n',
		};
		const b = 'export * from "./c";\nexport * from "./d";\n';
		expect(calls({ ...tree, "b.js": b })["a.js:2 run"]).toBe("c.js#run");
		expect(calls({ ...tree, "b.js": b, "d.js": RUN })["a.js:2 run"]).toBeNull();
	});

	test("a star of a package or of an unknown file does not hide what another star gives", () => {
		const a = 'import { run, other } from "./b";\nrun();\nother();\n';
		const found = calls({ "a.js": a, "b.js": 'export * from "react";\nexport * from "./c";\n', "c.js": RUN });
		expect(found).toEqual({ "a.js:2 run": "c.js#run", "a.js:3 other": null });
	});

	test("default is not part of a star", () => {
		const found = calls({
			"a.js": 'import run from "./b";\nrun();\n',
			"b.js": 'export * from "./c";\n',
			"c.js": "export default function run() {}\n",
		});
		expect(found["a.js:2 run"]).toBeNull();
	});

	test("long chains end, endless ones do not hang", () => {
		const tree: Record<string, string> = { "a.js": 'import { run } from "./m0";\nrun();\n', "m40.js": RUN };
		for (let i = 0; i < 40; i++) tree[`m${i}.js`] = `export { run } from "./m${i + 1}";\n`;
		expect(calls(tree)["a.js:2 run"]).toBe("m40.js#run");
		expect(calls({ ...tree, "m40.js": 'export { run } from "./m0";\n' })["a.js:2 run"]).toBeNull();
	});

	test("what is exported from a namespace is not exported from the file", () => {
		const found = calls({
			"a.ts": 'import { run, Space } from "./b";\nrun();\nSpace.run();\n',
			"b.ts": "export namespace Space {\n\texport function run() {}\n}\n",
		});
		expect(found).toEqual({ "a.ts:2 run": null, "a.ts:3 run": "b.ts#Space.run" });
	});

	test("two whole values of a CommonJS module are unknown", () => {
		const found = calls({
			"a.js": 'const b = require("./b");\nb();\n',
			"b.js": "if (fast) module.exports = function one() {};\nelse module.exports = function two() {};\n",
		});
		expect(found["a.js:2 b"]).toBeNull();
	});

	test("exports and require that a function binds anew are not the module's", () => {
		const found = calls({
			"a.js": 'const { run } = require("./b");\nrun();\n',
			"b.js": "(function (exports) {\n\texports.run = function () {};\n})({});\n",
		});
		expect(found["a.js:2 run"]).toBeNull();
	});

	test("modules of both languages see each other", () => {
		const found = calls({
			"a.ts": 'import { run } from "./b.js";\nimport legacy from "./c";\nrun();\nlegacy.go();\n',
			"b.js": RUN,
			"c.js": "module.exports = { go() {} };\n",
			"d.js": 'import { typed } from "./e.js";\ntyped();\n',
			"e.ts": "export const typed = (): void => {};\n",
		});
		expect(found["a.ts:3 run"]).toBe("b.js#run");
		expect(found["a.ts:4 go"]).toBe("c.js#go");
		expect(found["d.js:2 typed"]).toBe("e.ts#typed");
	});
});
