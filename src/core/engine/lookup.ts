/**
 * Lexical lookup: what the first name of each call, alias and base means in the scopes around it. Done in the worker and
 * stored, so linking touches only what crosses files. The result goes straight into the record's tables.
 */

import type { Digest } from "../host.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { SYMBOL_KINDS } from "../types.ts";
import { BINDING_KINDS, type BindingKind, CALL_FORMS, SCOPE_KINDS, VIA_KINDS, type ViaKind } from "../units/facts.ts";
import { type Builders, TableBuilder } from "../units/record.ts";
import { type Binding, type Nested, receiverOwner, type Scope, type Symbol } from "./nested.ts";
import { firstName, type Strings } from "./strings.ts";

interface Found {
	via: ViaKind;
	/** binding: index of the run's first binding in sorted order; self, super: symbol row. */
	target: number;
}

const OPAQUE: Found = { via: "opaque", target: -1 };
const FREE: Found = { via: "free", target: -1 };

export function writeTables(nested: Nested, language: LanguageDefinition, strings: Strings, digest: Digest): Builders {
	const tables: Builders = {
		symbols: new TableBuilder("symbols", nested.symbols.length),
		scopes: new TableBuilder("scopes", nested.scopes.length),
		bindings: new TableBuilder("bindings", nested.bindings.length || 1),
		imports: new TableBuilder("imports", nested.imports.length || 1),
		exports: new TableBuilder("exports", nested.exports.length || 1),
		calls: new TableBuilder("calls", nested.calls.length || 1),
		bases: new TableBuilder("bases", nested.bases.length || 1),
	};
	const s = (text: string) => strings.intern(text);
	const hashes = new IdHashes(digest);
	for (const symbol of nested.symbols) {
		const [high, low] = hashes.of(symbol);
		tables.symbols.add(
			s(symbol.name),
			s(symbol.qualified),
			s(symbol.namespace),
			s(symbol.signature),
			SYMBOL_KINDS.indexOf(symbol.kind),
			symbol.parent,
			symbol.body,
			symbol.startLine,
			symbol.endLine,
			high,
			low,
			symbol.flags,
		);
	}
	for (const scope of nested.scopes) tables.scopes.add(SCOPE_KINDS.indexOf(scope.kind), scope.parent, scope.symbol);
	for (const item of nested.imports) {
		tables.imports.add(item.kind, s(item.module), s(item.name), s(item.local), item.row + 1);
	}
	for (const item of nested.exports) {
		tables.exports.add(
			item.kind,
			s(item.exported ?? item.name),
			s(item.local || item.name),
			s(item.module),
			item.row + 1,
		);
	}
	const lookup = new Lookup(nested, language);
	const calls = nested.calls.map(({ item, scope }) => {
		if (CALL_FORMS[item.kind] === "pointer") return OPAQUE;
		if (CALL_FORMS[item.kind] === "super") return lookup.self(scope, "super");
		return item.receiver === "" ? lookup.name(item.name, scope) : lookup.path(item.receiver, scope);
	});
	const bases = nested.bases.map((base) => lookup.path(base.name, base.scope, true));
	const rows = lookup.keep([...calls, ...bases], tables.bindings, strings);
	const target = (found: Found) => (found.via === "binding" ? (rows[found.target] as number) : found.target);
	nested.calls.forEach(({ item, caller }, i) => {
		const found = calls[i] as Found;
		tables.calls.add(
			item.kind,
			s(item.name),
			s(item.receiver),
			item.row + 1,
			caller,
			item.args,
			VIA_KINDS.indexOf(found.via),
			target(found),
		);
	});
	nested.bases.forEach((base, i) => {
		const found = bases[i] as Found;
		tables.bases.add(base.symbol, s(base.name), VIA_KINDS.indexOf(found.via), target(found));
	});
	return tables;
}

class Lookup {
	readonly #scopes: Scope[];
	readonly #language: LanguageDefinition;
	readonly #bindings: Binding[];
	readonly #symbols: Symbol[];
	/** First index of a run by scope and name. */
	readonly #runs: Map<string, number>[];

