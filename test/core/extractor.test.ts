/** One file through the extractor: text as it comes, sizes and shapes that break parsers, records that decode to the same. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Extractor } from "../../src/core/engine/extractor.ts";
import { SIGNATURE_LIMIT } from "../../src/core/engine/strings.ts";
import { SYMBOL_KINDS } from "../../src/core/types.ts";
import type { UnitFacts } from "../../src/core/units/facts.ts";
import { decodeRecord, isIntact } from "../../src/core/units/record.ts";
import { createExtractor, digest } from "../support/languages.ts";

let extractor: Extractor;
beforeAll(async () => {
	extractor = await createExtractor(["python"]);
});

function extract(source: string | Uint8Array): UnitFacts {
	const bytes = typeof source === "string" ? new TextEncoder().encode(source) : source;
	const result = extractor.extract({ language: "python", wasm: "tree-sitter-python", bytes, budget_ms: 20_000 });
	if (result.status !== "indexed") throw new Error(`${result.status}: ${result.reason}`);
	expect(isIntact(result.record, digest)).toBe(true);
	return decodeRecord(result.record);
}

function symbols({ symbols, strings }: UnitFacts) {
	return Array.from({ length: symbols.rows - 1 }, (_, i) => {
		const row = i + 1;
		const hex = [symbols.hash_hi[row]!, symbols.hash_lo[row]!].map((word) =>
			(word >>> 0).toString(16).padStart(8, "0"),
		);
		return {
			name: strings[symbols.qualified[row]!]!,
			kind: SYMBOL_KINDS[symbols.kind[row]!]!,
			lines: [symbols.start_line[row]!, symbols.end_line[row]!],
			signature: strings[symbols.signature[row]!]!,
			id: hex.join(""),
		};
	});
}

function calls({ calls, strings, symbols }: UnitFacts) {
	return Array.from({ length: calls.rows }, (_, row) => {
		const caller = strings[symbols.qualified[calls.caller[row]!]!] || "<module>";
		return `${caller} > ${strings[calls.receiver[row]!]} ${strings[calls.name[row]!]} @${calls.line[row]}`;
	});
}

function utf16(text: string, little: boolean): Uint8Array {
	const bytes = new Uint8Array(text.length * 2);
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
	return bytes;
}

const PROGRAM = "def größe(名前):\n    return 名前(1)\n\n\nclass Б:\n    def m(self):\n        self.m()\n";

describe("text as it is", () => {
	const plain = () => ({ symbols: symbols(extract(PROGRAM)), calls: calls(extract(PROGRAM)) });

	test("names in any script", () => {
		expect(plain()).toMatchObject({
			symbols: [
				{ name: "größe", kind: "function", lines: [1, 2], signature: "def größe(名前)" },
				{ name: "Б", kind: "class", lines: [5, 7] },
				{ name: "Б.m", kind: "method", lines: [6, 7] },
			],
			calls: ["größe >  名前 @2", "Б.m > self m @7"],
		});
	});

	const utf8 = new TextEncoder().encode(PROGRAM);
	test.each([
		["a UTF-8 byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]), "utf-8-bom"],
		["UTF-16 little-endian with mark", utf16(`\ufeff${PROGRAM}`, true), "utf-16le"],
		["UTF-16 big-endian with mark", utf16(`\ufeff${PROGRAM}`, false), "utf-16be"],
		["CRLF line ends", new TextEncoder().encode(PROGRAM.replaceAll("\n", "\r\n")), ""],
	])("%s changes no fact", (_, bytes, note) => {
		const facts = extract(bytes);
		expect({ symbols: symbols(facts), calls: calls(facts) }).toEqual(plain());
		expect(facts.note).toBe(note);
		expect(facts.lines).toBe(7);
	});

	test("Latin-1", () => {
		const facts = extract(Uint8Array.from("def f():\n    return caf\u00e9()\n", (c) => c.charCodeAt(0)));
		expect(calls(facts)).toEqual(["f >  café @2"]);
		expect(facts.note).toContain("latin-1");
	});

	test("an empty file is a module of one line", () => {
		const facts = extract("");
		expect([facts.symbols.rows, facts.lines, facts.symbols.end_line[0]]).toEqual([1, 1, 1]);
	});

	test("a binary file is skipped and says so", () => {
		const bytes = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256);
		const result = extractor.extract({ language: "python", wasm: "tree-sitter-python", bytes, budget_ms: 1000 });
		expect(result).toMatchObject({ status: "skipped", reason: expect.stringMatching(/binary/) });
	});

	test("a NUL does not end the file", () => {
		expect(calls(extract("a()\nx = '\0'\nb()\n"))).toEqual(["<module> >  a @1", "<module> >  b @3"]);
	});

	test("a line of a megabyte", () => {
		expect(calls(extract(`x = [${"1, ".repeat(350_000)}]\nf()\n`))).toEqual(["<module> >  f @2"]);
	});

	test("nesting of 50 000", () => {
		const deep = 50_000;
		expect(calls(extract(`x = ${"(".repeat(deep)}f()${")".repeat(deep)}\n`))).toEqual(["<module> >  f @1"]);
	});

	test("syntax errors leave what surrounds them", () => {
		const facts = extract("def before():\n    a()\n\ndef broken(:\n    ???\n\ndef after():\n    b()\n");
		expect(symbols(facts).map((s) => s.name)).toEqual(expect.arrayContaining(["before", "after"]));
		expect(facts.note).toContain("syntax errors");
	});
});

describe("symbols", () => {
	test("an id is the digest of qualified name, first line and signature", () => {
		const [f] = symbols(extract("def f(a,\n      b): pass\n"));
		const sum = digest.sha256(new TextEncoder().encode("f|1|def f(a, b)"));
		expect(f!.id).toBe(Buffer.from(sum.subarray(0, 8)).toString("hex"));
	});

	test("what is equal in all three still gets ids of its own", () => {
		const twins = symbols(extract("f = lambda: 1; f = lambda: 1\n"));
		expect(twins.map((s) => s.name)).toEqual(["f", "f"]);
		expect(new Set(twins.map((s) => s.id)).size).toBe(2);
	});

	test("a signature is one line of bounded length", () => {
		const [f] = symbols(
			extract(`def f(${Array.from({ length: 5000 }, (_, i) => `a${i}`).join(",\n\t")}):\n    pass\n`),
		);
		expect(f!.signature.length).toBe(SIGNATURE_LIMIT + 1);
		expect(f!.signature).toMatch(/^def f\(a0, a1, [^\n\t]*…$/);
	});
});

test("equal bytes give equal records", () => {
	const bytes = new TextEncoder().encode(PROGRAM.repeat(20));
	const once = () => extractor.extract({ language: "python", wasm: "tree-sitter-python", bytes, budget_ms: 20_000 });
	expect(once()).toEqual(once());
});

test("a file beyond its time budget fails with that reason and the next one works", () => {
	const bytes = new TextEncoder().encode("f(1)\n".repeat(400_000));
	const result = extractor.extract({ language: "python", wasm: "tree-sitter-python", bytes, budget_ms: 1 });
	expect(result).toMatchObject({ status: "failed", reason: "time budget of 1 ms exceeded" });
	expect(calls(extract("g()\n"))).toEqual(["<module> >  g @1"]);
});

test("damage anywhere in a record is noticed", () => {
	const bytes = new TextEncoder().encode(PROGRAM);
	const result = extractor.extract({ language: "python", wasm: "tree-sitter-python", bytes, budget_ms: 20_000 });
	if (result.status !== "indexed") throw new Error(result.reason);
	for (const at of [0, 4, 8, 30, result.record.length - 1]) {
		const damaged = result.record.slice();
		damaged[at]! ^= 1;
		expect(isIntact(damaged, digest), `byte ${at}`).toBe(false);
	}
	expect(isIntact(result.record.subarray(0, result.record.length - 4), digest)).toBe(false);
});
