/** Text as it is in the wild: encodings, marks, line ends, what is not text, what is hard to parse. */

const utf16 = (text: string, big: boolean, mark: boolean) => {
	const bytes = Buffer.from((mark ? "\uFEFF" : "") + text, "utf16le");
	return big ? bytes.swap16() : bytes;
};
export const python = (name: string) => `def ${name}():\n    return ${name}_called()\n`;

/** By file: bytes, and what coverage must say. Each indexed one defines `f<position>`. */
export const TEXTS: [
	path: string,
	bytes: (name: string) => string | Uint8Array,
	status: string,
	reason: RegExp | null,
][] = [
	["bom.py", (n) => `\uFEFF${python(n)}`, "indexed", /^utf-8-bom$/],
	["utf16le.py", (n) => utf16(python(n), false, true), "indexed", /^utf-16le$/],
	["utf16be.py", (n) => utf16(python(n), true, true), "indexed", /^utf-16be$/],
	["utf16le-unmarked.py", (n) => utf16(python(n), false, false), "indexed", /^utf-16le$/],
	["utf16be-unmarked.py", (n) => utf16(python(n), true, false), "indexed", /^utf-16be$/],
	[
		"utf32.py",
		(n) => Buffer.from([...`\uFEFF${python(n)}`].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8, 0, 0])),
		"skipped",
		/UTF-32/,
	],
	["latin1.py", (n) => Buffer.from(`# caf\xe9\n${python(n)}`, "latin1"), "indexed", /^latin-1$/],
	["crlf.py", (n) => python(n).replaceAll("\n", "\r\n"), "indexed", null],
	["cr.c", (n) => `int x;\r\nint ${n}(void) { return 1; }\r\n`, "indexed", null],
	["nul.py", (n) => `x = "\0"\n${python(n)}`, "indexed", null],
	["empty.py", () => "", "indexed", null],
	["blank.py", () => "\n\n\n", "indexed", null],
	["no-end.py", (n) => python(n).trimEnd(), "indexed", null],
	["binary.py", () => Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) & 255)), "skipped", /binary/],
	[
		"image.js",
		() => Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex"),
		"skipped",
		/binary/,
	],
	[
		"line.js",
		(n) => `var data = "${"0123456789abcdef".repeat(320_000)}"; function ${n}() { return data; }`,
		"indexed",
		null,
	],
	["broken.py", (n) => `def (:\n${python(n)}`, "indexed", /syntax errors/],
	["deep.js", (n) => `function ${n}() {}\nx = ${"(".repeat(20_000)}1${")".repeat(20_000)};\n`, "indexed", null],
	[
		"damaged.py",
		(n) => Buffer.concat([Buffer.from(`${python(n)}# `), Buffer.from([0xc3, 0x28, 0xff, 0x0a])]),
		"indexed",
		/latin-1/,
	],
	[
		"surrogates.py",
		(n) => Buffer.concat([utf16(python(n), false, true), Buffer.from([0, 0xd8])]),
		"indexed",
		/utf-16le/,
	],
	[
		"names.py",
		(n) => `${python(n)}def größe(): pass\ndef 計算(): größe()\ndef مرحبا(): 計算()\ndef e\u0301te\u0301(): pass\n`,
		"indexed",
		null,
	],
];
