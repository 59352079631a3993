/**
 * Bindings whose place is known only at the end of the sweep: under Python's `global` and `nonlocal`, by assignment to a
 * name declared elsewhere, and names whose declared type outweighs what is assigned to them.
 */
import { SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import type { BindingKind } from "../units/facts.ts";
import { type Binding, isLexical, type Nested, type Scope, type SymbolDraft } from "./nested.ts";
import type { PatternPlan } from "./plan.ts";

/** What a declared type outweighs. */
const WEAK: readonly BindingKind[] = ["value", "alias", "instance"];
const VARIABLES: readonly SymbolKind[] = SYMBOL_KINDS.filter((kind) => kind === "constant" || kind === "variable");

export type Redirects = ReadonlyMap<number, ReadonlyMap<string, "global" | "nonlocal">>;

/**
 * @param spreads by object's scope: how many of the bindings there were when it last spread another object
 * @returns the bindings that stay, in order, each in its scope; last those of members that may be something else too.
 */
export function settle(nested: Nested, redirects: Redirects, spreads: ReadonlyMap<number, number>): Binding[] {
	const { bindings, scopes } = nested;
	const isLate = bindings.some((b) => b.place === "declaring");
	if (redirects.size > 0 || isLate) {
		const bound = new NameSets();
		for (const b of bindings) if (b.place !== "declaring") bound.add(b);
		for (const b of bindings) {
			if (b.place === "declaring") toDeclaration(b, scopes, bound);
			else if (redirects.size > 0) redirect(b, scopes, redirects, bound);
		}
	}
	const typed = new NameSets();
	const known = new NameSets();
	for (const b of bindings) {
		if (b.place === "typed") typed.add(b);
		if (b.place !== "declared" && b.place !== "dropped") known.add(b);
	}
	const changed = isLate || spreads.size > 0 ? changedMembers(nested, spreads) : [];
	const kept = bindings.filter((b) => {
		if (b.place === "dropped") return false;
		if (b.place === "declared") return !known.has(b.scope, b.name);
		const isWeak = WEAK.includes(b.kind);
		return b.place === "typed" || !isWeak || !typed.has(b.scope, b.name);
	});
	return [...kept, ...changed];
}

/** Unknown values beside the members of objects that a spread overwrites or whose variable is assigned another object. */
function changedMembers({ bindings, scopes, symbols }: Nested, spreads: ReadonlyMap<number, number>): Binding[] {
	const assigned = new NameSets();
	for (const b of bindings) if (b.place === "declaring") assigned.add(b);
	const renewed = new Set<number>();
	for (const b of bindings) {
		if (b.kind !== "symbol" || b.place === "declaring" || !assigned.has(b.scope, b.name)) continue;
		const { kind, body } = symbols[b.target] as SymbolDraft;
		if (VARIABLES.includes(kind) && scopes[body]?.kind === "object") renewed.add(body);
	}
	return bindings.flatMap((b, i) => {
		if (b.place === "dropped" || !(renewed.has(b.scope) || i < (spreads.get(b.scope) ?? 0))) return [];
		return [{ scope: b.scope, name: b.name, kind: "value", target: -1, text: "" } satisfies Binding];
	});
}

class NameSets {
	readonly #byScope: (Set<string> | undefined)[] = [];

	add({ scope, name }: Binding): void {
		let names = this.#byScope[scope];
		if (names === undefined) {
			names = new Set();
			this.#byScope[scope] = names;
		}
		names.add(name);
	}

	has(scope: number, name: string): boolean {
		return this.#byScope[scope]?.has(name) ?? false;
	}
}

function toDeclaration(b: Binding, scopes: readonly Scope[], bound: NameSets): void {
	let at = b.scope;
	while (at > 0 && !(isLexical((scopes[at] as Scope).kind) && bound.has(at, b.name))) at = (scopes[at] as Scope).parent;
	// declared nowhere in this file: an assignment of a function makes a global, of anything else says nothing here
	if (at === 0 && b.kind !== "symbol" && !bound.has(0, b.name)) b.place = "dropped";
	else {
		b.from ??= b.scope;
		b.scope = at;
	}
}

function redirect(b: Binding, scopes: readonly Scope[], redirects: Redirects, bound: NameSets): void {
	const statement = redirects.get(b.scope)?.get(b.name);
	if (statement === undefined) return;
	let to = 0;
	if (statement === "nonlocal") {
		to = (scopes[b.scope] as Scope).parent;
		while (to > 0 && (scopes[to]?.kind === "class" || !bound.has(to, b.name))) to = (scopes[to] as Scope).parent;
	}
	b.scope = to;
}

/** How settle treats what a pattern binds. */
export function placeOf(plan: PatternPlan): Binding["place"] {
	return plan.bind === "declaring" ? "declaring" : undefined;
}
