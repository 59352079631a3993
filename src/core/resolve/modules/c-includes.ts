/**
 * C: what a file includes becomes part of it; everything else meets at the linker. A name that the file itself does not
 * define is looked for, in this order, and only a single candidate counts
 * (or several that are alternatives of one another, `#if … #else …` around them in one file or around its includes):
 *   1. macros and internal (`static`) functions of the files it includes, at any depth;
 *   2. functions with external linkage anywhere in the tree; of several, the one whose file includes a header that
 *      declares the name and that this file includes too; a weak one gives way to any other. Not when the name was
 *      declared `static`, nor when all that the file includes in quotes is in the tree, none of it declares the name, and the
 *      definition is no neighbour's that shares an include;
 *   3. as 1, by includes that more than one file of the tree could answer;
 *   4. for a file that others include: as 1, in what they include.
 * A name of the C library is the library's unless a file seen declares it.
 * Where `-I` points is not written in the tree: a specifier names the file beside the including one (in quotes), else
 * any file whose path ends in it. One segment in angle brackets that is a header of the system is no file of the tree.
 */

import { SYMBOL_KINDS } from "../../types.ts";
import { BINDING_KINDS, IMPORT_KINDS, SYMBOL_FLAGS, type UnitFacts } from "../../units/facts.ts";
import {
	ALTERNATIVES_LIMIT,
	alternatives,
	type Entity,
	EXTERNAL,
	type LinkInput,
	type LinkView,
	type ModuleSystem,
	type Place,
	UNKNOWN,
} from "../entity.ts";

const STAR = IMPORT_KINDS.indexOf("star");
const FUNCTION = SYMBOL_KINDS.indexOf("function");
const MACRO = SYMBOL_KINDS.indexOf("macro");
const DECLARED = BINDING_KINDS.indexOf("external");
/** Closures kept; in a tree of 50 000 files one may hold hundreds. */
const CLOSURES_KEPT = 512;

export function cIncludes(view: LinkView, files: readonly number[]): ModuleSystem {
	return new CIncludes(view, files);
}

/** Files an include may mean: one certain, or several possible. */
interface Includes {
	sure: number[];
	possible: number[];
	/** Includes in quotes that are certain; every include that could be of the tree is. */
	quoted: number;
	isWhole: boolean;
}

