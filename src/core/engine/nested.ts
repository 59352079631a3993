/** What the sweep over a file's items makes of them (nest.ts): definitions, scopes, bindings, each in its place. */
import { FUNCTION_KINDS, type SymbolKind } from "../types.ts";
import { type BindingKind, type ScopeKind, SYMBOL_FLAGS } from "../units/facts.ts";
import type { PointItem } from "./collect.ts";

export interface SymbolDraft {
	name: string;
	qualified: string;
	namespace: string;
	signature: string;
	kind: SymbolKind;
	parent: number;
	/** Scope it opens, -1. */
	body: number;
	startLine: number;
	endLine: number;
	flags: number;
	/** What it is a member of: the symbol of the class, object or module around it or assigned to; -1. */
	owner: number;
}

export interface Scope {
	kind: ScopeKind;
	parent: number;
	symbol: number;
	end: number;
}

export interface Binding {
	scope: number;
	name: string;
	kind: BindingKind;
	/** symbol: row; receiver: class row; import: index in `imports`. */
	target: number;
	/** alias, instance and either: the dotted text it stands for. */
	text: string;
	/** Where that text stands, when that is not `scope`. */
	from?: number;
	/** It stands in a branch of a statement. */
	isBranch?: boolean;
	/** How settle.ts treats it. */
	place?: "declaring" | "declared" | "typed" | "dropped";
}

export interface Placed {
	item: PointItem;
	scope: number;
	/** Symbol row of the innermost function around it, 0 for the module. */
	caller: number;
}

export interface Nested {
	symbols: SymbolDraft[];
	scopes: Scope[];
	bindings: Binding[];
	calls: Placed[];
	imports: PointItem[];
	exports: PointItem[];
	/** [class symbol, base as written, scope it is written in] */
	bases: { symbol: number; name: string; scope: number }[];
}

/** The file's module and its scope, and nothing else yet. */
export function emptyNested(lines: number): Nested {
	const module: SymbolDraft = {
		name: "",
		qualified: "",
		namespace: "",
		signature: "",
		kind: "module",
		parent: -1,
		body: 0,
		startLine: 1,
		endLine: lines,
		flags: 0,
		owner: -1,
	};
	return {
		symbols: [module],
		scopes: [{ kind: "file", parent: -1, symbol: 0, end: Number.POSITIVE_INFINITY }],
		bindings: [],
		calls: [],
		imports: [],
		exports: [],
		bases: [],
	};
}

/** Are its names seen from the scopes inside it? */
export function isLexical(kind: ScopeKind): boolean {
	return kind !== "class" && kind !== "object" && kind !== "narrow";
}

/** The scope that names are bound in. */
export function declaring(scopes: readonly Scope[], at: number): number {
	let scope = at;
	while ((scopes[scope] as Scope).kind === "narrow") scope = (scopes[scope] as Scope).parent;
	return scope;
}

/**
 * The symbol whose members the current object has: arrows and blocks look through, other functions bind anew. A function
 * that is a member of nothing may construct its own objects.
 */
export function receiverOwner(scopes: readonly Scope[], symbols: readonly SymbolDraft[], from: number): number {
	for (let at = from; at >= 0; at = (scopes[at] as Scope).parent) {
		const { kind, symbol } = scopes[at] as Scope;
		if (kind === "class") return symbol;
		if (kind !== "function") continue;
		if (symbol < 0) return -1;
		const { owner, kind: is } = symbols[symbol] as SymbolDraft;
		return owner >= 0 ? owner : is === "function" ? symbol : -1;
	}
	return -1;
}

/** Symbol whose scope encloses; 0 at the top. */
export function enclosing({ scopes }: Nested, scope: number): number {
	for (let at = scope; at > 0; at = (scopes[at] as Scope).parent) {
		const { symbol } = scopes[at] as Scope;
		if (symbol >= 0) return symbol;
	}
	return 0;
}

/** The innermost function around; 0 when there is none. */
export function functionAround({ scopes, symbols }: Nested, scope: number): number {
	for (let at = scope; at > 0; at = (scopes[at] as Scope).parent) {
		const { symbol } = scopes[at] as Scope;
		if (symbol >= 0 && FUNCTION_KINDS.includes((symbols[symbol] as SymbolDraft).kind)) return symbol;
	}
	return 0;
}

/**
 * What the first parameter of a function is bound to, when it is a method's.
 * @param ofClass methods whose first parameter is the class
 */
export function receiverParameter(
	{ scopes, symbols }: Nested,
	scope: number,
	ofClass: ReadonlySet<number>,
): { kind: "receiver" | "class"; target: number } | undefined {
	const { parent, symbol } = scopes[scope] as Scope;
	const holder = scopes[declaring(scopes, Math.max(parent, 0))] as Scope;
	if (holder.kind !== "class" || holder.symbol < 0 || symbol < 0) return undefined;
	if (ofClass.has(symbol)) return { kind: "class", target: holder.symbol };
	const isStatic = ((symbols[symbol] as SymbolDraft).flags & SYMBOL_FLAGS.static) !== 0;
	return isStatic ? undefined : { kind: "receiver", target: holder.symbol };
}
