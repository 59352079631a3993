/** The string table of one unit: index 0 is "". */
export class Strings {
	readonly list: string[] = [""];
	readonly #index = new Map<string, number>([["", 0]]);

	intern(text: string): number {
		let at = this.#index.get(text);
		if (at === undefined) {
			at = this.list.length;
			this.list.push(text);
			this.#index.set(text, at);
		}
		return at;
	}
}

/** A dotted path: its first name, then more names; behind each may stand calls `()`, subscripts `[]`, iterations `[*]`. */
const PATH = /^([A-Za-z_$][\w$]*)(?:\(\)|\[\*?\])*(?:(?:\?\.|\.|->|::)#?[A-Za-z_$][\w$]*(?:\(\)|\[\*?\])*)*$/;
const UNICODE_PATH =
	/^([\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*)(?:\(\)|\[\*?\])*(?:(?:\?\.|\.|->|::)#?[\p{ID_Start}_$][\p{ID_Continue}$\u200c\u200d]*(?:\(\)|\[\*?\])*)*$/u;

/** The first name of a dotted path, undefined when the text is any other expression. */
export function firstName(path: string): string | undefined {
	return (PATH.exec(path) ?? UNICODE_PATH.exec(path))?.[1];
}

/** `make(a, b(c)).parts[0]` → `make().parts[]`; a text whose brackets cannot be told stays as it is. */
export function withoutArguments(text: string): string {
	if (!text.includes("(") && !text.includes("[")) return text;
	let out = "";
	let depth = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text[i] as string;
		if (QUOTE.includes(c)) {
			const end = depth === 0 ? -1 : closingQuote(text, i);
			if (end < 0) return text;
			i = end;
		} else if (depth === 0 && c !== "(" && (c !== "[" || out === "")) out += c;
		else if (OPENING.includes(c)) {
			if (depth++ === 0) out += c === "[" ? "[]" : "()";
		} else if (CLOSING.includes(c)) depth--;
		else if (c === "/") return text; // begins a comment or a pattern, which may hold any brackets
	}
	return depth === 0 ? out : text;
}

const QUOTE = "\"'`";
const OPENING = "([{";
const CLOSING = ")]}";

function closingQuote(text: string, at: number): number {
	for (let i = at + 1; i < text.length; i++) {
		if (text[i] === "\\") i++;
		else if (text[i] === text[at]) return i;
		else if (text[i] === "$" && text[i + 1] === "{" && text[at] === "`") return -1;
	}
	return -1;
}

/** Longest signature kept; a longer one ends in "…". Nothing reads signatures but people and id hashes. */
export const SIGNATURE_LIMIT = 1000;
/** Longest text kept of a definition that has no body (a constant, a macro). */
export const VALUE_LIMIT = 240;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const UNPRINTABLE = /[\u0000-\u0020\u007f\u0085\u2028\u2029]+/g;
const TAIL = /\s*(=>|[{:=])$/;

/** One line: white space and control characters collapsed, the opening of the body cut off. */
export function signatureOf(text: string, start: number, body: number, end: number): string {
	const limit = body < 0 ? VALUE_LIMIT : SIGNATURE_LIMIT;
	const stop = body < 0 ? end : body;
	const raw = text.slice(start, Math.min(stop, start + 4 * limit));
	let line = raw.replace(UNPRINTABLE, " ").trim();
	if (body >= 0) line = line.replace(TAIL, "");
	return line.length > limit || stop > start + 4 * limit ? `${line.slice(0, limit)}…` : line;
}
