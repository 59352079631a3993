/**
 * Paths while linking: from what the first name stands for, through members, calls, subscripts and iterations, to what
 * the whole stands for; and what an alias or a type's name in a binding means.
 */
import type { LanguageDefinition } from "../lang/language.ts";
import { FUNCTION_KINDS, type SymbolKind } from "../types.ts";
import {
	BINDING_KINDS,
	OWN_TYPE,
	SYMBOL_FLAGS,
	TYPE_MARKS,
	type UnitFacts,
	VIA_KINDS,
	withoutMarks,
} from "../units/facts.ts";
import { CLASS_KINDS } from "./declared.ts";
import { type Entity, EXTERNAL, each, held, type Place, UNKNOWN } from "./entity.ts";
import type { ScopeIndex } from "./scope-index.ts";

const SEPARATORS = /\?\.|\.|->|::/;
const STEP = /[([]/;
const STEPS = /\(\)|\[\*?\]/g;
const INSTANCE_KINDS: readonly SymbolKind[] = ["class", "struct", "interface"];
/** As engine/collect.ts writes it. */
const BEHIND = "behind ";

/** What paths ask of names. */
export interface PathView {
	readonly scopes: ScopeIndex;
	facts(file: number): UnitFacts;
	definition(file: number): LanguageDefinition;
	kind(place: Place): SymbolKind;
	found(file: number, via: number, target: number, name: string, isStatic?: boolean): Entity;
	member(of: Entity, name: string): Entity;
	run(file: number, first: number): Entity;
	guard(answer: () => Entity): Entity;
}

export class Paths {
	readonly #names: PathView;

	constructor(names: PathView) {
		this.#names = names;
	}

	/**
	 * A path whose first name was looked up already.
	 * @param isStatic it stands in a static method
	 */
	path(file: number, via: number, target: number, text: string, isStatic = false): Entity {
		if (text.startsWith(BEHIND)) {
			const entity = this.#names.found(file, via, target, text.slice(BEHIND.length));
			if (entity.kind !== "symbol" || !CLASS_KINDS.includes(this.#names.kind(entity))) return UNKNOWN;
			return { kind: "instance", file: entity.file, row: entity.row, behind: true };
		}
		// an object of a type, `new Type`, is one name
		const parts = text.includes(" ") ? [text] : text.split(SEPARATORS);
		let entity = UNKNOWN;
		parts.forEach((part, i) => {
			const end = part.search(STEP);
			const name = end < 0 ? part : part.slice(0, end);
			const steps = end < 0 ? [] : (part.match(STEPS) ?? []);
			const on = entity;
			if (i === 0) entity = this.#names.found(file, via, target, name, isStatic);
			else if (name === "await") entity = each(entity, awaited);
			else if (steps[0] === "()" && entity.kind === "holder") entity = this.#given(file, entity, name);
			else entity = each(this.#names.member(entity, name), (of) => this.#got(of, on));
			// super() is how the word is written
			const first = i === 0 && VIA_KINDS[via] === "super" ? 1 : on.kind === "holder" && steps[0] === "()" ? 1 : 0;
			for (const step of steps.slice(first)) {
				if (step !== "()") entity = each(entity, (of) => contained(of, step === "[]"));
				else entity = this.result(entity, parts[i + 1] === "await", on);
			}
		});
		return entity;
	}

	/**
	 * What a call of something gives.
	 * @param on the object that it was asked of
	 */
	result(called: Entity, isAwaited: boolean, on = UNKNOWN): Entity {
		return each(held(called), (of) => this.#names.guard(() => this.#result(of, isAwaited, on)));
	}

	#result(of: Entity, isAwaited: boolean, on: Entity): Entity {
		const names = this.#names;
		if (of.kind === "instance") {
			const { callMethod } = names.definition(of.file);
			return callMethod === undefined ? UNKNOWN : this.result(names.member(of, callMethod), isAwaited, of);
		}
		// what is outside may give back what it was given
		if (of.kind !== "symbol" || of.or !== undefined) return UNKNOWN;
		const kind = names.kind(of);
		if (CLASS_KINDS.includes(kind)) {
			return names.definition(of.file).callConstructs ? { kind: "instance", file: of.file, row: of.row } : UNKNOWN;
		}
		const { symbols } = names.facts(of.file);
		const body = symbols.body[of.row] as number;
		const isChanged = ((symbols.flags[of.row] as number) & SYMBOL_FLAGS.changed) !== 0;
		if (body < 0 || isChanged || !FUNCTION_KINDS.includes(kind)) return UNKNOWN;
		const later = names.scopes.run(of.file, body, "await");
		const run = later !== undefined && isAwaited ? later : names.scopes.run(of.file, body, "return");
		// what a function returns later it does not give now
		if (run === undefined || (later !== undefined && !isAwaited)) return UNKNOWN;
		if (on.kind === "instance" && !on.behind && this.#isOwn(of.file, run)) return on;
		if (on.kind === "symbol" && this.#isOwn(of.file, run)) return instanceOf(on);
		return names.run(of.file, run);
	}

	/** A property that is a getter is what that gives. */
	#got(of: Entity, on: Entity): Entity {
		const isGetter = of.kind === "symbol" && this.#names.kind(of) === "getter";
		return isGetter ? this.result(of, false, on) : of;
	}

	/** Does a function give back the object it was asked of, or a new one of the same class? */
	#isOwn(file: number, run: number): boolean {
		const { bindings, strings } = this.#names.facts(file);
		for (let i = run; bindings.scope[i] === bindings.scope[run] && bindings.name[i] === bindings.name[run]; i++) {
			const text = strings[bindings.target[i] as number] as string;
			const kind = BINDING_KINDS[bindings.kind[i] as number];
			const via = VIA_KINDS[bindings.via[i] as number];
			const root = via === "binding" ? BINDING_KINDS[bindings.kind[bindings.root[i] as number] as number] : via;
			if (kind === "instance" && text === OWN_TYPE) continue;
			if (kind !== "alias" || SEPARATORS.test(text)) return false;
			if (!(text.endsWith("()") ? root === "class" : root === "self" || root === "receiver")) return false;
		}
		return true;
	}

	/** What a method of a library's container gives. */
	#given(file: number, of: Extract<Entity, { kind: "holder" }>, method: string): Entity {
		const gives = this.#names.definition(file).types?.methods?.[method];
		if (gives === undefined || (of.mark !== TYPE_MARKS.items && of.mark !== TYPE_MARKS.values)) return EXTERNAL;
		return gives === "item" ? of.of : { kind: "holder", mark: TYPE_MARKS.items, of: of.of };
	}

	/** What an alias binding stands for. */
	alias(file: number, binding: number): Entity {
		const { bindings, strings } = this.#names.facts(file);
		const text = strings[bindings.target[binding] as number] as string;
		const entity = this.path(file, bindings.via[binding] as number, bindings.root[binding] as number, text);
		if (entity.kind !== "symbol" || entity.alias) return entity;
		return FUNCTION_KINDS.includes(this.#names.kind(entity)) ? { ...entity, alias: true } : entity;
	}

	/** What an object of the type that a binding names is. */
	instance(file: number, binding: number): Entity {
		const { bindings, strings } = this.#names.facts(file);
		const text = strings[bindings.target[binding] as number] as string;
		const name = withoutMarks(text);
		const type = this.path(file, bindings.via[binding] as number, bindings.root[binding] as number, name);
		const marks = [...text.slice(name.length)];
		const isClass = marks[0] === TYPE_MARKS.class;
		return each(
			each(type, (of) => this.#object(of)),
			(object) =>
				wrapped(isClass && object.kind === "instance" ? classOf(object) : object, isClass ? marks.slice(1) : marks),
		);
	}

	#object(type: Entity): Entity {
		const entity = held(type);
		if (entity.kind !== "symbol") return entity;
		if (entity.means !== undefined) return entity.means;
		const row = entity.type ?? entity.row;
		const kind = this.#names.kind({ file: entity.file, row });
		// a function constructs objects when something gave it members
		const hasMembers =
			kind === "function" || kind === "type"
				? this.#names.scopes.ofSymbols(entity.file).has(row)
				: INSTANCE_KINDS.includes(kind);
		if (!hasMembers) return UNKNOWN;
		const also = entity.also?.filter((other) => other !== row);
		return { kind: "instance", file: entity.file, row, also };
	}
}

function instanceOf({ file, row }: Place): Entity {
	return { kind: "instance", file, row };
}

function classOf({ file, row }: Place): Entity {
	return { kind: "symbol", file, row, alias: false, open: true };
}

function wrapped(entity: Entity, marks: readonly string[]): Entity {
	return marks.reduce<Entity>((of, mark) => ({ kind: "holder", mark, of }), entity);
}

/** Awaiting what is no promise gives itself. */
function awaited(entity: Entity): Entity {
	return entity.kind === "holder" && entity.mark === TYPE_MARKS.awaited ? entity.of : entity;
}

function contained(entity: Entity, isSubscript: boolean): Entity {
	if (entity.kind !== "holder") return UNKNOWN;
	if (entity.mark === TYPE_MARKS.items || (isSubscript && entity.mark === TYPE_MARKS.values)) return entity.of;
	return EXTERNAL;
}
