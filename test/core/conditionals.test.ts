/** Directives made even: what is kept, what is blanked, and that no position ever moves. */
import { describe, expect, test } from "vitest";
import { evenConditionals } from "../../src/core/engine/conditionals.ts";
import type { ConditionalWords } from "../../src/core/lang/language.ts";
import { registry } from "../support/languages.ts";

const words = registry.languages.get("c")!.definition.conditionals as ConditionalWords;

/** What is left, without the lines that are blank. */
function left(text: string): string[] {
	const evened = evenConditionals(text, words)?.text ?? text;
	return evened
		.split("\n")
		.filter((line) => line.trim() !== "")
		.map((line) => line.trimEnd());
}

const lines = (...list: string[]) => `${list.join("\n")}\n`;

describe("what a grammar can read stays as it is", () => {
	test.each([
		["statements", lines("void f(void) {", "#ifdef A", "a();", "#elif B", "b();", "#else", "c();", "#endif", "}")],
		["definitions", lines("#if A", "int f(void) { return 1; }", "#else", "#define f() 2", "#endif")],
		["members and enumerators", lines("struct s {", "#ifdef A", "int a;", "#endif", "};", "enum e {", "X", "};")],
		["a macro without a semicolon", lines("#ifdef A", "DECLARE(a)", "#else", "DECLARE(b)", "#endif", "int c;")],
		["brackets in literals and comments", lines("#if A", 'char *s = "{(";', "char c = '{'; // {", "#endif")],
		["no directive at all", "int f(void) { return 1; }\n"],
	])("%s", (_, text) => expect(evenConditionals(text, words)).toBeUndefined());
});

describe("what is split is made whole", () => {
	test("a brace opened in both branches: one branch", () => {
		const text = lines("#ifdef A", "if (a) {", "#else", "if (b) {", "#endif", "c();", "}");
		expect(left(text)).toEqual(["if (a) {", "c();", "}"]);
	});
	test("opened here, closed there: the same branch", () => {
		const text = lines("#ifndef A", "if (a) {", "#endif", "b();", "#ifdef A", "#else", "}", "#endif");
		expect(left(text)).toEqual(["if (a) {", "b();", "}"]);
	});
	test("`} else {` goes through what is around", () => {
		const text = lines("if (a) {", "#ifdef A", "b();", "} else {", "#endif", "c();", "}");
		expect(left(text)).toEqual(["if (a) {", "b();", "} else {", "c();", "}"]);
	});
	test("assumptions decide", () => {
		const text = lines("#ifdef _WIN32", "int wmain() {", "#else", "int main() {", "#endif", "}");
		expect(left(text)).toEqual(["int main() {", "}"]);
		const negative = lines("#if !defined(_WIN32)", "int main() {", "#else", "int wmain() {", "#endif", "}");
		expect(left(negative)).toEqual(["int main() {", "}"]);
	});
	test("inside parentheses: the longest branch", () => {
		const text = lines("f(", "#ifdef A", "a", "#else", "longer(b)", "#endif", ");");
		expect(left(text)).toEqual(["f(", "longer(b)", ");"]);
	});
	test("arguments with their commas: all of them", () => {
		const text = lines("f(a", "#ifdef A", ", b", "#else", ", c", "#endif", ");");
		expect(left(text)).toEqual(["f(a", ", b", ", c", ");"]);
	});
	test("initializers: all elements, and no other directive", () => {
		const text = lines("int a[] = {", "#ifdef A", "1,", "#else", "2,", "#endif", '#include "more.h"', "3", "};");
		expect(left(text)).toEqual(["int a[] = {", "1,", "2,", "3", "};"]);
	});
	test.each([
		["a head", lines("#ifdef A", "int f(long a)", "#else", "int f(int a)", "#endif", "{ }"), "int f(long a)"],
		["else", lines("#ifdef A", "if (a) b(); else", "#endif", "c();"), "if (a) b(); else"],
		["a beginning else", lines("if (a) b();", "#ifdef A", "else c();", "#endif"), "else c();"],
		["a condition", lines("if (a)", "#ifdef A", "long_name();", "#else", "b();", "#endif"), "long_name();"],
		["an operator", lines("a = b ||", "#ifdef A", "c;", "#else", "longer;", "#endif"), "longer;"],
		["a specifier", lines("#ifdef A", "static", "#endif", "int f(void) { }"), "static"],
		["a string", lines('puts("a"', "#ifdef A", '"b"', "#endif", ");"), '"b"'],
	])("%s", (_, text, kept) => {
		const result = left(text);
		expect(result.filter((line) => line.startsWith("#"))).toEqual([]);
		expect(result).toContain(kept);
	});
	test("#if 0 is no code", () => {
		const text = lines("#if 0", "it's ( prose", "#else", "int a;", "#endif");
		expect(left(text)).toEqual(["#if 0", "#else", "int a;", "#endif"]);
	});
	test("comments inside a directive, not those at its end", () => {
		const text = lines("#define A(x) do { /* no { */; } \\", "  while (0) /* end */", "int a;");
		expect(left(text)).toEqual(["#define A(x) do {           ; } \\", "  while (0) /* end */", "int a;"]);
	});
	test("branches that were left out are counted", () => {
		expect(evenConditionals(lines("#ifdef A", "{", "#else", "{ {", "#endif"), words)?.dropped).toBe(1);
		expect(evenConditionals(lines("#ifdef A", "{", "#endif"), words)?.dropped).toBe(0);
	});
});

test("whatever comes, every character stays in its place or becomes a space", () => {
	const pieces =
		"#if 0|#if A|#ifdef B|#ifndef C|#else|#elif D|#endif|#define X { \\|#include <a>|{|}|(|)|[|]|'|\"|/*|*/|//|\\|=|,|;|a|else|if (|\r|\n|\n|\n".split(
			"|",
		);
	let seed = 7;
	const next = (below: number) => {
		seed = (seed * 1103515245 + 12345) % 2147483648;
		return seed % below;
	};
	for (let round = 0; round < 3000; round++) {
		const text = Array.from({ length: next(40) }, () => pieces[next(pieces.length)]).join(next(2) ? "" : " ");
		const evened = evenConditionals(text, words);
		if (!evened) continue;
		expect(evened.text.length).toBe(text.length);
		for (let i = 0; i < text.length; i++) {
			if (evened.text[i] !== text[i]) expect([evened.text[i], /[\r\n]/.test(text[i]!)]).toEqual([" ", false]);
		}
	}
});

test("a long file of directives takes no more than linear time", () => {
	const nested = `${"#if A\n(\n".repeat(50_000)}${"#endif\n".repeat(50_000)}`;
	const flat = "#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}\n".repeat(50_000);
	const before = performance.now();
	expect(evenConditionals(nested, words)?.text.length).toBe(nested.length);
	expect(evenConditionals(flat, words)?.text.length).toBe(flat.length);
	expect(performance.now() - before).toBeLessThan(4000);
});
