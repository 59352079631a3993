/**
 * Bytes to text, by evidence: a byte order mark, then UTF-16 without one, then UTF-8, then windows-1252. A normal file
 * costs one search for NUL in its head and one call of the platform's decoder.
 */

export type Encoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin-1";

export type DecodedText =
	| {
			kind: "text";
			/** Without byte order mark, so that columns and first names are right. */
			text: string;
			encoding: Encoding;
			/** Bytes that its encoding does not allow were replaced by U+FFFD (only where a mark names the encoding). */
			damaged: boolean;
	  }
	| { kind: "binary"; reason: string };

/** Bytes of the head that are looked at: git's `FIRST_FEW_BYTES` in xdiff-interface.c, beyond which a NUL makes no binary. */
const PROBE_BYTES = 8000;

/**
 * Most control characters in a probe, as a share: compressed data has 10 % of them, source next to none. Where git
 * calls one NUL binary, a source file with a few stays text, since a compiler takes it too.
 */
const CONTROL_SHARE = 0.01;

/** Always allowed, so that the share means something for files of a few bytes. */
const CONTROL_ALLOWANCE = 2;

/**
 * Of the high bytes of UTF-16 text, the share that is 0 at least (spaces, line ends, keywords), and of the low bytes
 * the share that is 0 at most (U+4E00, halves of emoji). VS Code asks for 100 % and 0 %, which loses every file with one
 * Chinese comment; here the whole file must also be well-formed, and without control characters.
 */
const UTF16_ZEROS_HIGH = 0.3;
const UTF16_ZEROS_LOW = 0.1;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const utf8Lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** What windows-1252 has at 0x80..0x9F (the WHATWG index); at all other bytes it is ISO 8859-1. */
const WINDOWS_1252 =
	"\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F" +
	"\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178";

/**
 * Never throws. NUL comes out as a space, which is how C compilers read it: to a tree-sitter lexer it is the end of the
 * file, and all that follows would be lost. Bytes that are neither UTF-8 nor UTF-16 and look like text are read as windows-1252 and called
 * `latin-1`, of which it is the superset that writers of such files used; any byte has a meaning there, so other
 * one-byte and East Asian encodings come out with wrong letters but right lines and right ASCII names.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
	const decoded = decode(bytes);
	if (decoded.kind === "text" && decoded.text.includes("\0")) decoded.text = decoded.text.replaceAll("\0", " ");
	return decoded;
}

function decode(bytes: Uint8Array): DecodedText {
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decodeMarkedUtf8(bytes.subarray(3));
	if (bytes[0] === 0xff && bytes[1] === 0xfe) {
		if (bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0)
			return { kind: "binary", reason: "UTF-32 is not supported" };
		return decodeMarkedUtf16(bytes.subarray(2), "utf-16le");
	}
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeMarkedUtf16(bytes.subarray(2), "utf-16be");

	const probe = bytes.subarray(0, PROBE_BYTES);
	const hasNul = probe.includes(0);
	if (hasNul) {
		const wide = decodeUnmarkedUtf16(bytes, probe);
		if (wide !== undefined) return wide;
		const reason = binaryReason(probe);
		if (reason !== undefined) return { kind: "binary", reason };
	}
	try {
		return { kind: "text", text: utf8.decode(bytes), encoding: "utf-8", damaged: false };
	} catch {
		const reason = binaryReason(probe);
		if (reason !== undefined) return { kind: "binary", reason };
		return { kind: "text", text: decodeWindows1252(bytes), encoding: "latin-1", damaged: false };
	}
}

/** The mark says what it is: damage inside costs the damaged characters, not the encoding. */
function decodeMarkedUtf8(bytes: Uint8Array): DecodedText {
	const reason = binaryReason(bytes.subarray(0, PROBE_BYTES));
	if (reason !== undefined) return { kind: "binary", reason };
	try {
		return { kind: "text", text: utf8.decode(bytes), encoding: "utf-8-bom", damaged: false };
	} catch {
		return { kind: "text", text: utf8Lenient.decode(bytes), encoding: "utf-8-bom", damaged: true };
	}
}

function decodeMarkedUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be"): DecodedText {
	let controls = 0;
	const probe = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(0, PROBE_BYTES));
	for (let i = 0; i < probe.length; i++) {
		// A replaced half of a pair counts too: of random units every 32nd is one.
		if (isControl(probe.charCodeAt(i)) || probe.charCodeAt(i) === 0xfffd) controls++;
	}
	if (tooMany(controls, probe.length)) {
		return { kind: "binary", reason: `binary (${controls} control characters or damaged units in its head)` };
	}
	try {
		return {
			kind: "text",
			text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes),
			encoding,
			damaged: false,
		};
	} catch {
		return {
			kind: "text",
			text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes),
			encoding,
			damaged: true,
		};
	}
}

/** UTF-16 text without a mark: zeros on one side only, and every unit of the whole file well-formed. */
function decodeUnmarkedUtf16(bytes: Uint8Array, probe: Uint8Array): DecodedText | undefined {
	const pairs = probe.length >> 1;
	if (bytes.length % 2 !== 0 || pairs === 0) return undefined;
	let even = 0;
	let odd = 0;
	for (let i = 0; i < pairs * 2; i += 2) {
		if (probe[i] === 0) even++;
		if (probe[i + 1] === 0) odd++;
	}
	const little = odd >= pairs * UTF16_ZEROS_HIGH && even <= pairs * UTF16_ZEROS_LOW;
	const big = even >= pairs * UTF16_ZEROS_HIGH && odd <= pairs * UTF16_ZEROS_LOW;
	if (!little && !big) return undefined;
	const encoding = little ? "utf-16le" : "utf-16be";
	try {
		const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
		let controls = 0;
		for (let i = 0; i < pairs; i++) if (isControl(text.charCodeAt(i))) controls++;
		return tooMany(controls, pairs) ? undefined : { kind: "text", text, encoding, damaged: false };
	} catch {
		return undefined;
	}
}

function binaryReason(probe: Uint8Array): string | undefined {
	let controls = 0;
	let nuls = 0;
	for (let i = 0; i < probe.length; i++) {
		const byte = probe[i] as number;
		if (byte < 32 && isControl(byte)) controls++;
		if (byte === 0) nuls++;
	}
	if (!tooMany(controls, probe.length)) return undefined;
	return `binary (${nuls} NUL and ${controls - nuls} other control characters in its first ${probe.length} bytes)`;
}

function tooMany(controls: number, of: number): boolean {
	return controls > Math.max(CONTROL_ALLOWANCE, of * CONTROL_SHARE);
}

/** C0 without what text files hold: backspace to carriage return (8..13), Ctrl-Z (26, the end mark of DOS) and escape (27). */
function isControl(unit: number): boolean {
	return unit < 32 && !(unit >= 8 && unit <= 13) && unit !== 26 && unit !== 27;
}

/** Our own, because Node 20.18.3 and some later releases decode the label `windows-1252` as ISO 8859-1: rooms would differ. */
function decodeWindows1252(bytes: Uint8Array): string {
	const units = new Uint16Array(bytes);
	for (let i = 0; i < units.length; i++) {
		const unit = units[i] as number;
		if (unit >= 0x80 && unit <= 0x9f) units[i] = WINDOWS_1252.charCodeAt(unit - 0x80);
	}
	return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(new Uint8Array(units.buffer));
}
