/**
 * The C preprocessor's directives, made readable for a grammar. A grammar accepts `#if` only around whole statements,
 * declarations and members; code puts it anywhere, and one unbalanced brace costs the rest of the file. Where a
 * conditional splits something, its directives are replaced by spaces and one branch is kept; positions never change.
 *
 *   - branches that open or close brackets of what is around them: one is kept, the same for the same condition;
 *   - branches inside parentheses, or that begin or end inside a statement: the longest is kept;
 *   - in initializers and comma-separated lists every branch is kept;
 *   - `#if 0` is no code: always blank;
 *   - comments inside a directive, which grammars take for its end, are blank too.
 */
import type { ConditionalWords } from "../lang/language.ts";

export interface Evened {
	/** As long as the original. */
	text: string;
	/** Branches that were blanked. */
	dropped: number;
}

interface Branch {
	/** The directive that begins it. */
	line: number;
	start: number;
	end: number;
	/** The innermost bracket open at its end. */
	after: Bracket | undefined;
	/** The fewest brackets open in it. */
	low: number;
	isDead: boolean;
	first: number;
	last: number;
}

interface Group {
	/** `defined(X)`, and whether the first branch wants it true. */
	condition: string;
	isPositive: boolean;
	/** The innermost bracket open before it. */
	before: Bracket | undefined;
	/** Last character of code before it, -1. */
	last: number;
	branches: Branch[];
}

/** A list from the innermost outwards: a conditional remembers where it stands without a copy. */
interface Bracket {
	/** Parentheses and square brackets, an initializer's brace, another brace. */
	kind: "round" | "list" | "block";
	depth: number;
	around: Bracket | undefined;
}

const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const APOSTROPHE = 39;
const STAR = 42;
const SLASH = 47;
const BLANK = 1;
const LITERAL = 2;
const OPENING = 3;
const CLOSING = 4;
/** What an ASCII character is to the sweep; 0 for nothing special. */
const KINDS = new Uint8Array(128);
KINDS.fill(BLANK, 0, SPACE + 1);
for (const c of [QUOTE, APOSTROPHE]) KINDS[c] = LITERAL;
for (const c of "([{") KINDS[c.charCodeAt(0)] = OPENING;
for (const c of ")]}") KINDS[c.charCodeAt(0)] = CLOSING;
const BACKSLASH = 92;

