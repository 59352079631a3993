/**
 * Lexical lookup: what the first name of each call, alias and base means in the scopes around it. Done in the worker and
 * stored, so linking touches only what crosses files.
 */
import type { LanguageDefinition } from "../lang/language.ts";
import { OWN_TYPE, RESULTS, TYPED_KINDS, type ViaKind, withoutMarks } from "../units/facts.ts";
import { BEHIND, OBJECT_OF } from "./collect.ts";
import { type Binding, type Nested, receiverOwner, type Scope, type SymbolDraft } from "./nested.ts";
import { firstName } from "./strings.ts";

export interface Found {
	via: ViaKind;
	/** binding: index of the run's first binding in sorted order; self, super: symbol row. */
	target: number;
}

export const OPAQUE: Found = { via: "opaque", target: -1 };
const FREE: Found = { via: "free", target: -1 };

export class Lookup {
	readonly #scopes: Scope[];
	readonly #language: LanguageDefinition;
	/** By scope, then by first use of the name; rows of one scope and name are a run. */
	readonly bindings: readonly Binding[];
	readonly #symbols: SymbolDraft[];
	/** First index of a run by scope and name. */
	readonly #runs: (Map<string, number> | undefined)[] = [];
	#blocks: Map<string, Map<string, boolean>> | undefined;

	constructor(nested: Nested, language: LanguageDefinition) {
		this.#scopes = nested.scopes;
		this.#symbols = nested.symbols;
		this.#language = language;
		this.bindings = this.#inRuns(nested.bindings);
	}

