/**
 * Names while linking: what a binding run, an import, a member or a base stands for. Answers are cached; cycles (modules
 * that re-export each other, classes that extend themselves) end as unknown.
 */
import type { LanguageDefinition } from "../lang/language.ts";
import { SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { BINDING_KINDS, IMPORT_KINDS, SYMBOL_FLAGS, type UnitFacts, VIA_KINDS } from "../units/facts.ts";
import { declared, oneOfTwo } from "./declared.ts";
import {
	alternatives,
	type Entity,
	EXTERNAL,
	each,
	type LinkInput,
	type LinkView,
	type ModuleSystem,
	oneOf,
	type Place,
	sameEntity,
	UNKNOWN,
	unite,
} from "./entity.ts";
import { Hierarchy } from "./hierarchy.ts";
import { Paths } from "./paths.ts";
import { ScopeIndex } from "./scope-index.ts";

/** Marks a run that is being answered. */
const PENDING: Entity = { kind: "unknown" };
const VALUE_KINDS: readonly SymbolKind[] = ["constant", "variable", "property"];

export class Names implements LinkView {
	readonly files: readonly LinkInput[];
	/** The module system of each file; set once, before anything is asked. */
	systems: readonly ModuleSystem[] = [];
	readonly #byPath: Map<string, number>;
	readonly #languages: Map<string, LanguageDefinition>;
	readonly scopes: ScopeIndex;
	readonly #cache: (Map<number, Entity> | undefined)[] = [];
	readonly #hierarchy: Hierarchy;
	readonly #paths: Paths = new Paths(this);
	readonly #libraryNames = new Map<LanguageDefinition, Set<string>>();
	#depth = 0;

	constructor(files: readonly LinkInput[], languages: LanguageDefinition[]) {
		this.files = files;
		this.scopes = new ScopeIndex(files);
		this.#hierarchy = new Hierarchy(
			files.length,
			(file) => this.facts(file),
			(file, row) => this.#base(file, row),
		);
		this.#byPath = new Map(files.map((file, i) => [file.path, i]));
		this.#languages = new Map(languages.map((language) => [language.id, language]));
	}

	definition(file: number): LanguageDefinition {
		return this.#languages.get((this.files[file] as LinkInput).language) as LanguageDefinition;
	}

	isLibraryName(file: number, name: string): boolean {
		const definition = this.definition(file);
		let names = this.#libraryNames.get(definition);
		if (names === undefined) {
			names = new Set(definition.libraryNames);
			this.#libraryNames.set(definition, names);
		}
		return names.has(name);
	}

	fileAt(path: string): number | undefined {
		return this.#byPath.get(path);
	}

	topLevel(file: number, name: string): Entity | undefined {
		const run = this.scopes.run(file, 0, name);
		return run === undefined || this.#cache[file]?.get(run) === PENDING ? undefined : this.run(file, run);
	}

	moduleMember(file: number, name: string): Entity | undefined {
		return this.#own(file, [0], name);
	}

	hasModuleMember(file: number, name: string): boolean {
		return (this.scopes.ofSymbols(file).get(0) ?? []).some((scope) => this.scopes.run(file, scope, name) !== undefined);
	}

	/** What the first name of a call, alias or base stands for (facts.ts, VIA_KINDS). */
	found(file: number, via: number, target: number, name: string, isStatic = false): Entity {
		switch (VIA_KINDS[via]) {
			case "binding":
				return this.run(file, target);
			case "free":
				return (this.systems[file] as ModuleSystem).free(file, name);
			case "self":
				// in a static method the current object is the class itself
				if (isStatic && this.definition(file).staticApart) return { kind: "symbol", file, row: target, alias: false };
				return { kind: "instance", file, row: target };
			case "super":
				return this.base(file, target);
			default:
				return UNKNOWN;
		}
	}

	/** A path whose first name was looked up already; see paths.ts. */
	path(file: number, via: number, target: number, text: string, isStatic = false): Entity {
		return this.#paths.path(file, via, target, text, isStatic);
	}

	/** What the bindings of one name in one scope stand for together. */
	run(file: number, first: number): Entity {
		return this.#once(file, first, () => {
			const { bindings, symbols, imports, strings } = this.facts(file);
			const scope = bindings.scope[first];
			const name = bindings.name[first];
			const found: Entity[] = [];
			const either: Entity[] = [];
			const types: Entity[] = [];
			const defined: number[] = [];
			let isTested = false;
			let isBranched = false;
			let always = 0;
			let line = 0;
			for (let i = first; i < bindings.rows && bindings.scope[i] === scope && bindings.name[i] === name; i++) {
				const target = bindings.target[i] as number;
				const kind = BINDING_KINDS[bindings.kind[i] as number];
				if (kind === "symbol" || kind === "import") {
					if (bindings.root[i] === 1) isBranched = true;
					else always++;
				}
				switch (kind) {
					case "symbol":
						defined.push(target);
						line = Math.max(line, symbols.start_line[target] as number);
						break;
					case "import":
						found.push(this.imported(file, target));
						line = Math.max(line, imports.line[target] as number);
						break;
					case "receiver":
						found.push({ kind: "instance", file, row: target });
						break;
					case "alias":
						found.push(this.#paths.alias(file, i));
						break;
					case "instance":
						found.push(this.#paths.instance(file, i));
						break;
					case "type":
						types.push(this.#paths.instance(file, i));
						break;
					case "either":
					case "tested":
						isTested ||= kind === "tested";
						either.push(this.#paths.instance(file, i));
						break;
					case "class":
						found.push({ kind: "symbol", file, row: target, alias: false, open: true });
						break;
					case "external":
						found.push(
							(this.systems[file] as ModuleSystem).free(file, this.facts(file).strings[name as number] as string),
						);
						break;
					default:
						found.push(UNKNOWN);
				}
			}
			if (either.length > 0) found.push(oneOf(either, isTested));
			if (scope === 0) {
				const later = (this.systems[file] as ModuleSystem).rebound?.(file, strings[name as number] as string, line);
				if (later !== undefined) {
					found.push(later);
					always++;
				}
			}
			const rows = defined.filter((row) => !VALUE_KINDS.includes(this.kind({ file, row })));
			// a variable says what it holds by its alias and instance bindings; alone it is only itself
			if (rows.length > 0 || found.length > 0) {
				found.push(...declared(file, this.facts(file), this.definition(file), rows, found.length > 0));
			} else for (const row of defined) found.push({ kind: "symbol", file, row, alias: false });
			const values = found.filter((entity) => !this.#isTypeOnly(entity));
			const meant = values.length > 0 ? values : found;
			const value = isBranched && always <= 1 ? this.#branches(meant) : unite(meant);
			const one = types.length === 0 ? value : this.#withType(value, oneOf(types));
			// whatever a variable holds, the members assigned to it are known
			const [only] = defined;
			if (found.length === 0 || defined.length !== 1 || rows.length > 0) return one;
			if (!this.scopes.ofSymbols(file).has(only as number)) return one;
			return { kind: "symbol", file, row: only as number, alias: false, holds: one };
		});
	}

	#withType(value: Entity, means: Entity): Entity {
		if (value.kind !== "symbol") return value;
		return this.kind(value) === "type" ? means : { ...value, means };
	}

	/** Of definitions and imports that stand in branches of statements each is meant somewhere. */
	#branches(entities: Entity[]): Entity {
		const one = unite(entities);
		if (one.kind !== "unknown") return one;
		const inTree = entities.filter((entity) => entity.kind !== "external");
		const symbols = inTree.filter((entity) => entity.kind === "symbol" && !entity.alias && !entity.or);
		const places = (symbols as Place[]).filter((a, i) => !symbols.slice(0, i).some((b) => sameEntity(a as Entity, b)));
		if (symbols.length < inTree.length) return UNKNOWN;
		return alternatives(
			places.map(({ file, row }) => ({ file, row })),
			(place) => this.kind(place),
		);
	}

	imported(file: number, row: number): Entity {
		const { imports, strings } = this.facts(file);
		const kind = IMPORT_KINDS[imports.kind[row] as number] as (typeof IMPORT_KINDS)[number];
		const system = this.systems[file] as ModuleSystem;
		return this.guard(() => {
			const module = system.module(file, strings[imports.module[row] as number] as string, kind);
			if (kind === "named" || kind === "default") {
				return this.member(module, kind === "default" ? "default" : (strings[imports.name[row] as number] as string));
			}
			return module;
		});
	}

	/** A member by name: of a module, a class (or what else owns a scope), or an object of a class. */
	member(of: Entity, name: string): Entity {
		if (of.kind === "external" || of.kind === "unknown") return of;
		// a container of the language's own library has no members in the tree
		if (of.kind === "holder") return EXTERNAL;
		if (of.kind === "union") return each(of, (one) => this.member(one, name));
		if (of.kind === "instance" && of.behind) return this.superMember(of.file, of.row, name, false);
		if (of.kind === "module") return this.guard(() => of.system.exported(of, name));
		return this.guard(() => {
			const rows = of.also ? [of.row, ...of.also] : [of.row];
			if (of.kind === "instance" && name === this.definition(of.file).classMember)
				return { kind: "symbol", file: of.file, row: of.row, alias: false, open: true };
			if (!rows.some((row) => this.scopes.ofSymbols(of.file).has(row))) return UNKNOWN;
			if (of.kind === "symbol" && name === this.definition(of.file).prototype) {
				return { kind: "instance", file: of.file, row: of.row };
			}
			const own = this.#own(of.file, rows, name, of.kind === "symbol");
			if (own === undefined && of.kind === "symbol" && of.holds) return this.member(of.holds, name);
			return own ?? this.#inherited(of.file, of.row, name, of.kind === "symbol");
		});
	}

	#isTypeOnly(of: Entity): boolean {
		if (of.kind !== "symbol" || (of.also?.length ?? 0) > 0) return false;
		return this.definition(of.file).typeOnlyKinds?.includes(this.kind(of)) ?? false;
	}

	kind({ file, row }: Place): SymbolKind {
		return SYMBOL_KINDS[this.facts(file).symbols.kind[row] as number] as SymbolKind;
	}

	/**
	 * A member in the first of these symbols' scopes that has one.
	 * @param isStatic which to take where a class has both a static member and another of that name
	 */
	#own(file: number, rows: readonly number[], name: string, isStatic = true): Entity | undefined {
		for (const row of rows) {
			const found: Entity[] = [];
			for (const scope of this.scopes.ofSymbols(file).get(row) ?? []) {
				const run = this.scopes.run(file, scope, name);
				if (run === undefined) continue;
				if (this.#isOfOtherSide(file, run, isStatic)) found.push(UNKNOWN);
				else found.push(oneOfTwo(file, this.facts(file), run, isStatic) ?? this.run(file, run));
			}
			if (found.length > 0) return unite(found);
		}
		return undefined;
	}

	/** Where a class and its objects share no members: is the one that was found a member of the other? */
	#isOfOtherSide(file: number, run: number, isStatic: boolean): boolean {
		if (!this.definition(file).staticApart) return false;
		const { bindings, scopes, symbols } = this.facts(file);
		const owner = scopes.symbol[bindings.scope[run] as number] as number;
		if (this.kind({ file, row: owner }) !== "class") return false;
		const flags = symbols.flags[bindings.target[run] as number] as number;
		const isSymbol = BINDING_KINDS[bindings.kind[run] as number] === "symbol";
		const isAlone = bindings.name[run + 1] !== bindings.name[run] || bindings.scope[run + 1] !== bindings.scope[run];
		return isSymbol && isAlone && ((flags & SYMBOL_FLAGS.static) !== 0) !== isStatic;
	}

	/** The class that `super` means: the first base. */
	base(file: number, row: number): Entity {
		return this.#hierarchy.order(file, row)[1] ?? UNKNOWN;
	}

	/** Symbol row of a class's own constructor. */
	constructorOf(file: number, row: number): number | undefined {
		const { symbols, bindings } = this.facts(file);
		const body = symbols.body[row] as number;
		if (body < 0) return undefined;
		for (const name of this.definition(file).constructors ?? []) {
			const run = this.scopes.run(file, body, name);
			if (run === undefined) continue;
			const entity = this.run(file, run);
			if (entity.kind === "symbol" && entity.file === file) return entity.row;
			if (BINDING_KINDS[bindings.kind[run] as number] === "symbol") return bindings.target[run] as number;
		}
		return undefined;
	}

	/** Does a class below have another constructor? */
	isConstructedBelow({ file, row }: Place): boolean {
		const names = this.definition(file).constructors ?? [];
		return names.some((name) =>
			this.#hierarchy.isOverridden({ file, row }, name, (at) => this.#own(at.file, [at.row], name) !== undefined),
		);
	}

	/** Does a class below the one the method was asked of define the method anew? */
	isOverridden(of: Entity, method: Entity, name: string): boolean {
		if ((of.kind !== "instance" && of.kind !== "symbol") || method.kind !== "symbol") return false;
		return this.#hierarchy.isOverridden(of, name, (at) => this.#own(at.file, [at.row], name) !== undefined);
	}

	/**
	 * What `super().name` means in a class: found behind the class in its own order. `virtual` when a class below puts
	 * another definition there (Python's cooperative inheritance).
	 */
	superMember(file: number, row: number, name: string, isStatic: boolean): Entity & { virtual?: boolean } {
		return this.guard(() => {
			const found = this.#inherited(file, row, name, isStatic);
			if (found.kind !== "symbol") return found;
			for (const child of this.#hierarchy.below(file, row)) {
				const order = this.#hierarchy.order(child.file, child.row);
				const at = order.findIndex((entity) => entity.kind === "symbol" && entity.file === file && entity.row === row);
				const other = this.#lookUp(order.slice(at + 1), name, isStatic);
				if (at >= 0 && other !== undefined && !sameEntity(found, other)) return { ...found, virtual: true };
			}
			return found;
		});
	}

	#inherited(file: number, row: number, name: string, isStatic: boolean): Entity {
		return this.#lookUp(this.#hierarchy.order(file, row).slice(1), name, isStatic) ?? EXTERNAL;
	}

	/** The first of these classes that has the member; a base that is not known may have it, so nothing after it is certain. */
	#lookUp(order: readonly Entity[], name: string, isStatic: boolean): Entity | undefined {
		for (const at of order) {
			if (at.kind !== "symbol") return at.kind === "external" ? EXTERNAL : UNKNOWN;
			const rows = at.also ? [at.row, ...at.also] : [at.row];
			if (!rows.some((row) => this.scopes.ofSymbols(at.file).has(row))) return UNKNOWN;
			const own = this.#own(at.file, rows, name, isStatic);
			if (own !== undefined) return own;
		}
		return undefined;
	}

	#base(file: number, row: number): Entity | undefined {
		const { bases, strings } = this.facts(file);
		const text = strings[bases.name[row] as number] as string;
		const entity = this.guard(() => this.path(file, bases.via[row] as number, bases.root[row] as number, text));
		const name = text.slice(text.lastIndexOf(".") + 1);
		return entity.kind === "external" && this.definition(file).emptyBases?.includes(name) ? undefined : entity;
	}

	facts(file: number): UnitFacts {
		return (this.files[file] as LinkInput).facts;
	}

	/** Caches a run's answer; a run that is asked for while it is being answered is a cycle. */
	#once(file: number, run: number, answer: () => Entity): Entity {
		let cache = this.#cache[file];
		if (cache === undefined) this.#cache[file] = cache = new Map();
		const known = cache.get(run);
		if (known !== undefined) return known === PENDING ? UNKNOWN : known;
		cache.set(run, PENDING);
		const entity = this.guard(answer);
		cache.set(run, entity);
		return entity;
	}

	/** Chains longer than this (re-exports, aliases, bases) are cycles or attacks on the stack. */
	guard(answer: () => Entity): Entity {
		if (this.#depth >= 100) return UNKNOWN;
		this.#depth++;
		try {
			return answer();
		} finally {
			this.#depth--;
		}
	}
}
