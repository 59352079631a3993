/**
 * Matches in the wasm heap → items: one small object a definition, scope, call, binding …, deduplicated by node and
 * still unordered. The only step that knows the heap's layout.
 */
import { type CaptureFamily, PRIMARY_CAPTURES } from "../lang/captures.ts";
import { SYMBOL_KINDS } from "../types.ts";
import { FAMILIES, PART, PART_COUNT, type PatternPlan, type QueryPlan, ROLE } from "./plan.ts";
import { type Matches, NODE_WORDS } from "./runtime.ts";
import { withoutArguments } from "./strings.ts";

/** Offsets are UTF-16 code units in the text, rows 0-based. */
export interface DefinitionItem {
	pattern: number;
	plan: PatternPlan;
	/** Index in SYMBOL_KINDS. */
	kind: number;
	id: number;
	start: number;
	/** Where its boundary begins: behind the decorators inside its node. */
	from: number;
	end: number;
	row: number;
	lastRow: number;
	name: string;
	/** Id of the name's node, 0 without one. */
	nameId: number;
	/** Where the signature ends. */
	body: number;
	/** Node that is the scope it owns. */
	opens: number;
	/** What it is a member of by assignment, "" for the scope around it. */
	owner: string;
	/** A function or a class stands inside it; where the next one begins (itself, when it is one). Known when all are. */
	isFull: boolean;
	next: number;
}

export interface ScopeItem {
	pattern: number;
	/** Index in PRIMARY_CAPTURES.scope. */
	kind: number;
	id: number;
	start: number;
	end: number;
	owner: string;
	/** Of a narrow one: the name, and the type it has there as it is written, or what it stands for. */
	name: string;
	type: string;
	target: string;
}

/** A call, binding, import or export. */
export interface PointItem {
	family: CaptureFamily;
	pattern: number;
	plan: PatternPlan;
	kind: number;
	start: number;
	/** Of what holds others inside it (import.from, declares): where it ends; of a spread: where its object ends; else 0. */
	end: number;
	row: number;
	/** Id of the node that carries the primary capture. */
	id: number;
	name: string;
	receiver: string;
	args: number;
	module: string;
	local: string;
	/** Id of the node that gave `local`, 0 without one. */
	localId: number;
	target: string;
	/** A type as it is written. */
	type: string;
	owner: string;
	exported: string | undefined;
}

export interface Items {
	definitions: DefinitionItem[];
	scopes: ScopeItem[];
	points: PointItem[];
	/** Ends of decorators by where they start. */
	decorators: Map<number, number>;
	/** Names of decorators by the definition's node. */
	decoratedBy: Map<number, string[]>;
	/** Bases by the class's node, in source order. */
	bases: Map<number, { start: number; name: string }[]>;
}

