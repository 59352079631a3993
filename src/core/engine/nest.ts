/**
 * Items → tables: one sweep over the file in source order that keeps the open scopes on a stack. It decides what encloses
 * what, who owns a call, which name is bound where; lexical lookup (lookup.ts) runs after it, when every binding is known.
 */

import { PRIMARY_CAPTURES } from "../lang/captures.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { BINDING_KINDS, type BindingKind, IMPORT_KINDS, type ScopeKind } from "../units/facts.ts";
import {
	type DefinitionItem,
	IMPORT_FROM,
	type Items,
	isValueKind,
	OBJECT_OF,
	outerFirst,
	type PointItem,
	type ScopeItem,
} from "./collect.ts";
import { decorated, lineOf, skipDecorators } from "./decorators.ts";
import { Exports } from "./exports.ts";
import { ModuleObject } from "./module-object.ts";
import {
	type Binding,
	declaring,
	emptyNested,
	enclosing,
	functionAround,
	isLexical,
	type Nested,
	receiverParameter,
	type Scope,
	type SymbolDraft,
} from "./nested.ts";
import { Places } from "./places.ts";
import { placeOf, settle } from "./settle.ts";
import { firstName, signatureOf } from "./strings.ts";
import { Narrowing, typed } from "./typed.ts";

