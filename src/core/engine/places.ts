/** Where names are bound that do not go to the scope around them: hoisted ones, and members given by assignment. */
import type { LanguageDefinition } from "../lang/language.ts";
import { MEMBER_SCOPES, type ScopeKind } from "../units/facts.ts";
import { type Binding, isLexical, type Nested, receiverOwner, type Scope, type SymbolDraft } from "./nested.ts";
import type { PatternPlan } from "./plan.ts";

/** Scopes inside a function's own. */
const INNER: readonly ScopeKind[] = ["block", "narrow"];

export class Places {
	readonly #scopes: Scope[];
	readonly #symbols: SymbolDraft[];
	readonly #language: LanguageDefinition;
	/** What each scope binds so far, by name: the symbol (of a receiver its class), -1 for anything else. */
	readonly #names: (Map<string, number> | undefined)[] = [];
	/** What a name stands for, by scope and name. */
	readonly #aliases = new Map<string, string>();
	/** Scopes made for members that are assigned, by symbol. */
	readonly #memberScopes = new Map<number, number>();
	/** A declaration whose names are bound in the nearest function: in this scope, as far as this. */
	hoists = { end: 0, scope: 0 };

	constructor(nested: Nested, language: LanguageDefinition) {
		this.#scopes = nested.scopes;
		this.#symbols = nested.symbols;
		this.#language = language;
	}

	note({ scope, name, kind, target, text, place }: Binding): void {
		// an assignment declares nothing; of a function it makes a global
		if (place === "declaring" && kind !== "symbol") return;
		let names = this.#names[scope];
		if (names === undefined) {
			names = new Map();
			this.#names[scope] = names;
		}
		if (kind === "symbol" || kind === "receiver") names.set(name, target);
		else if (!names.has(name)) names.set(name, -1);
		if (kind === "alias") this.#aliases.set(`${scope} ${name}`, text);
	}

	#name(scope: number, name: string): number | undefined {
		return this.#names[scope]?.get(name);
	}

	/** The nearest scope around a block. */
	hoisted(scope: number): number {
		let at = scope;
		while (INNER.includes((this.#scopes[at] as Scope).kind)) at = (this.#scopes[at] as Scope).parent;
		return at;
	}

	/** Where a name goes that a pattern binds at `start` in `scope`. */
	of(scope: number, start: number, name: string, plan: PatternPlan): number {
		if (plan.bind === "hoisted" || (start < this.hoists.end && scope === this.hoists.scope)) return this.hoisted(scope);
		if (plan.bind !== "declaring") return scope;
		const at = this.#bound(scope, name);
		return at < 0 ? scope : at;
	}

	/**
	 * The symbol and the scope that members assigned to `path` belong to; undefined when it is not in sight.
	 * @param name the member: with `path` it may be the module object itself, which then is assigned as a whole
	 */
	home(path: string, from: number, name = ""): { symbol: number; scope: number; isWhole?: boolean } | undefined {
		const { moduleObjects = [], self = [] } = this.#language;
		const parts = path.split(".");
		const first = parts[0] as string;
		const isSelf = self.includes(first);
		const at = isSelf ? -1 : this.#bound(from, first);
		const isWhole = moduleObjects.includes(`${path}.${name}`);
		if (at < 0 && (isWhole || moduleObjects.includes(path))) return { symbol: 0, scope: this.#members(0, 0), isWhole };
		const symbol = isSelf ? receiverOwner(this.#scopes, this.#symbols, from) : this.#symbol(at, first, 0);
		const owner = this.#member(symbol, parts, from);
		return owner < 0 ? undefined : { symbol: owner, scope: this.#members(owner, from) };
	}

	/** The nearest scope that binds a name, -1. */
	#bound(from: number, name: string): number {
		for (let at = from; at >= 0; at = (this.#scopes[at] as Scope).parent) {
			if (isLexical((this.#scopes[at] as Scope).kind) && this.#name(at, name) !== undefined) return at;
		}
		return -1;
	}

	/** The symbol that a name bound in a scope means, seen through a few aliases (`const proto = Type.prototype`). */
	#symbol(scope: number, name: string, depth: number): number {
		if (scope < 0) return -1;
		const path = this.#aliases.get(`${scope} ${name}`)?.split(".");
		if (path !== undefined && depth < 4) {
			const first = path[0] as string;
			const seen = this.#member(this.#symbol(this.#bound(scope, first), first, depth + 1), path, scope);
			if (seen >= 0) return seen;
		}
		return this.#name(scope, name) ?? -1;
	}

	/** What is reached from a symbol by all names of a path but the first. */
	#member(symbol: number, path: readonly string[], from: number): number {
		let at = symbol;
		for (let i = 1; i < path.length && at >= 0; i++) {
			if (i === path.length - 1 && path[i] === this.#language.prototype) return at;
			at = this.#name(this.#members(at, from), path[i] as string) ?? -1;
		}
		return at;
	}

	/** The scope of a symbol's members, made when it has none: a function's own scope holds its locals. */
	#members(symbol: number, around: number): number {
		const scopes = this.#scopes;
		const symbols = this.#symbols;
		const { body } = symbols[symbol] as SymbolDraft;
		if (symbol > 0 && body >= 0 && MEMBER_SCOPES.includes((scopes[body] as Scope).kind)) return body;
		let row = this.#memberScopes.get(symbol);
		if (row === undefined) {
			row = scopes.push({ kind: "object", parent: around, symbol, end: -1 }) - 1;
			this.#memberScopes.set(symbol, row);
		}
		return row;
	}
}
