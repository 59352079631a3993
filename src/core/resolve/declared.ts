/** Several definitions of one name in one scope: overloads, alternatives, merged declarations, types beside values. */
import type { LanguageDefinition } from "../lang/language.ts";
import { SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { BINDING_KINDS, SYMBOL_FLAGS, type UnitFacts } from "../units/facts.ts";
import { alternatives, type Entity } from "./entity.ts";

export const CLASS_KINDS: readonly SymbolKind[] = ["class", "struct", "enum"];

/**
 * What `defined`, rows of symbols, stand for: a body outweighs declarations, namespaces and types merge with the rest.
 * @param hasOther the name means something else there too, beside which a mere type says nothing
 */
export function declared(
	file: number,
	{ symbols }: UnitFacts,
	language: LanguageDefinition,
	defined: readonly number[],
	hasOther: boolean,
): Entity[] {
	const kindOf = (row: number) => SYMBOL_KINDS[symbols.kind[row] as number] as SymbolKind;
	const typeOnly = language.typeOnlyKinds ?? [];
	const types = defined.filter((row) => typeOnly.includes(kindOf(row)));
	if (types.length === defined.length && hasOther) return [];
	let rows = defined.filter((row) => !typeOnly.includes(kindOf(row)) && kindOf(row) !== "namespace");
	const spaces = defined.filter((row) => kindOf(row) === "namespace");
	const bodies = rows.filter((row) => ((symbols.flags[row] as number) & SYMBOL_FLAGS.declaration) === 0);
	rows = bodies.length > 0 ? bodies : rows.slice(0, 1);
	// a property is read by its getter
	if (rows.some((row) => kindOf(row) === "getter")) rows = rows.filter((row) => kindOf(row) !== "setter");
	if (rows.length === 0) rows = (spaces.length > 0 ? spaces : types).slice(0, 1);
	if (rows.length > 1 && language.conditionals) {
		return [
			alternatives(
				rows.map((row) => ({ file, row })),
				(place) => kindOf(place.row),
			),
		];
	}
	return rows.map((row) => ({
		kind: "symbol",
		file,
		row,
		alias: false,
		also: [...spaces, ...types].filter((other) => other !== row),
		type: CLASS_KINDS.includes(kindOf(row)) ? undefined : types[0],
	}));
}

/**
 * Of a run that begins at `first`: the one definition on the side asked for, when a static and another member share a
 * name; undefined in every other case.
 */
export function oneOfTwo(file: number, facts: UnitFacts, first: number, isStatic: boolean): Entity | undefined {
	const { bindings, symbols } = facts;
	const sides: number[][] = [[], []];
	for (let i = first; bindings.scope[i] === bindings.scope[first] && bindings.name[i] === bindings.name[first]; i++) {
		if (BINDING_KINDS[bindings.kind[i] as number] !== "symbol") return undefined;
		const row = bindings.target[i] as number;
		sides[((symbols.flags[row] as number) & SYMBOL_FLAGS.static) === 0 ? 0 : 1]?.push(row);
	}
	const [side, other] = isStatic ? [sides[1], sides[0]] : sides;
	if (side?.length !== 1 || other?.length === 0) return undefined;
	return { kind: "symbol", file, row: side[0] as number, alias: false };
}
