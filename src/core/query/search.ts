/**
 * How a part of a name finds symbols: what matches and what comes first, for every source (the Python helper has the same
 * rules). Letters are compared without their case.
 */
import type { SymbolRow } from "../types.ts";
import { compareBinary } from "./source.ts";

/** In code points. Longer than any name one would type; a bound on the work that a query makes. */
export const MAX_QUERY_CHARACTERS = 1000;
/** A trigram index knows nothing shorter: such words are looked up as beginnings of names. */
export const SHORTEST_INSIDE = 3;

export function wordsOf(query: string): string[] {
	return query.split(/[ \t\r\n]+/).filter((word) => word !== "");
}

/**
 * Lower case, a code point for a code point of the same length, so that places in it are places in the text and the fold
 * of a part is the part of the fold (`String.toLowerCase` turns `İ` into two and looks around a sigma). What is not ASCII
 * never becomes ASCII (the Kelvin sign), as in SQLite's LIKE.
 */
export function fold(text: string): string {
	if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
	let folded = "";
	for (const character of text) {
		const lower = character.toLowerCase();
		folded += character < "\x80" || (lower.length === character.length && lower > "\x7f") ? lower : character;
	}
	return folded;
}

/** How a symbol answers a word, best first. */
const SAME = 0;
const SAME_BUT_FOR_CASE = 1;
const BEGINS_NAME = 2;
const BEGINS_WORD = 3;
const IN_NAME = 4;
const IN_QUALIFIED_NAME = 5;

/** @returns a function that gives the sum of a symbol's ranks for the words, or -1 when one of them does not match. */
export function ranker(words: readonly string[]): (name: string, qualified_name: string) => number {
	const asked = words.map((word) => ({ word, folded: fold(word), short: [...word].length < SHORTEST_INSIDE }));
	return (name, qualified_name) => {
		const foldedName = fold(name);
		const foldedQualified = fold(qualified_name);
		let sum = 0;
		for (const { word, folded, short } of asked) {
			if (name === word || qualified_name === word) sum += SAME;
			else if (foldedName === folded || foldedQualified === folded) sum += SAME_BUT_FOR_CASE;
			else if (foldedName.startsWith(folded)) sum += BEGINS_NAME;
			else if (short) return -1;
			else if (beginsWord(name, foldedName, folded)) sum += BEGINS_WORD;
			else if (foldedName.includes(folded)) sum += IN_NAME;
			else if (foldedQualified.includes(folded)) sum += IN_QUALIFIED_NAME;
			else return -1;
		}
		return sum;
	};
}

function beginsWord(name: string, foldedName: string, folded: string): boolean {
	for (let at = foldedName.indexOf(folded); at >= 0; at = foldedName.indexOf(folded, at + 1)) {
		if (at === 0) return true;
		const before = classAt(name, foldedName, at - 1);
		const here = classAt(name, foldedName, at);
		if (before === "mark" || (before === "digit") !== (here === "digit")) return true;
		if (here !== "upper") continue;
		// `Parser` in `HTMLParser`: the last capital of a row begins the word that goes on in small letters.
		const next = at + ((name.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
		if (before !== "upper" || classAt(name, foldedName, next) === "letter") return true;
	}
	return false;
}

/** Letters without case count as small ones; marks are those of ASCII, as identifiers hold no others. */
function classAt(name: string, foldedName: string, at: number): "upper" | "letter" | "digit" | "mark" {
	const point = name.codePointAt(at) ?? 0;
	if (point !== (foldedName.codePointAt(at) ?? 0)) return "upper";
	if (point >= 0x30 && point <= 0x39) return "digit";
	return (point >= 0x61 && point <= 0x7a) || point > 0x7f ? "letter" : "mark";
}

/** The order of symbols of equal rank. */
export function compareFound(a: SymbolRow, b: SymbolRow): number {
	return (
		codePoints(a.name) - codePoints(b.name) ||
		codePoints(a.qualified_name) - codePoints(b.qualified_name) ||
		compareBinary(a.qualified_name, b.qualified_name) ||
		compareBinary(a.file_path, b.file_path) ||
		a.start_line - b.start_line ||
		compareBinary(a.symbol_id, b.symbol_id)
	);
}

export function codePoints(text: string): number {
	let count = 0;
	for (const _ of text) count++;
	return count;
}
