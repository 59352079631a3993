/**
 * Bindings whose place is known only at the end of the sweep: under Python's `global` and `nonlocal`, by assignment to a
 * name declared elsewhere, and names whose declared type outweighs what is assigned to them.
 */
import { type Binding, isLexical, type Scope } from "./nested.ts";

export type Redirects = ReadonlyMap<number, ReadonlyMap<string, "global" | "nonlocal">>;

/** @returns the bindings that stay, in order, each in its scope. */
export function settle(bindings: Binding[], scopes: readonly Scope[], redirects: Redirects): Binding[] {
	const key = (scope: number, name: string) => `${scope} ${name}`;
	let special = redirects.size > 0;
	const has = new Set<string>();
	for (const b of bindings) {
		if (b.place === "declaring") special = true;
		else has.add(key(b.scope, b.name));
		if (b.place !== undefined) special = true;
	}
	if (!special) return bindings;
	for (const b of bindings) {
		if (b.place === "declaring") {
			let at = b.scope;
			while (at > 0 && !(isLexical((scopes[at] as Scope).kind) && has.has(key(at, b.name)))) {
				at = (scopes[at] as Scope).parent;
			}
			// declared nowhere in this file: an assignment of a function makes a global, of anything else says nothing here
			if (at === 0 && b.kind !== "symbol" && !has.has(key(0, b.name))) b.place = "dropped";
			else {
				b.from ??= b.scope;
				b.scope = at;
			}
			continue;
		}
		const statement = redirects.get(b.scope)?.get(b.name);
		if (statement === undefined) continue;
		let to = 0;
		if (statement === "nonlocal") {
			to = (scopes[b.scope] as Scope).parent;
			while (to > 0 && (scopes[to]?.kind === "class" || !has.has(key(to, b.name)))) to = (scopes[to] as Scope).parent;
		}
		b.scope = to;
	}
	const typed = new Set<string>();
	const known = new Set<string>();
	for (const b of bindings) {
		if (b.place === "typed") typed.add(key(b.scope, b.name));
		if (b.place !== "declared" && b.place !== "dropped") known.add(key(b.scope, b.name));
	}
	return bindings.filter((b) => {
		if (b.place === "dropped") return false;
		if (b.place === "declared") return !known.has(key(b.scope, b.name));
		const weak = b.kind === "value" || b.kind === "alias" || b.kind === "instance";
		return b.place === "typed" || !weak || !typed.has(key(b.scope, b.name));
	});
}
