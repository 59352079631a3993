/** What one file holds, nested and looked up, written into the tables of its record. */
import type { Digest } from "../host.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { SYMBOL_KINDS } from "../types.ts";
import { BINDING_KINDS, CALL_FORMS, SCOPE_KINDS, TYPED_KINDS, VIA_KINDS } from "../units/facts.ts";
import { type Builders, TableBuilder } from "../units/record.ts";
import { type Found, Lookup, OPAQUE } from "./lookup.ts";
import type { Binding, Nested, Placed, SymbolDraft } from "./nested.ts";
import type { Strings } from "./strings.ts";

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
	writeSymbols(nested.symbols, tables.symbols, s, new IdHashes(digest));
	for (const scope of nested.scopes) tables.scopes.add(SCOPE_KINDS.indexOf(scope.kind), scope.parent, scope.symbol);
	for (const { kind, module, name, local, row } of nested.imports) {
		tables.imports.add(kind, s(module), s(name), s(local), row + 1);
	}
	for (const { kind, exported, name, local, module, row } of nested.exports) {
		tables.exports.add(kind, s(exported ?? name), s(local || name), s(module), row + 1);
	}
	const lookup = new Lookup(nested, language);
	const calls = nested.calls.map((call) => lookUp(lookup, call));
	const bases = nested.bases.map((base) => lookup.path(base.name, base.scope, true));
	const rows = lookup.reach([...calls, ...bases]);
	const target = (found: Found) => (found.via === "binding" ? (rows[found.target] as number) : found.target);
	lookup.bindings.forEach((binding, i) => {
		if (rows[i] !== -1) writeBinding(binding, lookup.root(binding), tables.bindings, s, target);
	});
	nested.calls.forEach(({ item, caller }, i) => {
		const found = calls[i] as Found;
		const via = VIA_KINDS.indexOf(found.via);
		tables.calls.add(item.kind, s(item.name), s(item.receiver), item.row + 1, caller, item.args, via, target(found));
	});
	nested.bases.forEach(({ symbol, name }, i) => {
		const found = bases[i] as Found;
		tables.bases.add(symbol, s(name), VIA_KINDS.indexOf(found.via), target(found));
	});
	return tables;
}

type Intern = (text: string) => number;

function writeSymbols(symbols: readonly SymbolDraft[], table: Builders["symbols"], s: Intern, hashes: IdHashes): void {
	for (const symbol of symbols) {
		const [high, low] = hashes.of(symbol);
		table.add(
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
}

function lookUp(lookup: Lookup, { item, scope }: Placed): Found {
	const form = CALL_FORMS[item.kind];
	if (form === "pointer") return OPAQUE;
	if (form === "super") return lookup.self(scope, "super");
	return item.receiver === "" ? lookup.name(item.name, scope) : lookup.path(item.receiver, scope);
}

function writeBinding(
	binding: Binding,
	root: Found,
	table: Builders["bindings"],
	s: Intern,
	target: (found: Found) => number,
): void {
	const { scope, name, kind } = binding;
	const isWritten = kind === "alias" || TYPED_KINDS.includes(kind);
	const what = isWritten ? s(binding.text) : binding.target;
	const at = isWritten ? target(root) : binding.isBranch ? 1 : -1;
	table.add(scope, s(name), BINDING_KINDS.indexOf(kind), what, VIA_KINDS.indexOf(root.via), at);
}

/** Contract: first 16 hex of sha256(qualified_name|start_line|signature); equal ones in a file get `|2`, `|3` … more. */
class IdHashes {
	readonly #digest: Digest;
	readonly #encoder = new TextEncoder();
	readonly #seen = new Map<string, number>();

	constructor(digest: Digest) {
		this.#digest = digest;
	}

	of(symbol: SymbolDraft): [number, number] {
		const text = `${symbol.qualified}|${symbol.startLine}|${symbol.signature}`;
		const count = (this.#seen.get(text) ?? 0) + 1;
		this.#seen.set(text, count);
		const sum = this.#digest.sha256(this.#encoder.encode(count === 1 ? text : `${text}|${count}`));
		const view = new DataView(sum.buffer, sum.byteOffset, 8);
		return [view.getInt32(0), view.getInt32(4)];
	}
}
