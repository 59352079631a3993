/** What a name can stand for while linking, and the interface of a module system. */
import type { LanguageDefinition } from "../lang/language.ts";
import { FUNCTION_KINDS, type SymbolKind } from "../types.ts";
import type { ImportKind, UnitFacts } from "../units/facts.ts";

export type Entity =
	/**
	 * A definition. `alias`: reached through a variable that holds it, so a call of it is `indirect`. `also`: other
	 * declarations merged with it (a namespace beside a function). `type`: what the same name is as a type. `or`: its
	 * alternatives by configuration (`#if … #else …`), each of which some build calls. `open`: it, or a class below it.
	 * `means`: what an object of the type of that name is.
	 */
	| {
			kind: "symbol";
			file: number;
			row: number;
			alias: boolean;
			also?: readonly number[];
			type?: number;
			or?: readonly Place[];
			open?: boolean;
			means?: Entity;
			/** Of a variable that was given members: what else it holds. */
			holds?: Entity;
	  }
	/**
	 * An object of a class, or of what else has members; its methods may be overridden. `also`: as of a symbol. `behind`: as
	 * what follows that class in the object's order.
	 */
	| { kind: "instance"; file: number; row: number; also?: readonly number[]; behind?: boolean }
	/** What the language's own library wraps others in; mark: one of TYPE_MARKS. */
	| { kind: "holder"; mark: string; of: Entity }
	/**
	 * One of several, none of which is unknown, external or a union. `tested`: which one may be known where it is used, by
	 * a test that was not read.
	 */
	| { kind: "union"; of: readonly Entity[]; tested: boolean }
	/** A file as a namespace, or a folder that holds modules but is no module itself (file -1). */
	| { kind: "module"; file: number; folder: string; system: ModuleSystem }
	/** Certainly not in this tree (an outside package, a built-in). */
	| { kind: "external" }
	/** Not known: never turned into an edge. */
	| { kind: "unknown" };

export interface Place {
	file: number;
	row: number;
}

/** What is called or constructed when the entity is. */
export function held(entity: Entity): Entity {
	return entity.kind === "symbol" && entity.holds ? entity.holds : entity;
}

export const EXTERNAL: Entity = { kind: "external" };
export const UNKNOWN: Entity = { kind: "unknown" };

export function sameEntity(a: Entity, b: Entity): boolean {
	if (a.kind !== b.kind) return false;
	if (a.kind === "module") return a.file === (b as typeof a).file && a.folder === (b as typeof a).folder;
	if (a.kind === "symbol" || a.kind === "instance")
		return a.file === (b as typeof a).file && a.row === (b as typeof a).row;
	if (a.kind === "holder") return a.mark === (b as typeof a).mark && sameEntity(a.of, (b as typeof a).of);
	if (a.kind === "union") {
		const { of } = b as typeof a;
		return a.of.length === of.length && a.of.every((entity, i) => sameEntity(entity, of[i] as Entity));
	}
	return true;
}

/** What a declaration says by naming several: external ones are left out, an unknown one makes all unknown. */
export function oneOf(entities: readonly Entity[], tested = false): Entity {
	const of: Entity[] = [];
	for (const entity of entities.flatMap((entity) => (entity.kind === "union" ? entity.of : [entity]))) {
		if (entity.kind === "unknown") return UNKNOWN;
		if (entity.kind !== "external" && !of.some((other) => sameEntity(entity, other))) of.push(entity);
	}
	return of.length > 1 ? { kind: "union", of, tested } : (of[0] ?? (entities.length > 0 ? EXTERNAL : UNKNOWN));
}

/** What holds of each of several. */
export function each(entity: Entity, answer: (entity: Entity) => Entity): Entity {
	return entity.kind === "union" ? oneOf(entity.of.map(answer), entity.tested) : answer(entity);
}

/**
 * One answer from several possibilities: what is certain (all in-tree ones agree), else unknown. An `external`
 * alternative does not veto: `try: import fast except ImportError: import slow` reaches slow.
 */
export function unite(entities: Entity[]): Entity {
	let one: Entity | undefined;
	for (const entity of entities) {
		if (entity.kind === "unknown") return UNKNOWN;
		if (entity.kind === "external") continue;
		if (one === undefined) one = entity;
		else if (!sameEntity(one, entity)) return UNKNOWN;
	}
	return one ?? (entities.length > 0 ? EXTERNAL : UNKNOWN);
}

/**
 * A name with more definitions than this stands for none of them. Real code has a handful (one a platform), and every
 * call gets an edge for each: without a bound, edges grow with the square of a file.
 */
export const ALTERNATIVES_LIMIT = 8;

/**
 * Definitions of one name that one configuration never has two of: all of them when they are functions, or macros, and
 * no more than ALTERNATIVES_LIMIT.
 * @param places in a stable order
 */
export function alternatives(places: readonly Place[], kindOf: (place: Place) => SymbolKind): Entity {
	const [first, ...or] = places;
	if (first === undefined) return UNKNOWN;
	if (or.length === 0) return { kind: "symbol", ...first, alias: false };
	if (places.length > ALTERNATIVES_LIMIT) return UNKNOWN;
	const kind = kindOf(first);
	if ((kind !== "macro" && !FUNCTION_KINDS.includes(kind)) || or.some((place) => kindOf(place) !== kind))
		return UNKNOWN;
	return { kind: "symbol", ...first, alias: false, or };
}

export interface LinkInput {
	path: string;
	language: string;
	facts: UnitFacts;
}

/** What a module system may ask of the linker. Files are indexes in path order. */
export interface LinkView {
	readonly files: readonly LinkInput[];
	definition(file: number): LanguageDefinition;
	/** File index of a path, undefined when not indexed. */
	fileAt(path: string): number | undefined;
	/**
	 * What a name bound in a file's top scope stands for; undefined when the file binds no such name, or binds it to what
	 * is being asked (`from . import sub` in the package that holds sub).
	 */
	topLevel(file: number, name: string): Entity | undefined;
	/** A member given to a file's module symbol by assignment; undefined when there is none of that name. */
	moduleMember(file: number, name: string): Entity | undefined;
	hasModuleMember(file: number, name: string): boolean;
	/** A member of any entity. */
	member(of: Entity, name: string): Entity;
	/** What an import row stands for. */
	imported(file: number, row: number): Entity;
}

/**
 * How files of a language find each other. One instance serves all files of the languages that name it in
 * language.json. Every method answers `external` or `unknown` rather than guess.
 */
export interface ModuleSystem {
	/** The dotted name a file has by its path, null where the language has none. */
	namespace(file: number): string | null;
	/** The module that an import specifier names, seen from a file. */
	module(from: number, specifier: string, kind: ImportKind): Entity;
	/** A public name of a module; external when the module certainly has none such. */
	exported(module: Extract<Entity, { kind: "module" }>, name: string): Entity;
	/** What a file's own top-level name is bound to once more behind a line, by an import that names nothing (`*`). */
	rebound?(file: number, name: string, line: number): Entity | undefined;
	/** A name that no scope of the file binds (or that it only declares). */
	free(from: number, name: string): Entity;
}

export type ModuleSystemFactory = (view: LinkView, files: readonly number[]) => ModuleSystem;
