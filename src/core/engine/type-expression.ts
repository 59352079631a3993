/**
 * A type as it is written in a declaration → the names it stands for. What wraps a name is kept as marks behind it
 * (facts.ts, TYPE_MARKS): `Promise<Item[]>` is `Item*!`.
 */
import type { TypeWords } from "../lang/language.ts";
import { OWN_TYPE, TYPE_MARKS } from "../units/facts.ts";

/** A longer or deeper type is nothing that a receiver's type is read from. */
const LONGEST = 1000;
const DEEPEST = 8;
/** A type with more alternatives says too little. */
const MOST = 8;

const NAME = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?:(?:\.|::)[\p{ID_Start}_$][\p{ID_Continue}$]*)*$/u;
const OPENING = "([{<";
const CLOSING = ")]}>";
const QUOTES = "\"'`";

/** A type that is not a name; unknown. */
const UNKNOWN: readonly string[] = [""];

/**
 * @param text as written, white space and comments and all
 * @returns one for each alternative of a union, "" for one that is not known; empty for a type of nothing
 */
export function namesOfType(text: string, words: TypeWords): readonly string[] {
	if (text.length > LONGEST) return UNKNOWN;
	const names = [...new Set(alternatives(text, words, 0))];
	return names.length > MOST ? UNKNOWN : names;
}

function alternatives(text: string, words: TypeWords, depth: number): readonly string[] {
	if (depth > DEEPEST) return UNKNOWN;
	const type = text.trim();
	const parts = split(type, "|");
	if (parts === undefined) return UNKNOWN;
	// a union may begin with its sign
	if (parts.length > 1)
		return parts.flatMap((part) => (part.trim() === "" ? [] : alternatives(part, words, depth + 1)));
	// what has the members of all: those of a part that is no name are not known, the others are
	const all = split(type, "&") ?? [];
	if (all.length > 1) {
		const known = all.flatMap((part) => alternatives(part, words, depth + 1)).filter((name) => name !== "");
		return known.length > 0 ? known : UNKNOWN;
	}
	const inner = bracketed(type, words.quoted ?? false);
	// a test may name several classes in parentheses
	if (inner !== undefined) return (split(inner, ",") ?? []).flatMap((part) => alternatives(part, words, depth + 1));
	for (const word of words.prefixes ?? []) {
		if (type.startsWith(`${word} `)) return alternatives(type.slice(word.length), words, depth + 1);
	}
	if (type.endsWith("[]")) return marked(alternatives(type.slice(0, -2), words, depth + 1), TYPE_MARKS.items);
	const [opening, closing] = words.brackets ?? "<>";
	const open = type.indexOf(opening as string);
	if (open > 0 && type.endsWith(closing as string))
		return generic(type.slice(0, open).trim(), type.slice(open + 1, -1), words, depth);
	return plain(type, words);
}

function plain(name: string, { nothing, self }: TypeWords): readonly string[] {
	if (nothing?.includes(name)) return [];
	if (self?.includes(lastPart(name))) return [OWN_TYPE];
	return NAME.test(name) ? [name] : UNKNOWN;
}

function generic(name: string, inside: string, words: TypeWords, depth: number): readonly string[] {
	const args = split(inside, ",");
	if (args === undefined || !NAME.test(name)) return UNKNOWN;
	const word = lastPart(name);
	const [first = "", second] = args;
	const last = args.at(-1) as string;
	if (words.transparent?.includes(word)) return alternatives(first, words, depth + 1);
	if (words.unions?.includes(word)) return args.flatMap((arg) => alternatives(arg, words, depth + 1));
	if (words.tuples?.includes(word))
		return second?.trim() === "..." ? marked(alternatives(first, words, depth + 1), TYPE_MARKS.items) : UNKNOWN;
	if (words.items?.includes(word)) return marked(alternatives(first, words, depth + 1), TYPE_MARKS.items);
	if (words.values?.includes(word)) return marked(alternatives(last, words, depth + 1), TYPE_MARKS.values);
	if (words.awaited?.includes(word)) return marked(alternatives(last, words, depth + 1), TYPE_MARKS.awaited);
	if (words.classes?.includes(word)) return marked(alternatives(first, words, depth + 1), TYPE_MARKS.class);
	return [name];
}

/** A wrapped union is one of several wrapped types; a wrapped nothing is not known. */
function marked(names: readonly string[], mark: string): readonly string[] {
	if (names.length === 0) return UNKNOWN;
	return names.map((name) => (name === "" ? "" : name + mark));
}

function lastPart(name: string): string {
	return name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1);
}

/** What stands in the parentheses or quotes around the whole text. */
function bracketed(type: string, mayBeQuoted: boolean): string | undefined {
	const first = type[0] as string;
	const isQuoted =
		mayBeQuoted && type.length > 1 && QUOTES.includes(first) && type.indexOf(first, 1) === type.length - 1;
	if (isQuoted) return type.slice(1, -1);
	return first === "(" && type.endsWith(")") && split(type.slice(1, -1), ")") !== undefined
		? type.slice(1, -1)
		: undefined;
}

/** At a sign outside brackets and quotes; undefined when they are not even, or for a function's type. */
function split(text: string, sign: string): string[] | undefined {
	const parts: string[] = [];
	let depth = 0;
	let from = 0;
	for (let i = 0; i < text.length; i++) {
		const c = text[i] as string;
		if (QUOTES.includes(c)) {
			const end = text.indexOf(c, i + 1);
			if (end < 0) return undefined;
			i = end;
		} else if (OPENING.includes(c)) depth++;
		else if (CLOSING.includes(c)) {
			if (text[i - 1] === "=" || --depth < 0) return undefined;
		} else if (c === sign && depth === 0) {
			parts.push(text.slice(from, i));
			from = i + 1;
		}
	}
	if (depth !== 0) return undefined;
	parts.push(text.slice(from));
	return parts;
}
