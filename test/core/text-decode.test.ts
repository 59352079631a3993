import { describe, expect, test } from "vitest";
import { decodeText } from "../../src/core/text/decode.ts";
import { countLines } from "../../src/core/text/lines.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, little: boolean) => {
	const bytes = new Uint8Array(text.length * 2);
	const view = new DataView(bytes.buffer);
	for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
	return bytes;
};
const join = (...parts: (Uint8Array | number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const SOURCE = "# 解析する\ndef parse(x):\n\treturn 'naïve 😀'\n";

describe("encodings", () => {
	const text = (encoding: string, value = SOURCE, damaged = false) => ({
		kind: "text",
		text: value,
		encoding,
		damaged,
	});
	const cases: [string, Uint8Array, unknown][] = [
		["empty", new Uint8Array(0), text("utf-8", "")],
		["ASCII", utf8("int main;\n"), text("utf-8", "int main;\n")],
		["UTF-8", utf8(SOURCE), text("utf-8")],
		["UTF-8 with mark", join([0xef, 0xbb, 0xbf], utf8(SOURCE)), text("utf-8-bom")],
		["only a UTF-8 mark", Uint8Array.of(0xef, 0xbb, 0xbf), text("utf-8-bom", "")],
		["a second mark is text", join([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], utf8("x")), text("utf-8-bom", "\uFEFFx")],
		["UTF-16LE with mark", join([0xff, 0xfe], utf16(SOURCE, true)), text("utf-16le")],
		["UTF-16BE with mark", join([0xfe, 0xff], utf16(SOURCE, false)), text("utf-16be")],
		["UTF-16LE without mark", utf16(SOURCE, true), text("utf-16le")],
		["UTF-16BE without mark", utf16(SOURCE, false), text("utf-16be")],
		[
			"UTF-16LE, low bytes 0",
			utf16(`# 一 😀\n${SOURCE.repeat(9)}`, true),
			text("utf-16le", `# 一 😀\n${SOURCE.repeat(9)}`),
		],
		["only a UTF-16 mark", Uint8Array.of(0xff, 0xfe), text("utf-16le", "")],
		["UTF-16 cut in a unit", join([0xff, 0xfe], utf16("ab", true), [0x63]), text("utf-16le", "ab\uFFFD", true)],
		["a lone surrogate", join([0xfe, 0xff], utf16("a\uD800b", false)), text("utf-16be", "a\uFFFDb", true)],
		[
			"UTF-8 with mark, damaged",
			join([0xef, 0xbb, 0xbf], utf8("é"), [0xe9], utf8("x")),
			text("utf-8-bom", "é\uFFFDx", true),
		],
		["Latin-1", join(utf8("// caf"), [0xe9, 0x0a]), text("latin-1", "// café\n")],
		["windows-1252", Uint8Array.of(0x93, 0x80, 0x94, 0x81, 0x9f, 0xff), text("latin-1", "“€”\x81Ÿÿ")],
		["a surrogate in UTF-8 is no UTF-8", Uint8Array.of(0xed, 0xa0, 0x80), text("latin-1", "í\xa0€")],
		["an overlong form is no UTF-8", Uint8Array.of(0x41, 0xc0, 0xaf), text("latin-1", "AÀ¯")],
		["one NUL in a small text", utf8("a\0b"), text("utf-8", "a b")],
		["a few NULs in source", utf8(`${SOURCE.repeat(20)}"\0\0"\n`), text("utf-8", `${SOURCE.repeat(20)}"  "\n`)],
		["a NUL in Latin-1", join(utf8("x".repeat(50)), [0, 0xe9]), text("latin-1", `${"x".repeat(50)} é`)],
		["escape, form feed and Ctrl-Z", utf8("\x1b[1m\f\f\f\x1a\x1a\x1a"), text("utf-8", "\x1b[1m\f\f\f\x1a\x1a\x1a")],
	];
	test.each(cases)("%s", (_, bytes, expected) => {
		expect(decodeText(bytes)).toEqual(expected);
	});

	test("every byte of windows-1252, against the WHATWG index", () => {
		const high =
			"€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ" +
			String.fromCharCode(...Array.from({ length: 96 }, (_, i) => 0xa0 + i));
		expect(decodeText(Uint8Array.from({ length: 128 }, (_, i) => 128 + i))).toEqual(text("latin-1", high));
	});

	test("NULs beyond the probe, as in git, do not make a binary", () => {
		const bytes = join(utf8("x = 1\n".repeat(1400)), new Uint8Array(500));
		expect(decodeText(bytes)).toEqual(text("utf-8", `${"x = 1\n".repeat(1400)}${" ".repeat(500)}`));
	});

	test("a character across the end of the probe", () => {
		const value = `${"x".repeat(7999)}\0é\n`.slice(1);
		expect(decodeText(utf8(value))).toEqual(text("utf-8", value.replace("\0", " ")));
	});

	test("a view inside a larger buffer is read as the view", () => {
		const outer = join([0, 0, 0], utf8("déjà"), [0, 0]);
		expect(decodeText(outer.subarray(3, -2))).toEqual(text("utf-8", "déjà"));
	});

	test("a long file costs one decoder call, not a loop", () => {
		const bytes = utf8("def f(x):\n    return x\n".repeat(400_000));
		const started = performance.now();
		expect(decodeText(bytes).kind).toBe("text");
		expect(performance.now() - started).toBeLessThan(1000);
	});
});

describe("binaries", () => {
	const noise = (length: number) => {
		let seed = 1;
		return Uint8Array.from({ length }, () => {
			seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
			return seed >>> 24;
		});
	};
	const cases: [string, Uint8Array][] = [
		["wasm", Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
		["ELF", join([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1], new Uint8Array(200))],
		["PNG", join([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13], noise(400))],
		["only NULs", new Uint8Array(4096)],
		["noise", noise(5000)],
		["noise without NUL", noise(5000).filter((byte) => byte !== 0)],
		["noise after a UTF-16 mark", join([0xff, 0xfe], noise(5000))],
		["controls after a UTF-16 mark", join([0xff, 0xfe], utf16("\x01".repeat(40), true))],
		["UTF-32", join([0xff, 0xfe, 0, 0], [0x41, 0, 0, 0])],
		["UTF-16 zeros but controls", Uint8Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? 1 : 0))],
		["32-bit numbers", new Uint8Array(Uint32Array.from({ length: 300 }, (_, i) => i).buffer)],
		["a mark, then NULs", join([0xef, 0xbb, 0xbf], new Uint8Array(64))],
	];
	test.each(cases)("%s", (_, bytes) => {
		expect(decodeText(bytes)).toEqual({ kind: "binary", reason: expect.stringMatching(/^(binary \(|UTF-32)/) });
	});
});

test("lines end with a line feed and nothing else", () => {
	const cases: [string, number][] = [
		["", 1],
		["a", 1],
		["a\n", 1],
		["a\nb", 2],
		["\n", 1],
		["\n\n", 2],
		["a\r\nb\r\n", 2],
		["a\rb\fc\u2028d", 1],
		["x\n".repeat(1000), 1000],
	];
	for (const [text, lines] of cases) expect([text.slice(0, 20), countLines(text)]).toEqual([text.slice(0, 20), lines]);
});
