/**
 * Items → tables: one sweep over the file in source order that keeps the open scopes on a stack. It decides what encloses
 * what, who owns a call, which name is bound where; lexical lookup (lookup.ts) runs after it, when every binding is known.
 */
import type { LanguageDefinition } from "../lang/language.ts";
import { PRIMARY_CAPTURES } from "../lang/captures.ts";
import { FUNCTION_KINDS, SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { BINDING_KINDS, type BindingKind, IMPORT_KINDS, type ScopeKind, SYMBOL_FLAGS } from "../units/facts.ts";
import type { DefinitionItem, Items, PointItem, ScopeItem } from "./collect.ts";
import { firstName, signatureOf } from "./strings.ts";

export interface Symbol {
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
	/** Offset of its start, for ordering. */
	start: number;
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
	/** alias and instance: the dotted text it stands for. */
	text: string;
}

export interface Placed {
	item: PointItem;
	scope: number;
	/** Symbol row of the innermost function around it, 0 for the module. */
	caller: number;
}

export interface Nested {
	symbols: Symbol[];
	scopes: Scope[];
	bindings: Binding[];
	calls: Placed[];
	imports: PointItem[];
	exports: PointItem[];
	/** [class symbol, base as written, scope it is written in] */
	bases: { symbol: number; name: string; scope: number }[];
}

const SCOPE_CAPTURES = PRIMARY_CAPTURES.scope as readonly ScopeKind[];
const PATH_IMPORT = IMPORT_KINDS.indexOf("path");
const SPACE_AND_COMMENTS = /(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y;

export function nest(items: Items, text: string, lines: number, language: LanguageDefinition): Nested {
	return new Nesting(items, text, lines, language).run();
}

class Nesting {
	readonly #items: Items;
	readonly #text: string;
	readonly #language: LanguageDefinition;
	readonly #open: number[] = [0];
	readonly #owners = new Map<number, number>();
	readonly #boundNames = new Set<number>();
	readonly #variables = new Set<string>();
	readonly #constantNames: RegExp | undefined;
	/** `global` and `nonlocal` statements: scope → name → where its bindings go. */
	readonly #redirects = new Map<number, Map<string, "global" | "nonlocal">>();
	readonly #out: Nested;

	constructor(items: Items, text: string, lines: number, language: LanguageDefinition) {
		this.#items = items;
		this.#text = text;
		this.#language = language;
		this.#constantNames = language.constantNames === undefined ? undefined : new RegExp(language.constantNames, "u");
		this.#out = {
			symbols: [
				{
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
					start: 0,
				},
			],
			scopes: [{ kind: "file", parent: -1, symbol: 0, end: Number.POSITIVE_INFINITY }],
			bindings: [],
			calls: [],
			imports: [],
			exports: [],
			bases: [],
		};
	}

	run(): Nested {
		const { definitions, scopes, points, decorators } = this.#items;
		if (decorators.size > 0) for (const item of definitions) this.#skipDecorators(item);
		for (const item of definitions) if (item.nameId !== 0 && !isValueKind(item)) this.#boundNames.add(item.nameId);
		definitions.sort(outerFirst);
		// a body that is one statement has that statement's extent: the scope of the outer definition opens first
		const openers = new Map(definitions.map((item) => [item.opens, item.start]));
		const opener = (scope: ScopeItem) => openers.get(scope.id) ?? -1;
		scopes.sort((a, b) => outerFirst(a, b) || opener(a) - opener(b));
		points.sort((a, b) => a.start - b.start || a.pattern - b.pattern);
		let d = 0;
		let s = 0;
		const drain = (until: number) => {
			for (;;) {
				const definition = definitions[d];
				const scope = scopes[s];
				const order = definition && scope ? outerFirst(definition, scope) : definition ? -1 : 1;
				const next = order < 0 || (order === 0 && definition?.opens === scope?.id) ? definition : scope;
				if (next === undefined || next.start > until) return;
				if (next === definition) {
					this.#define(definition);
					d++;
				} else {
					this.#openScope(scope as ScopeItem);
					s++;
				}
			}
		};
		for (const point of points) {
			drain(point.start);
			this.#place(point);
		}
		drain(Number.POSITIVE_INFINITY);
		this.#redirect();
		return this.#out;
	}

	/** A boundary begins at the declaration itself: decorators that stand inside its node are left out. */
	#skipDecorators(item: DefinitionItem): void {
		for (;;) {
			const end = this.#items.decorators.get(item.start);
			if (end === undefined || end >= item.end) return;
			SPACE_AND_COMMENTS.lastIndex = end;
			SPACE_AND_COMMENTS.test(this.#text);
			item.start = SPACE_AND_COMMENTS.lastIndex;
		}
	}

	/** The innermost scope open at an offset. */
	#at(start: number): number {
		const open = this.#open;
		while (open.length > 1 && (this.#out.scopes[open[open.length - 1] as number] as Scope).end <= start) open.pop();
		return open[open.length - 1] as number;
	}

	#define(item: DefinitionItem): void {
		const { symbols, scopes, bindings } = this.#out;
		const scope = item.plan.bind === "file" ? 0 : this.#at(item.start);
		const parent = this.#enclosing(scope);
		const outer = symbols[parent] as Symbol;
		const decorators = this.#items.decoratedBy.get(item.id) ?? [];
		let flags = item.plan.flags;
		let kind = SYMBOL_KINDS[item.kind] as SymbolKind;
		const inClass = (scopes[scope] as Scope).kind === "class";
		if (inClass && kind === "function" && this.#language.methods) kind = "method";
		if (kind === "method" && this.#language.constructors?.includes(item.name)) kind = "constructor";
		if (kind === "method" || kind === "function") {
			for (const name of decorators) {
				const change = this.#language.decoratorKinds?.[name] ?? this.#language.decoratorKinds?.[`*${name.slice(name.lastIndexOf("."))}`];
				if (change === "static" || change === "declaration") flags |= SYMBOL_FLAGS[change];
				else if (change !== undefined && inClass) kind = change;
			}
		}
		if (isValueKind(item)) {
			const { kind: around } = scopes[scope] as Scope;
			if (around !== "file" && around !== "namespace") return;
			if (kind === "variable" && this.#constantNames?.test(item.name)) kind = "constant";
			// the first assignment defines a variable, later ones only change it
			const key = `${scope} ${item.name}`;
			if (this.#variables.has(key)) return;
			this.#variables.add(key);
		}
		const row = symbols.length;
		symbols.push({
			name: item.name,
			qualified: parent === 0 ? item.name : outer.qualified + this.#language.separator + item.name,
			namespace: "",
			signature: signatureOf(this.#text, item.start, item.body, item.end),
			kind,
			parent,
			body: -1,
			startLine: this.#lineOf(item),
			endLine: item.lastRow + 1,
			flags,
			start: item.start,
		});
		this.#owners.set(item.opens, row);
		if (item.plan.bind !== "none") bindings.push({ scope, name: item.name, kind: "symbol", target: row, text: "" });
		for (const base of this.#items.bases.get(item.id) ?? []) {
			this.#out.bases.push({ symbol: row, name: base.name, scope });
		}
	}

	/** From the end backwards, since only the end's row is known when decorators were cut off the start. */
	#lineOf(item: DefinitionItem): number {
		let row = item.lastRow;
		const last = Math.min(item.end, this.#text.length) - 1;
		let at = this.#text.charCodeAt(last) === 10 ? last - 1 : last;
		while ((at = this.#text.lastIndexOf("\n", at)) >= item.start) {
			row--;
			at--;
		}
		return row + 1;
	}

	#openScope(item: ScopeItem): void {
		const { scopes, symbols } = this.#out;
		const parent = this.#at(item.start);
		const symbol = this.#owners.get(item.id) ?? -1;
		const row = scopes.length;
		scopes.push({ kind: SCOPE_CAPTURES[item.kind] as ScopeKind, parent, symbol, end: item.end });
		if (symbol >= 0) (symbols[symbol] as Symbol).body = row;
		this.#open.push(row);
	}

	#place(item: PointItem): void {
		const scope = this.#at(item.start);
		if (item.family === "call") this.#out.calls.push({ item, scope, caller: this.#function(scope) });
		else if (item.family === "export") this.#out.exports.push(item);
		else if (item.family === "import") this.#import(item, scope);
		else if (item.family === "binding") this.#bind(item, scope);
	}

	#import(item: PointItem, scope: number): void {
		const row = this.#out.imports.push(item) - 1;
		// `import a.b.c` binds a; the others bind the local name they give, or the name asked for
		const name = item.kind === PATH_IMPORT ? (firstName(item.module) ?? "") : item.local || item.name;
		if (name !== "") this.#out.bindings.push({ scope, name, kind: "import", target: row, text: "" });
	}

	#bind(item: PointItem, scope: number): void {
		const { scopes, bindings } = this.#out;
		const capture = PRIMARY_CAPTURES.binding[item.kind] as (typeof PRIMARY_CAPTURES.binding)[number];
		const add = (where: number, kind: BindingKind, target: number) =>
			bindings.push({ scope: where, name: item.name, kind, target, text: item.target });
		switch (capture) {
			case "global":
			case "nonlocal": {
				let names = this.#redirects.get(scope);
				if (!names) this.#redirects.set(scope, (names = new Map()));
				names.set(item.name, capture);
				return;
			}
			case "self": {
				const symbol = (scopes[scope] as Scope).symbol;
				if (symbol >= 0) add(scope, "symbol", symbol);
				return;
			}
			case "receiver": {
				const { parent, symbol } = scopes[scope] as Scope;
				const holder = scopes[parent] as Scope | undefined;
				const isMember = holder?.kind === "class" && holder.symbol >= 0 && symbol >= 0;
				const isStatic = isMember && ((this.#out.symbols[symbol] as Symbol).flags & SYMBOL_FLAGS.static) !== 0;
				if (isMember && !isStatic) add(scope, "receiver", holder.symbol);
				else add(scope, "value", -1);
				return;
			}
			case "hoisted": {
				if (this.#boundNames.has(item.id)) return;
				let where = scope;
				while ((scopes[where] as Scope).kind === "block") where = (scopes[where] as Scope).parent;
				add(where, "value", -1);
				return;
			}
			case "value":
				if (!this.#boundNames.has(item.id)) add(scope, "value", -1);
				return;
			default:
				if (this.#boundNames.has(item.id)) return;
				add(scope, BINDING_KINDS[BINDING_KINDS.indexOf(capture)] as BindingKind, -1);
		}
	}

	/** Bindings under a `global` or `nonlocal` statement belong to the scope it names. */
	#redirect(): void {
		if (this.#redirects.size === 0) return;
		const { scopes, bindings } = this.#out;
		const has = new Set(bindings.map((b) => `${b.scope} ${b.name}`));
		for (const binding of bindings) {
			const statement = this.#redirects.get(binding.scope)?.get(binding.name);
			if (statement === undefined) continue;
			let to = 0;
			if (statement === "nonlocal") {
				to = (scopes[binding.scope] as Scope).parent;
				while (to > 0 && ((scopes[to] as Scope).kind === "class" || !has.has(`${to} ${binding.name}`))) {
					to = (scopes[to] as Scope).parent;
				}
			}
			binding.scope = to;
		}
	}

	/** Symbol whose scope encloses; 0 at the top. */
	#enclosing(scope: number): number {
		for (let at = scope; at > 0; at = (this.#out.scopes[at] as Scope).parent) {
			const { symbol } = this.#out.scopes[at] as Scope;
			if (symbol >= 0) return symbol;
		}
		return 0;
	}

	#function(scope: number): number {
		for (let at = scope; at > 0; at = (this.#out.scopes[at] as Scope).parent) {
			const { symbol } = this.#out.scopes[at] as Scope;
			if (symbol >= 0 && FUNCTION_KINDS.includes((this.#out.symbols[symbol] as Symbol).kind)) return symbol;
		}
		return 0;
	}
}

function outerFirst(a: { start: number; end: number }, b: { start: number; end: number }): number {
	return a.start - b.start || b.end - a.end;
}

/** A constant or variable keeps its other bindings (alias, instance): they say what it holds. */
function isValueKind(item: DefinitionItem): boolean {
	const kind = SYMBOL_KINDS[item.kind];
	return kind === "constant" || kind === "variable" || kind === "property";
}
