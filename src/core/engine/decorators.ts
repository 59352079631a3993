/** Decorators: what they say of the function they stand above, and where that begins behind them. */
import type { LanguageDefinition } from "../lang/language.ts";
import type { SymbolKind } from "../types.ts";
import { SYMBOL_FLAGS } from "../units/facts.ts";
import type { DefinitionItem } from "./collect.ts";

const SPACE_AND_COMMENTS = /(?:\s+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y;

export interface Decorated {
	kind: SymbolKind;
	flags: number;
	/** Its first parameter is the class. */
	isOfClass: boolean;
}

/**
 * @param names of its decorators, as written, without arguments
 * @param inClass it is a member
 */
export function decorated(
	{ decoratorKinds, classMethods }: LanguageDefinition,
	names: readonly string[],
	name: string,
	kind: SymbolKind,
	inClass: boolean,
): Decorated {
	const is: Decorated = { kind, flags: 0, isOfClass: inClass && (classMethods?.includes(name) ?? false) };
	if (decoratorKinds === undefined || (kind !== "method" && kind !== "function")) return is;
	for (const decorator of names) {
		const change = decoratorKinds[decorator] ?? decoratorKinds[`*${decorator.slice(decorator.lastIndexOf("."))}`];
		if (change === "static" || change === "declaration") is.flags |= SYMBOL_FLAGS[change];
		else if (change === "class") {
			is.flags |= SYMBOL_FLAGS.static;
			is.isOfClass = inClass;
		} else if (change === undefined) is.flags |= SYMBOL_FLAGS.changed;
		else if (change !== "same" && inClass) is.kind = change;
	}
	return is;
}

/**
 * A boundary begins at the declaration itself: decorators that stand inside its node are left out.
 * @param ends of decorators by where they start
 */
export function skipDecorators(item: DefinitionItem, ends: ReadonlyMap<number, number>, text: string): void {
	for (;;) {
		const end = ends.get(item.from);
		if (end === undefined || end >= item.end) return;
		SPACE_AND_COMMENTS.lastIndex = end;
		SPACE_AND_COMMENTS.test(text);
		item.from = SPACE_AND_COMMENTS.lastIndex;
	}
}

/** Counted only where decorators were cut off the start; else the node says it. */
export function lineOf(item: DefinitionItem, text: string): number {
	let line = item.row + 1;
	for (let at = item.start; at < item.from; at++) if (text.charCodeAt(at) === 10) line++;
	return line;
}