	/** By scope, each binding once; counted into place, since sorting cost as much as all the rest of this file. */
	#inRuns(bindings: readonly Binding[]): Binding[] {
		const ends = new Uint32Array(this.#scopes.length + 1);
		for (const b of bindings) (ends[b.scope + 1] as number)++;
		for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] as number) + (ends[i - 1] as number);
		const grouped = new Array<Binding>(bindings.length);
		const next = ends.slice();
		for (const b of bindings) grouped[(next[b.scope] as number)++] = b;
		const out: Binding[] = [];
		for (let scope = 0; scope < this.#scopes.length; scope++) {
			const from = ends[scope] as number;
			const to = ends[scope + 1] as number;
			if (from < to) this.#runs[scope] = addRuns(grouped, from, to, out);
		}
		return out;
	}

	/** @param types whether a name that is only a type may be meant. */
	name(name: string, scope: number, types = false): Found {
		for (let at = scope; at >= 0; at = (this.#scopes[at] as Scope).parent) {
			const { kind } = this.#scopes[at] as Scope;
			if (kind === "object" || (kind === "class" && !this.#sees(at, scope))) continue;
			const run = this.#runs[at]?.get(name);
			if (run !== undefined && (types || !this.#isTypeOnly(run)))
				return this.#isUnknown(run) ? OPAQUE : { via: "binding", target: run };
			if (kind === "namespace" && this.#isInOtherBlock(at, name, types)) return OPAQUE;
		}
		return FREE;
	}

	path(path: string, scope: number, types = false): Found {
		if (path.startsWith(OBJECT_OF)) return this.name(path, scope);
		if (path.startsWith(BEHIND)) return this.path(path.slice(BEHIND.length), scope);
		if (path === OWN_TYPE) return this.self(scope, "self");
		if (this.#language.super?.includes(path)) return this.self(scope, "super");
		const first = firstName(path);
		if (first === undefined) return OPAQUE;
		return this.#language.self?.includes(first)
			? this.self(scope, "self")
			: this.name(first, scope, types && first === path);
	}

	/** What the current object, or its base, has its members from. */
	self(scope: number, via: "self" | "super"): Found {
		const target = receiverOwner(this.#scopes, this.#symbols, scope);
		return target < 0 ? OPAQUE : { via, target };
	}

	#sees(at: number, from: number): boolean {
		return this.#language.bareMembers === "inside" || (this.#language.bareMembers === "body" && at === from);
	}

	/** A namespace may be written in several blocks, and what they share stands before what is around them. */
	#isInOtherBlock(at: number, name: string, types: boolean): boolean {
		const path = this.#pathOf(at);
		for (let end = path.length; end > 0; end = path.lastIndexOf(this.#language.separator, end - 1)) {
			const isValue = this.#namespaces().get(path.slice(0, end))?.get(name);
			if (isValue !== undefined && (types || isValue)) return true;
		}
		return false;
	}

	#pathOf(namespace: number): string {
		const { symbol } = this.#scopes[namespace] as Scope;
		return symbol < 0 ? "" : (this.#symbols[symbol] as SymbolDraft).qualified;
	}

	/** By qualified name of a namespace: the names in all its blocks, and whether one is more than a type. */
	#namespaces(): Map<string, Map<string, boolean>> {
		if (this.#blocks !== undefined) return this.#blocks;
		this.#blocks = new Map();
		for (const [at, { kind }] of this.#scopes.entries()) {
			if (kind !== "namespace") continue;
			const path = this.#pathOf(at);
			const names = this.#blocks.get(path) ?? new Map<string, boolean>();
			this.#blocks.set(path, names);
			for (const [name, run] of this.#runs[at] ?? []) names.set(name, names.get(name) || !this.#isTypeOnly(run));
		}
		return this.#blocks;
	}

	#isUnknown(run: number): boolean {
		return (this.bindings[run] as Binding).kind === "value" && this.#sameRun(run, run + 1) === undefined;
	}

	#isTypeOnly(run: number): boolean {
		const kinds = this.#language.typeOnlyKinds;
		if (kinds === undefined) return false;
		let at: Binding | undefined = this.bindings[run];
		for (let i = run + 1; at !== undefined; i++) {
			if (at.kind === "type") {
				at = this.#sameRun(run, i);
				continue;
			}
			if (at.kind !== "symbol" || !kinds.includes((this.#symbols[at.target] as SymbolDraft).kind)) return false;
			at = this.#sameRun(run, i);
		}
		return true;
	}

	#sameRun(run: number, at: number): Binding | undefined {
		const first = this.bindings[run] as Binding;
		const b = this.bindings[at];
		return b !== undefined && b.scope === first.scope && b.name === first.name ? b : undefined;
	}

	/**
	 * Which bindings can be reached: those of scopes that other files see, and the runs that `found` leads to.
	 * @returns the row that each binding gets, -1 for those left out.
	 */
	reach(found: readonly Found[]): Int32Array {
		const kept = new Uint8Array(this.bindings.length);
		for (let i = 0; i < kept.length; i++) if (this.#isPublic(i)) this.#reachRun(i, kept);
		for (const { via, target } of found) if (via === "binding") this.#reachRun(target, kept);
		const rows = new Int32Array(kept.length).fill(-1);
		let row = 0;
		for (let i = 0; i < kept.length; i++) if (kept[i] === 1) rows[i] = row++;
		return rows;
	}

	/** What an alias or an instance is made from. */
	root({ kind, text, from, scope }: Binding): Found {
		if (kind === "alias") return this.path(text, from ?? scope);
		if (!TYPED_KINDS.includes(kind)) return FREE;
		return this.path(withoutMarks(text), from ?? scope, true);
	}

	#isPublic(at: number): boolean {
		const { scope, name } = this.bindings[at] as Binding;
		const { kind, symbol } = this.#scopes[scope] as Scope;
		if (kind === "function" || kind === "arrow") return symbol >= 0 && RESULTS.includes(name);
		return kind === "file" || kind === "class" || kind === "namespace" || (kind === "object" && symbol >= 0);
	}

	/** Chains of aliases are as long as the file's author wished: a queue, not the stack. */
	#reachRun(run: number, kept: Uint8Array): void {
		const queue = [run];
		for (let first = queue.pop(); first !== undefined; first = queue.pop()) {
			for (let i = first; kept[i] === 0 && (i === first || this.#sameRun(first, i) !== undefined); i++) {
				kept[i] = 1;
				const { via, target } = this.root(this.bindings[i] as Binding);
				if (via === "binding") queue.push(target);
			}
		}
	}
}

/** The bindings of one scope, those of a name together. @returns the index in `out` where each name's begin. */
function addRuns(grouped: readonly Binding[], from: number, to: number, out: Binding[]): Map<string, number> {
	const byName = new Map<string, Binding[] | Binding>();
	for (let i = from; i < to; i++) {
		const b = grouped[i] as Binding;
		const known = byName.get(b.name);
		if (known === undefined) byName.set(b.name, b);
		else if (Array.isArray(known)) known.push(b);
		else byName.set(b.name, [known, b]);
	}
	const runs = new Map<string, number>();
	for (const [name, run] of byName) {
		const first = out.length;
		runs.set(name, first);
		if (!Array.isArray(run)) out.push(run);
		else for (const b of run) if (!isAmong(b, out, first)) out.push(b);
	}
	return runs;
}

function isAmong(b: Binding, list: readonly Binding[], first: number): boolean {
	for (let i = first; i < list.length; i++) {
		const other = list[i] as Binding;
		if (other.kind === b.kind && other.target === b.target && other.text === b.text) {
			if (b.text === "" || other.from === b.from) return true;
		}
	}
	return false;
}