/** A longer callee name is the expression of a called value; it is kept as its first characters. */
const NAME_LIMIT = 80;
/** A longer receiver is an expression nobody resolves; it is kept as its first characters. */
const RECEIVER_LIMIT = 200;
/** Nor is one that is longer with its calls' arguments. */
const PATH_LIMIT = 1000;
/** Begins the receiver of a call on an object of a type; only this and the next have a space. */
export const OBJECT_OF = "new ";
/** Begins a receiver that means the current object as what comes behind a class in its order. */
export const BEHIND = "behind ";
const RESULT = PRIMARY_CAPTURES.binding.indexOf("result");
const NO_DEFINITION = PRIMARY_CAPTURES.definition.indexOf("none");
const SPREAD = PRIMARY_CAPTURES.binding.indexOf("spread");
const NO_BINDING = PRIMARY_CAPTURES.binding.indexOf("none");
export const IMPORT_FROM = PRIMARY_CAPTURES.import.indexOf("from");
const NARROW = PRIMARY_CAPTURES.scope.indexOf("narrow");
const NO_CALL = PRIMARY_CAPTURES.call.indexOf("none");
const SPACE = /\s/;
const SPACES = /\s+/g;
const QUOTES = /^(["'`])(.*)\1$/s;
/** A name that is computed from nothing but itself, `["name"]`. */
const BRACKETS = /^\[\s*(["'])([^"']*)\1\s*\]$/;

/** `value!.part`: what is not empty, for the type checker alone. */
const ASSERTED = /!+(?=[.?]|$)/g;

const WORDS_A_CAPTURE = 1 + NODE_WORDS;

export function collectItems(matches: Matches, plan: QueryPlan, text: string): Items {
	return new Collector(matches, plan, text).run();
}

/**
 * Small methods on purpose: one large loop body is compiled anew by V8 for each of its loops, in every worker, and that
 * took longer than the loop itself (a second of compiler time for 700 files).
 */
class Collector {
	readonly #matches: Matches;
	readonly #plan: QueryPlan;
	readonly #text: string;
	readonly #words: Int32Array;
	readonly #definitions = new Map<number, DefinitionItem>();
	readonly #scopes = new Map<number, ScopeItem>();
	readonly #bindings = new Map<number, PointItem>();
	readonly #calls = new Map<number, PointItem>();
	/** By PART: the node of the match at hand, 0 for none. */
	readonly #parts = new Int32Array(PART_COUNT);
	readonly #items: Items = {
		definitions: [],
		scopes: [],
		points: [],
		decorators: new Map(),
		decoratedBy: new Map(),
		bases: new Map(),
	};

	constructor(matches: Matches, plan: QueryPlan, text: string) {
		this.#matches = matches;
		this.#plan = plan;
		this.#text = text;
		this.#words = matches.words;
	}

	run(): Items {
		let at = this.#matches.first;
		for (let m = this.#matches.count; m > 0; m--) at = this.#match(at);
		const items = this.#items;
		if (this.#plan.hasNone) {
			items.definitions = items.definitions.filter((item) => item.kind !== NO_DEFINITION);
			items.points = items.points.filter(
				(item) => item.kind !== (item.family === "call" ? NO_CALL : item.family === "binding" ? NO_BINDING : -1),
			);
		}
		return items;
	}

	/** @returns where the next match begins. */
	#match(at: number): number {
		const words = this.#words;
		const pattern = words[at] as number;
		const from = at + 2;
		const to = from + (words[at + 1] as number) * WORDS_A_CAPTURE;
		const shape = this.#plan.patterns[pattern] as PatternPlan;
		this.#parts.fill(0);
		for (let i = from; i < to; i += WORDS_A_CAPTURE) {
			const capture = words[i] as number;
			if (this.#plan.role[capture] === ROLE.auxiliary) this.#parts[this.#plan.what[capture] as number] = i + 1;
		}
		if (shape.predicates.length > 0 && !this.#holds(shape, from, to)) return to;
		const decorator = this.#part(PART.decorator);
		if (decorator !== 0) {
			this.#items.decorators.set(words[decorator + 1] as number, this.#matches.endIndex(decorator));
		}
		for (let i = from; i < to; i += WORDS_A_CAPTURE) {
			if (this.#plan.role[words[i] as number] === ROLE.primary)
				this.#primary(words[i] as number, i + 1, pattern, shape);
		}
		return to;
	}

	#holds(pattern: PatternPlan, from: number, to: number): boolean {
		const captures: { name: string; node: { text: string } }[] = [];
		for (let i = from; i < to; i += WORDS_A_CAPTURE) {
			const name = this.#plan.captureNames[this.#words[i] as number] as string;
			captures.push({ name, node: { text: this.#textOf(i + 1) } });
		}
		return pattern.predicates.every((predicate) => predicate(captures));
	}

	#primary(capture: number, node: number, pattern: number, plan: PatternPlan): void {
		const kind = this.#plan.kind[capture] as number;
		const family = FAMILIES[this.#plan.what[capture] as number] as CaptureFamily;
		if (family === "definition") this.#definition(kind, node, pattern, plan);
		else if (family === "scope") this.#scope(kind, node, pattern, plan);
		else if (family === "base") this.#base(node);
		else if (family === "decorated") {
			push(this.#items.decoratedBy, this.#words[node] as number, compact(this.#partText(PART.name)));
		} else this.#point(family, kind, node, pattern, plan);
	}

	#definition(kind: number, node: number, pattern: number, plan: PatternPlan): void {
		const words = this.#words;
		const id = words[node] as number;
		const known = this.#definitions.get(id);
		if (known !== undefined && known.pattern <= pattern) return;
		const nameNode = this.#part(PART.name);
		const name = plan.name ?? nameOf(this.#textOf(nameNode));
		if (name === "" && kind !== NO_DEFINITION) return;
		const start = words[node + 1] as number;
		const body = this.#part(PART.body);
		const opens = this.#part(PART.opens);
		const item: DefinitionItem = {
			pattern,
			plan,
			kind,
			id,
			start,
			from: start,
			end: this.#matches.endIndex(node),
			row: words[node + 2] as number,
			lastRow: this.#matches.lastRow(node),
			name,
			nameId: nameNode === 0 ? 0 : (words[nameNode] as number),
			body: body === 0 ? -1 : (words[body + 1] as number),
			opens: opens === 0 ? id : (words[opens] as number),
			owner: this.#owner(plan),
			isFull: false,
			next: 0,
		};
		this.#keep(this.#definitions, this.#items.definitions, known, item);
	}

	#scope(kind: number, node: number, pattern: number, plan: PatternPlan): void {
		const id = this.#words[node] as number;
		if (kind === NARROW) {
			this.#narrow(kind, node, pattern, plan);
			return;
		}
		const known = this.#scopes.get(id);
		if (known !== undefined && known.pattern <= pattern) return;
		const start = this.#words[node + 1] as number;
		const end = this.#matches.endIndex(node);
		const item = { pattern, kind, id, start, end, owner: this.#owner(plan), name: "", type: "", target: "" };
		this.#keep(this.#scopes, this.#items.scopes, known, item);
	}

	/** Any number of them may stand on one node, beside another scope. */
	#narrow(kind: number, node: number, pattern: number, plan: PatternPlan): void {
		const body = this.#part(PART.body);
		const end = this.#matches.endIndex(node);
		this.#items.scopes.push({
			pattern,
			kind,
			id: 0,
			start: body === 0 ? (this.#words[node + 1] as number) : end,
			end: body === 0 ? end : this.#matches.endIndex(body),
			owner: "",
			name: this.#partText(PART.name),
			type: this.#partText(PART.type),
			target: this.#target(plan),
		});
	}

	#base(node: number): void {
		const base = this.#part(PART.base);
		if (base === 0) return;
		const name = compact(this.#textOf(base));
		push(this.#items.bases, this.#words[node] as number, { start: this.#words[base + 1] as number, name });
	}

	#point(family: CaptureFamily, kind: number, node: number, pattern: number, plan: PatternPlan): void {
		const words = this.#words;
		const id = words[node] as number;
		const seen = family === "binding" ? this.#bindings : family === "call" ? this.#calls : undefined;
		const known = seen?.get(id);
		if (known !== undefined && known.pattern <= pattern) return;
		const nameNode = this.#part(PART.name);
		const anchor = nameNode === 0 || family !== "call" ? node : nameNode;
		const args = this.#part(PART.args);
		const local = this.#part(PART.local);
		const written = plan.name ?? nameOf(this.#textOf(family === "binding" ? local || node : nameNode));
		if (family === "call" && written === "" && kind !== NO_CALL) return;
		const item: PointItem = {
			family,
			pattern,
			plan,
			kind,
			start: words[anchor + 1] as number,
			end: this.#endOf(family, kind, node),
			row: words[anchor + 2] as number,
			id,
			name: family === "binding" ? written : written.slice(0, NAME_LIMIT),
			receiver: family === "call" ? this.#receiver(plan) : "",
			args: args === 0 ? -1 : this.#matches.namedChildCount(args),
			module: this.#partText(PART.module),
			local: this.#textOf(local),
			localId: local === 0 ? 0 : (words[local] as number),
			target: family === "binding" ? this.#target(plan, kind === RESULT) : "",
			type: family === "binding" || family === "call" ? this.#partText(PART.type) : "",
			owner: this.#owner(plan),
			exported: plan.exported,
		};
		if (seen === undefined) this.#items.points.push(item);
		else this.#keep(seen, this.#items.points, known, item);
	}

	#endOf(family: CaptureFamily, kind: number, node: number): number {
		if (family === "binding" && kind === SPREAD) return this.#matches.endIndex(this.#part(PART.body));
		return family === "declares" || (family === "import" && kind === IMPORT_FROM) ? this.#matches.endIndex(node) : 0;
	}

	/** A call's receiver as a path where it is one: `new Type` for an object of a type, `make()` for what a call gives. */
	#receiver(plan: PatternPlan): string {
		const type = compact(this.#partText(PART.type));
		if (type !== "") return (OBJECT_OF + type).slice(0, RECEIVER_LIMIT);
		const target = this.#target(plan);
		if (target === "") return this.#path(PART.receiver).slice(0, RECEIVER_LIMIT);
		if (plan.target === "behind") return BEHIND + target;
		return plan.target === undefined ? OBJECT_OF + target : target;
	}

	#target(plan: PatternPlan, isResult = plan.target === "result"): string {
		const target = this.#path(PART.target);
		if (target === "") return "";
		const member = plan.member || this.#partText(PART.member);
		const given = isResult ? "()" : plan.target === "item" ? "[*]" : "";
		return `${target}${given}${member === "" ? "" : `.${member}`}`;
	}

	/** Without arguments, which may be as long as a file. */
	#path(part: number): string {
		const node = this.#parts[part] as number;
		if (node === 0) return "";
		const start = this.#words[node + 1] as number;
		const text = compact(this.#text.slice(start, Math.min(this.#matches.endIndex(node), start + PATH_LIMIT)));
		return withoutArguments(text).replace(ASSERTED, "");
	}

	/** A pattern that stands before the known one's takes its place. */
	#keep<T extends { id: number }>(byId: Map<number, T>, list: T[], known: T | undefined, item: T): void {
		if (known !== undefined) Object.assign(known, item);
		else {
			byId.set(item.id, item);
			list.push(item);
		}
	}

	#part(part: number): number {
		return this.#parts[part] as number;
	}

	#partText(part: number): string {
		return this.#textOf(this.#parts[part] as number);
	}

	#textOf(node: number): string {
		return node === 0 ? "" : this.#text.slice(this.#words[node + 1], this.#matches.endIndex(node));
	}

	#owner(plan: PatternPlan): string {
		return plan.owner ?? compact(this.#partText(PART.owner));
	}
}

function compact(text: string): string {
	return SPACE.test(text) ? text.replace(SPACES, "") : text;
}

/** A name is one word, but what stands in quotes may be any text. */
function nameOf(text: string): string {
	const quoted = (QUOTES.exec(text) ?? BRACKETS.exec(text))?.[2];
	return quoted === undefined ? compact(text) : quoted.replace(SPACES, " ");
}

function push<V>(map: Map<number, V[]>, key: number, value: V): void {
	const list = map.get(key);
	if (list) list.push(value);
	else map.set(key, [value]);
}

export function outerFirst(a: { start: number; end: number }, b: { start: number; end: number }): number {
	return a.start - b.start || b.end - a.end;
}

/** Does the definition hold a value, rather than a function or a type? */
export function isValueKind(item: DefinitionItem): boolean {
	const kind = SYMBOL_KINDS[item.kind];
	return kind === "constant" || kind === "variable" || kind === "property";
}