const SCOPE_CAPTURES = PRIMARY_CAPTURES.scope as readonly ScopeKind[];
const PATH_IMPORT = IMPORT_KINDS.indexOf("path");
/** Bindings that may stand on a definition's own name. */
const OWN_NAMES: readonly string[] = ["global", "nonlocal", "self"];
/** A module's whole value among its exports, as TypeScript names it. */
const WHOLE = "export=";

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
	readonly #places: Places;
	readonly #constantNames: RegExp | undefined;
	/** A declaration whose variables are constants: in this scope, as far as this. */
	#constants = { end: 0, scope: 0 };
	readonly #exports: Exports;
	/** Definitions that are the module's whole value. */
	readonly #wholes = new Set<number>();
	/** The definition begun last. */
	#last = { row: -1, end: -1 };
	/** `global` and `nonlocal` statements: scope → name → where its bindings go. */
	readonly #redirects = new Map<number, Map<string, "global" | "nonlocal">>();
	/** By object's scope: how many bindings there were when it last spread another object. */
	readonly #spreads = new Map<number, number>();
	readonly #moduleObject: ModuleObject;
	/** Methods whose first parameter is the class. */
	readonly #ofClass = new Set<number>();
	readonly #narrowing: Narrowing;
	/** What is bound as far as this, in this scope, stands in a branch of a statement. */
	#branch = { end: 0, scope: 0 };
	readonly #out: Nested;

	constructor(items: Items, text: string, lines: number, language: LanguageDefinition) {
		this.#items = items;
		this.#text = text;
		this.#language = language;
		this.#constantNames = language.constantNames === undefined ? undefined : new RegExp(language.constantNames, "u");
		this.#out = emptyNested(lines);
		this.#places = new Places(this.#out, language);
		this.#narrowing = new Narrowing(language, this.#out.scopes);
		this.#exports = new Exports(this.#out.exports);
		this.#moduleObject = new ModuleObject(language.moduleObjects ?? []);
	}

	run(): Nested {
		const { definitions, scopes, points, decorators } = this.#items;
		if (decorators.size > 0) for (const item of definitions) skipDecorators(item, decorators, this.#text);
		for (const item of points) if (item.family === "import" && item.localId !== 0) this.#boundNames.add(item.localId);
		definitions.sort(outerFirst);
		for (let i = definitions.length - 1, next = Number.POSITIVE_INFINITY; i >= 0; i--) {
			const item = definitions[i] as DefinitionItem;
			item.isFull = next < item.end;
			if (!isValueKind(item)) next = item.start;
			item.next = next;
			if (item.nameId !== 0 && this.#saysWhatItHolds(item)) this.#boundNames.add(item.nameId);
		}
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
				const next =
					order < 0 || (order === 0 && (definition?.opens === scope?.id || definition?.id === scope?.id))
						? definition
						: scope;
				if (next === undefined || next.start > until) return;
				if (next === definition) {
					this.#define(definition);
					d++;
				} else {
					s++;
					if (this.#counts(scope as ScopeItem, definition)) this.#openScope(scope as ScopeItem);
				}
			}
		};
		for (const point of points) {
			drain(point.start);
			this.#point(point);
		}
		drain(Number.POSITIVE_INFINITY);
		this.#moduleObject.settle();
		this.#narrowing.settle(this.#out.bindings);
		this.#out.bindings = settle(this.#out, this.#redirects, this.#spreads);
		return this.#out;
	}

	/** The innermost scope open at an offset. */
	#at(start: number): number {
		const open = this.#open;
		while (open.length > 1 && (this.#out.scopes[open[open.length - 1] as number] as Scope).end <= start) open.pop();
		return open[open.length - 1] as number;
	}

	#define(item: DefinitionItem): void {
		const { symbols, scopes } = this.#out;
		const known = this.#owners.get(item.opens);
		if (known !== undefined) {
			// `const f = function g() {}` is one definition, by its outer name, which the module object has none of
			const symbol = symbols[known] as SymbolDraft;
			if (this.#wholes.has(known)) {
				symbol.name = item.name;
				symbol.qualified = [...this.#outside(symbol.parent), item.name].join(this.#language.separator);
			}
			return;
		}
		const around = declaring(this.#out.scopes, this.#at(item.start));
		const home = item.owner === "" ? undefined : this.#places.home(item.owner, around, item.name);
		const scope =
			home?.scope ?? (item.plan.bind === "file" ? 0 : this.#places.of(around, item.start, item.name, item.plan));
		const parent = home?.symbol ?? enclosing(this.#out, scope);
		const bound = item.plan.bind !== "none" && (item.owner === "" || home !== undefined);
		// what is assigned to is not in sight: the name says where it goes
		const path =
			bound || firstName(item.owner) === undefined
				? []
				: item.owner.split(".").filter((part) => !this.#language.self?.includes(part));
		const prefix = this.#outside(parent);
		let kind = SYMBOL_KINDS[item.kind] as SymbolKind;
		const { kind: holder, symbol: holds } = scopes[scope] as Scope;
		const inClass = (holder === "class" || holder === "object") && holds !== 0;
		if (inClass && kind === "function" && this.#language.methods) kind = "method";
		if (kind === "method" && this.#language.constructors?.includes(item.name)) kind = "constructor";
		const by = decorated(this.#language, this.#items.decoratedBy.get(item.id) ?? [], item.name, kind, inClass);
		kind = by.kind;
		if (isValueKind(item)) {
			const isMember = home !== undefined || holder === "class" || holder === "object";
			const isObject = item.opens !== item.id;
			if (isMember ? isObject && !item.isFull : kind === "property" && item.owner === "") return;
			const isLocal = holder !== "file" && holder !== "namespace" && home === undefined;
			if (isLocal && !(isObject && item.isFull)) return;
			const isConstant = item.start < this.#constants.end && around === this.#constants.scope;
			if (kind === "variable" && (isConstant || this.#constantNames?.test(item.name))) kind = "constant";
			// the first assignment defines a variable, later ones only change it
			const key = `${scope} ${item.name}`;
			if (this.#variables.has(key)) return;
			this.#variables.add(key);
		}
		const row = symbols.length;
		symbols.push({
			name: item.name,
			qualified: [...prefix, ...path, item.name].join(this.#language.separator),
			namespace: "",
			signature: signatureOf(this.#text, item.from, item.body, item.end),
			kind,
			parent,
			body: -1,
			startLine: lineOf(item, this.#text),
			endLine: item.lastRow + 1,
			flags: item.plan.flags | by.flags,
			owner: bound && (holder === "class" || holder === "object") ? holds : -1,
		});
		if (by.isOfClass) this.#ofClass.add(row);
		this.#owners.set(item.opens, row);
		this.#last = { row, end: item.end };
		if (this.#language.moduleObjects?.includes(`${item.owner}.${item.name}`)) this.#wholes.add(row);
		if (bound) {
			this.#exports.declared(item.name, item.start, around);
			const name = home?.isWhole ? WHOLE : item.name;
			const isBranch = this.#isBranch(item.start, around);
			const place = placeOf(item.plan);
			const added = this.#add({ scope, name, kind: "symbol", target: row, text: "", isBranch, place });
			if (home?.symbol === 0) this.#moduleObject.member(added, item);
		}
		for (const base of this.#items.bases.get(item.id) ?? []) {
			this.#out.bases.push({ symbol: row, name: base.name, scope });
		}
	}

	/** What a qualified name begins with. */
	#outside(parent: number): string[] {
		return parent === 0 ? [] : [(this.#out.symbols[parent] as SymbolDraft).qualified];
	}

	/**
	 * Else the name's other bindings (alias, instance) do: those of a constant or variable, unless its own scope says it,
	 * and of a type that is another one's name.
	 */
	#saysWhatItHolds(item: DefinitionItem): boolean {
		if (isValueKind(item)) return item.opens !== item.id && item.isFull;
		return !this.#language.typeOnlyKinds?.includes(SYMBOL_KINDS[item.kind] as SymbolKind);
	}

	/** An object literal without functions that belongs to nothing holds no names. */
	#counts(item: ScopeItem, next: DefinitionItem | undefined): boolean {
		const kind = SCOPE_CAPTURES[item.kind];
		if (kind === "block") {
			// a function's body needs no scope beside the function's own
			const around = this.#out.scopes[this.#at(item.start)] as Scope;
			return (around.kind !== "function" && around.kind !== "arrow") || around.end !== item.end;
		}
		if (kind !== "object") return true;
		return item.owner !== "" || this.#owners.has(item.id) || (next !== undefined && next.next < item.end);
	}

	#openScope(item: ScopeItem): void {
		const { scopes, symbols } = this.#out;
		const parent = this.#at(item.start);
		const owned = this.#owners.get(item.id) ?? -1;
		const symbol = owned < 0 && item.owner !== "" ? (this.#places.home(item.owner, parent)?.symbol ?? -1) : owned;
		if (symbol === 0) this.#moduleObject.assigned(item.owner, item.start);
		const row = scopes.length;
		scopes.push({ kind: SCOPE_CAPTURES[item.kind] as ScopeKind, parent, symbol, end: item.end });
		if (owned >= 0) (symbols[owned] as SymbolDraft).body = row;
		this.#open.push(row);
		if (item.name !== "") for (const binding of this.#narrowing.open(row, item)) this.#add(binding);
	}

	#point(item: PointItem): void {
		const inner = this.#at(item.start);
		const scope = declaring(this.#out.scopes, inner);
		if (item.family === "declares") {
			const until = { end: item.end, scope };
			const what = PRIMARY_CAPTURES.declares[item.kind];
			if (what === "branch") {
				if (!this.#isBranch(item.start, scope)) this.#branch = until;
			} else if (what === "hoisted") this.#places.hoists = until;
			else if (what === "constant") this.#constants = until;
			else this.#exports.declaration = item;
		} else if (item.family === "call") {
			this.#out.calls.push({ item, scope: inner, caller: functionAround(this.#out, scope) });
			if (!item.receiver.startsWith(OBJECT_OF)) return;
			const written = { kind: "instance", text: item.receiver.slice(OBJECT_OF.length) } as const;
			for (const { kind, text } of item.type === "" ? [written] : typed(item.type, this.#language))
				this.#add({ scope, name: item.receiver, kind, target: -1, text, from: inner });
		} else if (item.family === "export") this.#exports.add(item, scope);
		else if (item.family === "import") this.#import(item, scope);
		else if (item.family === "binding") this.#bind(item, scope, inner);
	}

	#isBranch(start: number, scope: number): boolean {
		return start < this.#branch.end && scope === this.#branch.scope;
	}

	#import(item: PointItem, scope: number): void {
		if (item.kind === IMPORT_FROM) {
			this.#exports.from = item;
			return;
		}
		if (item.module === "") item.module = this.#exports.moduleAt(item.start);
		const row = this.#out.imports.push(item) - 1;
		// `import a.b.c` binds a; the others bind the local name they give, or the name asked for
		const name = item.kind === PATH_IMPORT ? (firstName(item.module) ?? "") : item.local || item.name;
		if (name === "") return;
		if (item.owner === "")
			this.#add({
				scope: this.#places.of(scope, item.start, name, item.plan),
				name,
				kind: "import",
				target: row,
				text: "",
				isBranch: this.#isBranch(item.start, scope),
			});
		else {
			const home = this.#places.home(item.owner, scope, name);
			if (home === undefined) return;
			const as = home.isWhole ? WHOLE : name;
			const added = this.#add({ scope: home.scope, name: as, kind: "import", target: row, text: "" });
			if (home.symbol === 0) this.#moduleObject.member(added, item);
		}
	}

	/** @param inner where what the name stands for is written: `scope`, or a narrow one in it */
	#bind(item: PointItem, scope: number, inner: number): void {
		const { scopes } = this.#out;
		const capture = PRIMARY_CAPTURES.binding[item.kind] as (typeof PRIMARY_CAPTURES.binding)[number];
		if (item.plan.bind === "member" && (scopes[scope] as Scope).kind !== "object") return;
		if (this.#boundNames.has(item.localId || item.id) && !OWN_NAMES.includes(capture)) return;
		const add = (
			where: number,
			kind: BindingKind,
			target: number,
			place: Binding["place"] = placeOf(item.plan),
			text = item.target,
		) => {
			const home = item.owner === "" ? undefined : this.#places.home(item.owner, where, item.name);
			if (item.owner !== "" && home === undefined) return;
			this.#exports.declared(item.name, item.start, where);
			const at = home?.scope ?? this.#places.of(where, item.start, item.name, item.plan);
			const name = home?.isWhole ? WHOLE : item.name;
			const from = where === scope ? inner : where;
			const added = this.#add({ scope: at, name, kind, target, text, from, place });
			if (home?.symbol === 0) this.#moduleObject.member(added, item);
			else if (item.owner === "") this.#moduleObject.renewed(item.name);
		};
		const addTyped = () => {
			for (const { kind, text } of typed(item.type, this.#language))
				if (capture !== "type") add(scope, kind, -1, "typed", text);
				else if (kind !== "value") add(scope, "type", -1, undefined, text);
		};
		switch (capture) {
			case "global":
			case "nonlocal": {
				let names = this.#redirects.get(scope);
				if (names === undefined) {
					names = new Map();
					this.#redirects.set(scope, names);
				}
				names.set(item.name, capture);
				return;
			}
			case "self": {
				const { symbol } = scopes[scope] as Scope;
				// a class's own name is bound around its body: the definition that was just begun
				const own = symbol >= 0 ? symbol : this.#last.end > item.start ? this.#last.row : -1;
				if (own >= 0) add(scope, "symbol", own);
				return;
			}
			case "receiver": {
				const is = receiverParameter(this.#out, scope, this.#ofClass);
				if (is !== undefined) add(scope, is.kind, is.target);
				else if (item.type === "") add(scope, "value", -1);
				else addTyped();
				return;
			}
			case "spread":
				if ((scopes[scope] as Scope).kind === "object" && (scopes[scope] as Scope).end === item.end)
					this.#spreads.set(scope, this.#out.bindings.length);
				return;
			case "none":
				return;
			case "hoisted":
				add(this.#places.hoisted(scope), "value", -1);
				return;
			case "value":
			case "declared":
				add(scope, "value", -1, capture === "declared" ? "declared" : undefined);
				return;
			case "type":
			case "typed":
				addTyped();
				return;
			case "result":
				add(scope, "alias", -1);
				return;
			default:
				add(scope, BINDING_KINDS[BINDING_KINDS.indexOf(capture)] as BindingKind, item.plan.flags || -1);
		}
	}

	#add(binding: Binding): Binding {
		this.#out.bindings.push(binding);
		this.#places.note(binding);
		if (isLexical((this.#out.scopes[binding.scope] as Scope).kind)) this.#narrowing.bound(binding, this.#open);
		return binding;
	}
}