	constructor(nested: Nested, language: LanguageDefinition) {
		this.#scopes = nested.scopes;
		this.#symbols = nested.symbols;
		this.#language = language;
		const order = new Map<string, number>();
		for (const { name } of nested.bindings) if (!order.has(name)) order.set(name, order.size);
		const seen = new Set<string>();
		this.#bindings = nested.bindings
			.filter((b) => {
				const key = `${b.scope} ${b.kind} ${b.target} ${b.name} ${b.text}`;
				return seen.size !== seen.add(key).size;
			})
			.sort((a, b) => a.scope - b.scope || (order.get(a.name) as number) - (order.get(b.name) as number));
		this.#runs = nested.scopes.map(() => new Map());
		this.#bindings.forEach((b, i) => {
			const runs = this.#runs[b.scope] as Map<string, number>;
			if (!runs.has(b.name)) runs.set(b.name, i);
		});
	}

	/** @param types whether a name that is only a type may be meant. */
	name(name: string, scope: number, types = false): Found {
		for (let at = scope; at >= 0; at = (this.#scopes[at] as Scope).parent) {
			const { kind } = this.#scopes[at] as Scope;
			if (kind === "object" || (kind === "class" && !this.#sees(at, scope))) continue;
			const run = this.#runs[at]?.get(name);
			if (run !== undefined && (types || !this.#isTypeOnly(run)))
				return this.#isUnknown(run) ? OPAQUE : { via: "binding", target: run };
		}
		return FREE;
	}

	path(path: string, scope: number, types = false): Found {
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

	#isUnknown(run: number): boolean {
		return (this.#bindings[run] as Binding).kind === "value" && this.#sameRun(run, run + 1) === undefined;
	}

	#isTypeOnly(run: number): boolean {
		const kinds = this.#language.typeOnlyKinds;
		if (kinds === undefined) return false;
		let at: Binding | undefined = this.#bindings[run];
		for (let i = run + 1; at !== undefined; i++) {
			if (at.kind !== "symbol" || !kinds.includes((this.#symbols[at.target] as Symbol).kind)) return false;
			at = this.#sameRun(run, i);
		}
		return true;
	}

	#sameRun(run: number, at: number): Binding | undefined {
		const first = this.#bindings[run] as Binding;
		const b = this.#bindings[at];
		return b !== undefined && b.scope === first.scope && b.name === first.name ? b : undefined;
	}

	/**
	 * Writes the bindings that can be reached: scopes other files see, and the runs that `found` leads to.
	 * @returns the row of each binding, -1 for those left out.
	 */
	keep(found: Found[], table: Builders["bindings"], strings: Strings): Int32Array {
		const bindings = this.#bindings;
		const roots = bindings.map((b) =>
			b.kind === "alias" || b.kind === "instance" ? this.path(b.text, b.from ?? b.scope, b.kind === "instance") : FREE,
		);
		const kept = new Uint8Array(bindings.length);
		const queue: number[] = [];
		const reach = (run: number) => {
			const first = bindings[run] as Binding;
			for (let i = run; i < bindings.length && !kept[i]; i++) {
				const b = bindings[i] as Binding;
				if (b.scope !== first.scope || b.name !== first.name) return;
				kept[i] = 1;
				queue.push(i);
			}
		};
		bindings.forEach((b, i) => {
			const { kind, symbol } = this.#scopes[b.scope] as Scope;
			const isSeen = kind === "file" || kind === "class" || kind === "namespace" || (kind === "object" && symbol >= 0);
			if (!kept[i] && isSeen) reach(i);
		});
		for (const f of found) if (f.via === "binding") reach(f.target);
		for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
			const root = roots[i] as Found;
			if (root.via === "binding") reach(root.target);
		}
		const rows = new Int32Array(bindings.length).fill(-1);
		let row = 0;
		for (let i = 0; i < bindings.length; i++) if (kept[i]) rows[i] = row++;
		bindings.forEach((b, i) => {
			if (!kept[i]) return;
			const root = roots[i] as Found;
			const textual = b.kind === "alias" || b.kind === "instance";
			table.add(
				b.scope,
				strings.intern(b.name),
				BINDING_KINDS.indexOf(b.kind as BindingKind),
				textual ? strings.intern(b.text) : b.target,
				VIA_KINDS.indexOf(root.via),
				root.via === "binding" ? (rows[root.target] as number) : root.target,
			);
		});
		return rows;
	}
}

/** Contract: first 16 hex of sha256(qualified_name|start_line|signature); equal ones in a file get `|2`, `|3` … more. */
class IdHashes {
	readonly #digest: Digest;
	readonly #encoder = new TextEncoder();
	readonly #seen = new Map<string, number>();

	constructor(digest: Digest) {
		this.#digest = digest;
	}

	of(symbol: Symbol): [number, number] {
		const text = `${symbol.qualified}|${symbol.startLine}|${symbol.signature}`;
		const count = (this.#seen.get(text) ?? 0) + 1;
		this.#seen.set(text, count);
		const sum = this.#digest.sha256(this.#encoder.encode(count === 1 ? text : `${text}|${count}`));
		const view = new DataView(sum.buffer, sum.byteOffset, 8);
		return [view.getInt32(0), view.getInt32(4)];
	}
}