const DIRECTIVE = /#[ \t]*([a-z]*)[ \t]*(.*)/y;
const HEX_DIGIT = /[0-9A-Fa-f]/;
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
const ALL_BUT_NEWLINES = /[^\r\n]+/g;
const DEAD = /^#[ \t]*if[ \t]+0[ \t]*(?:\/[/*].*)?$/m;
const SPLIT_START = /(?:&&|\|\||[?=,)\]])/y;
const SPLIT_END = /[-+*/%&|^<>?=,!~.(["]/;
const WORD = /[A-Za-z0-9_$]/;

/** @returns undefined when nothing has to change. */
export function evenConditionals(text: string, words: ConditionalWords): Evened | undefined {
	return text.includes("#") ? new Evening(text, words).run() : undefined;
}

class Evening {
	readonly #text: string;
	readonly #words: ConditionalWords;
	/** [start, end) of what becomes blank. */
	readonly #blank: [number, number][] = [];
	#dropped = 0;
	#open: Bracket | undefined;
	readonly #groups: Group[] = [];
	/** The innermost branch around. */
	#branch: Branch | undefined;
	/** What was taken to hold where a conditional was split, so that its counterpart is split alike. */
	readonly #taken: Map<string, boolean>;
	/** Last character of code so far. */
	#last = -1;

	constructor(text: string, words: ConditionalWords) {
		this.#text = text;
		this.#words = words;
		this.#taken = new Map(Object.entries(words.assume));
	}

	run(): Evened | undefined {
		this.#sweep();
		if (this.#blank.length === 0) return undefined;
		const text = this.#text;
		let out = "";
		let at = 0;
		this.#blank.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
		for (const [start, end] of this.#blank) {
			if (end <= at) continue;
			const from = Math.max(start, at);
			out += text.slice(at, from) + text.slice(from, end).replace(ALL_BUT_NEWLINES, (run) => " ".repeat(run.length));
			at = end;
		}
		return { text: out + text.slice(at), dropped: this.#dropped };
	}

	#sweep(): void {
		const text = this.#text;
		let isLineStart = true;
		let first = -1;
		let last = -1;
		for (let i = 0; i < text.length; i++) {
			const c = text.charCodeAt(i);
			const kind = c < 128 ? KINDS[c] : 0;
			if (kind === BLANK) {
				if (c === NEWLINE) isLineStart = true;
				continue;
			}
			if (c === HASH && isLineStart) {
				this.#note(first, last);
				first = last = -1;
				i = this.#directive(i) - 1;
				continue;
			}
			if (c === SLASH) {
				const next = text.charCodeAt(i + 1);
				if (next === STAR || next === SLASH) {
					const end = next === STAR ? text.indexOf("*/", i + 2) : text.indexOf("\n", i);
					if (end < 0) break;
					i = next === STAR ? end + 1 : end - 1;
					continue;
				}
			}
			isLineStart = false;
			if (first < 0) first = i;
			if (kind === LITERAL && (c === QUOTE || !HEX_DIGIT.test(text.charAt(i - 1)))) i = this.#literal(i, c);
			else if (kind === OPENING) this.#push(c, last < 0 ? this.#last : last);
			else if (kind === CLOSING) this.#pop();
			last = i;
		}
		this.#note(first, last);
	}

	/** The code between two directives. */
	#note(first: number, last: number): void {
		if (first < 0) return;
		this.#last = last;
		if (this.#branch !== undefined && this.#branch.first < 0) this.#branch.first = first;
	}

	#push(c: number, last: number): void {
		const around = this.#open;
		const before = this.#text[last];
		const isList =
			before === "=" || (around?.kind === "list" && before !== ")") || (around?.kind === "round" && before === ")");
		this.#open = { kind: c !== 123 ? "round" : isList ? "list" : "block", depth: depthOf(around) + 1, around };
	}

	#pop(): void {
		this.#open = this.#open?.around;
		const branch = this.#branch;
		if (branch !== undefined) branch.low = Math.min(branch.low, depthOf(this.#open));
	}

	/** @returns the index of its last character. */
	#literal(from: number, quote: number): number {
		const text = this.#text;
		for (let i = from + 1; i < text.length; i++) {
			const c = text.charCodeAt(i);
			if (c === BACKSLASH) i++;
			else if (c === quote) return i;
			else if (c === NEWLINE) return i - 1;
		}
		return text.length - 1;
	}

	/** @returns where the directive's line ends, at its newline. */
	#directive(start: number): number {
		const text = this.#text;
		let end = start;
		for (;;) {
			end = text.indexOf("\n", end);
			if (end < 0) end = text.length;
			const last = text[end - 1] === "\r" ? end - 2 : end - 1;
			if (end === text.length || text.charCodeAt(last) !== BACKSLASH) break;
			end++;
		}
		const line = text.slice(start, end);
		if (line.includes("/*")) end = this.#comments(start, line, end);
		DIRECTIVE.lastIndex = start;
		const [, name = "", rest = ""] = DIRECTIVE.exec(text) ?? [];
		if (name === "if" || name === "ifdef" || name === "ifndef") {
			const [condition, isPositive] = conditionOf(name, rest);
			this.#groups.push({ condition, isPositive, before: this.#open, last: this.#last, branches: [] });
			this.#begin(start, end);
		} else if (name === "else" || name.startsWith("elif")) {
			const group = this.#groups.at(-1);
			if (group) {
				this.#close(start);
				this.#open = group.before;
				this.#begin(start, end);
			}
		} else if (name === "endif") {
			const group = this.#groups.at(-1);
			if (group) {
				this.#close(start);
				this.#groups.pop();
				this.#branch = this.#groups.at(-1)?.branches.at(-1);
				this.#decide(group, start, end);
			}
		} else if (this.#isInside(this.#open)) this.#blank.push([start, end]);
		return end;
	}

	/** Blanks comments; one that goes on for lines ends the directive where it ends. */
	#comments(start: number, line: string, end: number): number {
		let last = end;
		for (const match of line.matchAll(BLOCK_COMMENT)) {
			const from = start + match.index;
			let to = from + match[0].length;
			if (!match[0].endsWith("*/")) {
				const close = this.#text.indexOf("*/", from);
				to = close < 0 ? this.#text.length : close + 2;
				last = to;
			}
			// the grammar knows a comment at the end
			if (/^\s*$/.test(this.#text.slice(to, last))) continue;
			// a continuation keeps its backslash
			for (const part of this.#text.slice(from, to).matchAll(/(?:[^\\\r\n]|\\(?!\r?\n))+/g)) {
				this.#blank.push([from + part.index, from + part.index + part[0].length]);
			}
		}
		return last;
	}

	#begin(line: number, start: number): void {
		const isDead = DEAD.test(this.#text.slice(line, start));
		this.#branch = { line, start, end: start, after: undefined, low: depthOf(this.#open), isDead, first: -1, last: -1 };
		this.#groups.at(-1)?.branches.push(this.#branch);
	}

	#close(end: number): void {
		const branch = this.#branch as Branch;
		branch.end = end;
		branch.after = this.#open;
		branch.last = this.#last >= branch.start ? this.#last : -1;
	}

	#decide(group: Group, line: number, end: number): void {
		const { branches, before } = group;
		for (const { isDead, start, end } of branches) if (isDead) this.#blank.push([start, end]);
		const alive = branches.filter((branch) => !branch.isDead);
		const isUneven = alive.some(({ low, after }) => low < depthOf(before) || depthOf(after) !== depthOf(before));
		let kept = alive[0];
		if (isUneven || this.#isInside(before) || this.#splits(group, alive, end)) {
			for (const { line, start } of branches) this.#blank.push([line, start]);
			this.#blank.push([line, end]);
			kept = this.#choose(group, alive, isUneven);
			if (isUneven || !alive.every((branch) => this.#isList(branch, before))) {
				for (const branch of alive) {
					if (branch === kept) continue;
					this.#blank.push([branch.start, branch.end]);
					if (branch.first >= 0) this.#dropped++;
				}
			}
			this.#open = kept ? kept.after : before;
		} else this.#open = before;
		// what follows continues the branch that was kept
		this.#last = kept && kept.last >= 0 ? kept.last : group.last;
		const around = this.#branch;
		if (around === undefined || kept === undefined) return;
		if (around.first < 0) around.first = kept.first;
		around.low = Math.min(around.low, kept.low);
	}

	/** The branch that an earlier answer to its condition chose; else the first, or the longest when brackets allow. */
	#choose({ condition, isPositive, branches }: Group, alive: Branch[], isUneven: boolean): Branch | undefined {
		if (alive.length < branches.length) return alive[0];
		const taken = this.#taken.get(condition);
		if (taken !== undefined) return branches[taken === isPositive ? 0 : 1];
		if (isUneven) this.#taken.set(condition, isPositive);
		const length = (branch: Branch) => (isUneven || branch.first < 0 ? 0 : branch.last - branch.first + 1);
		return branches.reduce((longest, branch) => (length(branch) > length(longest) ? branch : longest));
	}

	#isInside(open: Bracket | undefined): boolean {
		return open !== undefined && open.kind !== "block";
	}

	/** Elements of a list: of an initializer, or with the commas they need. */
	#isList({ first, last }: Branch, before: Bracket | undefined): boolean {
		if (first < 0 || before?.kind === "list") return true;
		return this.#text[first] === "," || this.#text[last] === ",";
	}

	/** Does a statement go through the group's beginning, a branch's, or the end? */
	#splits({ last, branches }: Group, alive: Branch[], end: number): boolean {
		if (alive.every((branch) => branch.first < 0)) return false;
		if (this.#isPending(last, this.#lastRoundBefore(branches[0] as Branch, last))) return true;
		const brace = this.#nextCode(end) === "{";
		for (const branch of alive) {
			if (branch.first < 0) continue;
			SPLIT_START.lastIndex = branch.first;
			if (SPLIT_START.test(this.#text) || this.#words.continuing.includes(this.#wordFrom(branch.first))) return true;
			if (this.#isPending(branch.last, -1)) return true;
			if (brace && this.#text[branch.last] === ")") return true;
		}
		return false;
	}

	#lastRoundBefore(branch: Branch, last: number): number {
		return this.#text[last] === ")" ? this.#openingOf(last, branch.line) : -1;
	}

	/** The bracket that a `)` closes, found backwards: rare, and literals in a condition seldom hold brackets. */
	#openingOf(close: number, limit: number): number {
		let depth = 0;
		for (let i = close; i >= 0 && limit - i < 2000; i--) {
			const c = this.#text[i];
			if (c === ")") depth++;
			else if (c === "(" && --depth === 0) return i;
		}
		return -1;
	}

	/** Does the code that ends here need more? */
	#isPending(last: number, round: number): boolean {
		if (last < 0) return false;
		const c = this.#text[last] as string;
		if (SPLIT_END.test(c)) return true;
		if (round >= 0) return this.#words.heads.includes(this.#wordUpTo(round - 1));
		return WORD.test(c) && this.#words.pending.includes(this.#wordUpTo(last));
	}

	#wordUpTo(end: number): string {
		let last = end;
		while (last >= 0 && this.#text.charCodeAt(last) <= SPACE) last--;
		let first = last;
		while (first >= 0 && WORD.test(this.#text[first] as string)) first--;
		return this.#text.slice(first + 1, last + 1);
	}

	#wordFrom(start: number): string {
		let end = start;
		while (end < this.#text.length && WORD.test(this.#text[end] as string)) end++;
		return this.#text.slice(start, end);
	}

	#nextCode(from: number): string | undefined {
		return /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*(\S)/.exec(this.#text.slice(from, from + 2000))?.[1];
	}
}

function depthOf(bracket: Bracket | undefined): number {
	return bracket?.depth ?? 0;
}

/** `ifdef X`, `ifndef X`, `if !X` … as a condition and whether it is wanted. */
function conditionOf(name: string, rest: string): [string, boolean] {
	const condition = rest.replace(/\/[/*].*|\s+/g, "");
	if (name !== "if") return [`defined(${condition})`, name === "ifdef"];
	const [, not, defined, plain] = /^(!?)(?:defined\(?(\w+)\)?|(\w+))$/.exec(condition) ?? [];
	if (defined !== undefined) return [`defined(${defined})`, not === ""];
	return plain === undefined ? [condition, true] : [plain, not === ""];
}
