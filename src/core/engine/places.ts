/** Where names are bound that do not go to the scope around them: hoisted ones, and members given by assignment. */
import type { LanguageDefinition } from "../lang/language.ts";
import { MEMBER_SCOPES } from "../units/facts.ts";
import { type Binding, isLexical, type Nested, receiverOwner, type Scope, type SymbolDraft } from "./nested.ts";
import type { PatternPlan } from "./plan.ts";

export class Places {
	readonly #scopes: Scope[];
	readonly #symbols: SymbolDraft[];
	readonly #language: LanguageDefinition;
	/** What each scope binds so far, by name: the symbol, -1 for anything else. */
	readonly #names: (Map<string, number> | undefined)[] = [];
	/** Scopes made for members that are assigned, by symbol. */
	readonly #memberScopes = new Map<number, number>();
	/** A declaration whose names are bound in the nearest function: in this scope, as far as this. */
	hoists = { end: 0, scope: 0 };

	constructor(nested: Nested, language: LanguageDefinition) {
		this.#scopes = nested.scopes;
		this.#symbols = nested.symbols;
		this.#language = language;
	}

	note({ scope, name, kind, target }: Binding): void {
		let names = this.#names[scope];
		if (names === undefined) {
			names = new Map();
			this.#names[scope] = names;
		}
		if (kind === "symbol") names.set(name, target);
		else if (!names.has(name)) names.set(name, -1);
	}

	#name(scope: number, name: string): number | undefined {
		return this.#names[scope]?.get(name);
	}

	/** The nearest scope around a block. */
	hoisted(scope: number): number {
		let at = scope;
		while ((this.#scopes[at] as Scope).kind === "block") at = (this.#scopes[at] as Scope).parent;
		return at;
	}

	/** Where a name goes that a pattern binds at `start` in `scope`. */
	of(scope: number, start: number, name: string, plan: PatternPlan): number {
		if (plan.bind === "hoisted" || (start < this.hoists.end && scope === this.hoists.scope)) return this.hoisted(scope);
		if (plan.bind !== "declaring") return scope;
		for (let at = scope; at >= 0; at = (this.#scopes[at] as Scope).parent) {
			if (isLexical((this.#scopes[at] as Scope).kind) && this.#name(at, name) !== undefined) return at;
		}
		return scope;
	}

	/**
	 * The symbol and the scope that members assigned to `path` belong to; undefined when it is not in sight.
	 * @param name the member: with `path` it may be the module object itself, which then is assigned as a whole
	 */
	home(path: string, from: number, name = ""): { symbol: number; scope: number; isWhole?: boolean } | undefined {
		const scopes = this.#scopes;
		const symbols = this.#symbols;
		const { moduleObjects = [], self = [], prototype } = this.#language;
		const isWhole = moduleObjects.includes(`${path}.${name}`);
		if (isWhole || moduleObjects.includes(path)) return { symbol: 0, scope: this.#members(0, 0), isWhole };
		const parts = path.split(".");
		if (parts.length > 1 && parts.at(-1) === prototype) parts.pop();
		let symbol = -1;
		if (self.includes(parts[0] as string)) symbol = receiverOwner(scopes, symbols, from);
		else {
			for (let at = from; at >= 0; at = (scopes[at] as Scope).parent) {
				const found = isLexical((scopes[at] as Scope).kind) ? this.#name(at, parts[0] as string) : undefined;
				if (found === undefined) continue;
				symbol = found;
				break;
			}
		}
		for (let i = 1; i < parts.length && symbol >= 0; i++) {
			symbol = this.#name(this.#members(symbol, from), parts[i] as string) ?? -1;
		}
		return symbol < 0 ? undefined : { symbol, scope: this.#members(symbol, from) };
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
