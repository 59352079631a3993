/** Bindings that a type gives: of what is declared, and of names where a test says what they are. */
import type { LanguageDefinition } from "../lang/language.ts";
import type { BindingKind } from "../units/facts.ts";
import type { ScopeItem } from "./collect.ts";
import type { Binding, Scope } from "./nested.ts";
import { namesOfType } from "./type-expression.ts";

export interface Typed {
	kind: BindingKind;
	/** "" for a value of no known type. */
	text: string;
}

/** @param type as written */
export function typed(type: string, { types }: LanguageDefinition): Typed[] {
	const names = type === "" ? [] : namesOfType(type, types ?? {});
	if (names.length === 0 || names.includes("")) return [{ kind: "value", text: "" }];
	const kind = names.length === 1 ? "instance" : "either";
	return names.map((text) => ({ kind, text }));
}

/** The narrow scopes of a file, and what they say when nothing else is assigned to the name in them. */
export class Narrowing {
	readonly #language: LanguageDefinition;
	readonly #scopes: readonly Scope[];
	readonly #bindings = new Map<number, Binding[]>();

	constructor(language: LanguageDefinition, scopes: readonly Scope[]) {
		this.#language = language;
		this.#scopes = scopes;
	}

	/** @returns what is bound in it. */
	open(scope: number, { name, type, target }: ScopeItem): readonly Binding[] {
		const from = (this.#scopes[scope] as Scope).parent;
		const said: Typed[] = target === "" ? typed(type, this.#language) : [{ kind: "alias", text: target }];
		const bindings = said.map(({ kind, text }): Binding => ({ scope, name, kind, target: -1, text, from }));
		this.#bindings.set(scope, bindings);
		return bindings;
	}

	/** A name that a test says more of is one of several only where no test does. */
	settle(bindings: readonly Binding[]): void {
		if (this.#bindings.size === 0) return;
		const either = new Map<string, Binding[]>();
		for (const binding of bindings) {
			if (binding.kind !== "either" || this.#bindings.has(binding.scope)) continue;
			const key = `${binding.scope} ${binding.name}`;
			const list = either.get(key);
			if (list) list.push(binding);
			else either.set(key, [binding]);
		}
		if (either.size === 0) return;
		for (const [scope, [narrowed]] of this.#bindings) {
			if (narrowed === undefined || narrowed.kind === "alias") continue;
			for (let at = (this.#scopes[scope] as Scope).parent; at >= 0; at = (this.#scopes[at] as Scope).parent) {
				const found = either.get(`${at} ${narrowed.name}`);
				for (const binding of found ?? []) binding.kind = "tested";
				if (found) break;
			}
		}
	}

	/** Something is bound to a name while those scopes are open. */
	bound({ scope, name }: Binding, open: readonly number[]): void {
		if (this.#bindings.size === 0) return;
		for (let i = open.length - 1; i >= 0 && open[i] !== scope; i--) {
			for (const binding of this.#bindings.get(open[i] as number) ?? []) {
				if (binding.name === name) binding.place = "dropped";
			}
		}
	}
}