class CIncludes implements ModuleSystem {
	readonly #view: LinkView;
	readonly #library: Set<string>;
	readonly #libraryNames: Set<string>;
	/** Functions with external linkage. */
	readonly #shared = new Map<string, Place[]>();
	/** Those that give way to the others. */
	readonly #weak = new Map<string, Place[]>();
	/** Macros and internal functions: seen only through includes. */
	readonly #textual = new Map<string, Place[]>();
	/** Files that declare a name at their top. */
	readonly #declaring = new Map<string, number[]>();
	/** Those that declare it to have internal linkage. */
	readonly #internal = new Map<string, number[]>();
	/** Files that declare a name inside a function. */
	readonly #inside = new Map<string, number[]>();
	/** By last path segment. */
	readonly #named = new Map<string, number[]>();
	readonly #includes: (Includes | undefined)[] = [];
	readonly #closures = new Map<number, Set<number>>();
	#includers: Map<number, number[]> | undefined;
	readonly #files: readonly number[];
	/** What is known of the file asked last: calls come file by file. */
	#last: {
		file: number;
		answers: Map<string, Entity>;
		possible?: Set<number>;
		around?: Set<number>;
		isWhole?: boolean;
	} = {
		file: -1,
		answers: new Map(),
	};

	constructor(view: LinkView, files: readonly number[]) {
		this.#view = view;
		this.#files = files;
		const languages = [...new Set(files.map((file) => view.definition(file)))];
		this.#library = new Set(languages.flatMap((language) => language.libraryModules ?? []));
		this.#libraryNames = new Set(languages.flatMap((language) => language.libraryNames ?? []));
		for (const file of files) {
			const { path, facts } = view.files[file] as LinkInput;
			push(this.#named, path.slice(path.lastIndexOf("/") + 1), file);
			const { symbols, strings } = facts;
			const said = this.#declarations(file, facts);
			for (let row = 1; row < symbols.rows; row++) {
				const kind = symbols.kind[row];
				if ((kind !== FUNCTION && kind !== MACRO) || symbols.parent[row] !== 0) continue;
				const flags = symbols.flags[row] as number;
				if (flags & SYMBOL_FLAGS.declaration) continue;
				const all = kind === MACRO ? SYMBOL_FLAGS.internal : flags | (said.get(symbols.name[row] as number) ?? 0);
				const places =
					all & SYMBOL_FLAGS.internal ? this.#textual : all & SYMBOL_FLAGS.weak ? this.#weak : this.#shared;
				push(places, strings[symbols.name[row] as number] as string, { file, row });
			}
		}
	}

	/** Notes what a file declares. @returns SYMBOL_FLAGS by name, where the declarations at its top give any. */
	#declarations(file: number, { bindings, strings }: UnitFacts): Map<number, number> {
		const said = new Map<number, number>();
		for (let i = 0; i < bindings.rows; i++) {
			if (bindings.kind[i] !== DECLARED) continue;
			const id = bindings.name[i] as number;
			const name = strings[id] as string;
			const flags = Math.max(0, bindings.target[i] as number);
			if (bindings.scope[i] !== 0) push(this.#inside, name, file);
			else {
				push(this.#declaring, name, file);
				if (flags & SYMBOL_FLAGS.internal) push(this.#internal, name, file);
				if (flags) said.set(id, (said.get(id) ?? 0) | flags);
			}
		}
		return said;
	}

	namespace(): null {
		return null;
	}

	module(from: number, specifier: string): Entity {
		const found = this.#find(from, specifier);
		if (found.length === 0) return EXTERNAL;
		return found.length > 1 ? UNKNOWN : { kind: "module", file: found[0] as number, folder: "", system: this };
	}

	exported(module: Extract<Entity, { kind: "module" }>, name: string): Entity {
		return this.#view.topLevel(module.file, name) ?? EXTERNAL;
	}

	free(from: number, name: string): Entity {
		if (from !== this.#last.file) this.#last = { file: from, answers: new Map() };
		const { answers } = this.#last;
		let answer = answers.get(name);
		if (answer === undefined) {
			answer = this.#resolve(from, name);
			answers.set(name, answer);
		}
		return answer;
	}

	#resolve(from: number, name: string): Entity {
		const textual = this.#textual.get(name) ?? [];
		let shared = this.#shared.get(name) ?? [];
		const weak = this.#weak.get(name) ?? [];
		if (textual.length === 0 && shared.length === 0 && weak.length === 0) return EXTERNAL;
		const own = [...textual, ...shared].filter(({ file }) => file === from);
		// a file resolves its own names; it asks for one that it also declares or undefines
		if (own.length > 0) return this.#either(own);
		const closure = this.#closure(from);
		const seen = textual.filter(({ file }) => closure.has(file));
		if (seen.length > 0) return this.#either(seen);
		const declaring = this.#declaring.get(name) ?? [];
		if (this.#libraryNames.has(name) && !declaring.some((file) => closure.has(file))) return EXTERNAL;
		const ownWeak = weak.filter(({ file }) => file === from);
		if (shared.length === 0 && ownWeak.length > 0) return this.#either(ownWeak);
		if (shared.length === 0) shared = weak;
		// a static declaration is of what the file or its includes define
		if (shared.length > 0 && !this.#internal.get(name)?.some((file) => closure.has(file))) {
			const isSingle = inOneFile(shared) && ownWeak.length === 0;
			const alike = isSingle ? shared : this.#declaredAlike(closure, name, shared);
			return inOneFile(alike) && this.#isVisible(from, closure, name, alike) ? this.#either(alike) : UNKNOWN;
		}
		const last = this.#last;
		last.possible ??= this.#reach(from, true);
		const perhaps = textual.filter(({ file }) => last.possible?.has(file));
		if (perhaps.length > 0) return this.#either(perhaps);
		last.around ??= this.#around(from);
		return this.#either(textual.filter(({ file }) => last.around?.has(file)));
	}

	/**
	 * Functions that one file sees under one name exclude each other; so do a file's macros, unless it undefines them.
	 * Macros of several files may redefine each other.
	 */
	#either(places: Place[]): Entity {
		const [first] = places;
		if (places.length > ALTERNATIVES_LIMIT) return UNKNOWN;
		if (!inOneFile(places) && !this.#areIncludedTogether(places)) return UNKNOWN;
		if (places.length > 1 && places.some((place) => this.#isMacro(place))) {
			const { file, row } = first as Place;
			const { symbols, strings } = (this.#view.files[file] as LinkInput).facts;
			const declaring = this.#declaring.get(strings[symbols.name[row] as number] as string) ?? [];
			if (places.some((place) => place.file !== file) || declaring.includes(file)) return UNKNOWN;
		}
		return alternatives(places, (place) => (this.#isMacro(place) ? "macro" : "function"));
	}

	/**
	 * One file includes all of them: it compiles only when `#if … #else …` keeps them apart. Headers of one name may be
	 * copies that keep each other out.
	 */
	#areIncludedTogether(places: Place[]): boolean {
		const files = [...new Set(places.map(({ file }) => file))];
		const names = files.map((file) => (this.#view.files[file] as LinkInput).path.split("/").at(-1));
		if (new Set(names).size < files.length) return false;
		const includers = this.#includersOf(files[0] as number);
		return includers.some((by) => files.every((file) => this.#included(by).sure.includes(file)));
	}

	/**
	 * Is the name declared to the file, as far as can be known? A file without includes in quotes relies on something
	 * else, one that others include on what stands before it there. A macro may declare what a header beside both files
	 * has for them: neighbours that share one count as one program.
	 */
	#isVisible(from: number, closure: Set<number>, name: string, places: Place[]): boolean {
		if (places.some(({ file }) => closure.has(file)) || this.#inside.get(name)?.includes(from)) return true;
		if (this.#declaring.get(name)?.some((file) => closure.has(file))) return true;
		this.#last.isWhole ??= this.#isWhole(from, closure);
		if (!this.#last.isWhole) return true;
		const folder = this.#folder(from);
		return places.some(({ file }) => this.#folder(file) === folder && this.#shareInclude(closure, file));
	}

	#folder(file: number): string {
		const { path } = this.#view.files[file] as LinkInput;
		return path.slice(0, path.lastIndexOf("/") + 1);
	}

	#shareInclude(closure: Set<number>, file: number): boolean {
		for (const included of this.#closure(file)) if (closure.has(included)) return true;
		return false;
	}

	#isWhole(from: number, closure: Set<number>): boolean {
		if (this.#included(from).quoted === 0 || this.#includersOf(from).length > 0) return false;
		return [...closure].every((file) => this.#included(file).isWhole);
	}

	#isMacro({ file, row }: Place): boolean {
		return (this.#view.files[file] as LinkInput).facts.symbols.kind[row] === MACRO;
	}

	/** Of several definitions, those whose files see a declaration of the name that the caller sees too. */
	#declaredAlike(closure: Set<number>, name: string, shared: Place[]): Place[] {
		const headers = (this.#declaring.get(name) ?? []).filter((file) => closure.has(file));
		return shared.filter(({ file }) => headers.some((header) => header === file || this.#closure(file).has(header)));
	}

	/** Files that a file includes, at any depth, itself among them. */
	#closure(file: number): Set<number> {
		let closure = this.#closures.get(file);
		if (closure === undefined) {
			closure = this.#reach(file, false);
			if (this.#closures.size >= CLOSURES_KEPT) this.#closures.clear();
			this.#closures.set(file, closure);
		}
		return closure;
	}

	#reach(file: number, possible: boolean): Set<number> {
		const reached = new Set([file]);
		for (const at of reached) {
			const includes = this.#included(at);
			for (const next of includes.sure) reached.add(next);
			if (possible) for (const next of includes.possible) reached.add(next);
		}
		return reached;
	}

	#includersOf(file: number): readonly number[] {
		if (this.#includers === undefined) {
			this.#includers = new Map();
			for (const by of this.#files) for (const included of this.#included(by).sure) push(this.#includers, included, by);
		}
		return this.#includers.get(file) ?? [];
	}

	/** What the files that include this one include, this one's own part left out. */
	#around(file: number): Set<number> {
		const up = new Set([file]);
		for (const at of up) for (const by of this.#includersOf(at)) up.add(by);
		const around = new Set(up);
		for (const at of around) for (const next of this.#included(at).sure) around.add(next);
		return around;
	}

	#included(file: number): Includes {
		let includes = this.#includes[file];
		if (includes !== undefined) return includes;
		includes = { sure: [], possible: [], quoted: 0, isWhole: true };
		this.#includes[file] = includes;
		const { imports, strings } = (this.#view.files[file] as LinkInput).facts;
		for (let row = 0; row < imports.rows; row++) {
			if (imports.kind[row] !== STAR) continue;
			const specifier = strings[imports.module[row] as number] as string;
			const found = this.#find(file, specifier);
			const isSystem = specifier.startsWith("<");
			if (found.length > 1 || (found.length === 0 && !isSystem)) includes.isWhole = false;
			else if (!isSystem) includes.quoted++;
			(found.length === 1 ? includes.sure : includes.possible).push(...found);
		}
		return includes;
	}

	/** @param specifier with its quotes or angle brackets. @returns the files it may name. */
	#find(from: number, specifier: string): number[] {
		const parts = specifier
			.slice(1, -1)
			.trim()
			.split(/[\\/]+/);
		const path = (this.#view.files[from] as LinkInput).path;
		if (specifier.startsWith('"')) {
			const beside = joined(path.split("/").slice(0, -1), parts);
			const file = beside === undefined ? undefined : this.#view.fileAt(beside);
			if (file !== undefined) return [file];
		}
		const suffix = joined(
			[],
			parts.filter((part) => part !== ".."),
		);
		if (suffix === undefined || (!suffix.includes("/") && this.#library.has(suffix))) return [];
		const named = this.#named.get(suffix.slice(suffix.lastIndexOf("/") + 1)) ?? [];
		return named.filter((file) => {
			const other = (this.#view.files[file] as LinkInput).path;
			return other === suffix || other.endsWith(`/${suffix}`);
		});
	}
}

/** @returns undefined when `..` leaves the tree. */
function joined(folder: string[], parts: string[]): string | undefined {
	const path = [...folder];
	for (const part of parts) {
		if (part === "..") {
			if (path.pop() === undefined) return undefined;
		} else if (part !== "" && part !== ".") path.push(part);
	}
	return path.join("/");
}

function inOneFile(places: readonly Place[]): boolean {
	return places.every(({ file }) => file === places[0]?.file);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
	const list = map.get(key);
	if (list) list.push(value);
	else map.set(key, [value]);
}
