/**
 * JavaScript and TypeScript modules. A relative specifier names a file, its extension omitted or written for what it
 * compiles to, or a folder's index file. Exports are followed through renames, re-exports and `export *`; CommonJS is
 * `require` and what is assigned to the module objects, where "export=" is the module's whole value (TypeScript's
 * `export =` too). Everything else (packages, path mappings, `#imports`) is external: no edge is made for it.
 */
import { EXPORT_KINDS, IMPORT_KINDS, type ImportKind } from "../../units/facts.ts";
import { type Entity, EXTERNAL, type LinkInput, type LinkView, type ModuleSystem, UNKNOWN, unite } from "../entity.ts";

type Module = Extract<Entity, { kind: "module" }>;

/** The public name of a module's whole value. */
const WHOLE = "export=";
/** Tried in this order behind a specifier without extension; a module's source before its declarations. */
const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".d.mts", ".d.cts"];
/** What a written extension may be compiled from. */
const SOURCES: Record<string, readonly string[]> = {
	".js": [".ts", ".tsx", ".js", ".jsx", ".d.ts"],
	".jsx": [".tsx", ".jsx", ".d.ts"],
	".mjs": [".mts", ".mjs", ".d.mts"],
	".cjs": [".cts", ".cjs", ".d.cts"],
};
/** Marks a name that is being looked up. */
const PENDING: Entity = { kind: "external" };
const TYPED = /\.[cm]?tsx?$/;

export function esModules(view: LinkView): ModuleSystem {
	return new EsModules(view);
}

class EsModules implements ModuleSystem {
	readonly #view: LinkView;
	/** Per file: rows of `exports` by public name; "*" holds the star ones. */
	readonly #rows: (Map<string, number[]> | undefined)[] = [];
	/** Per file: what each of its `export *` names. */
	readonly #stars: (readonly Entity[] | undefined)[] = [];
	/** By file and name: finished lookups. */
	readonly #answers = new Map<string, Entity>();
	/** Of the lookup at hand, by file and name: what was found so far, PENDING what is being asked. */
	#lookup: Map<string, Entity> | undefined;
	/** The lookup came back to what it was asking: answers inside it may lack something. */
	#isCut = false;

	constructor(view: LinkView) {
		this.#view = view;
	}

	namespace(): null {
		return null;
	}

	module(from: number, specifier: string, kind: ImportKind): Entity {
		if (!/^\.\.?(\/|$)/.test(specifier)) return EXTERNAL;
		const file = this.#file(from, specifier);
		// in the tree, but not as a module that was indexed: data, a generated file
		if (file === undefined) return UNKNOWN;
		const module: Module = { kind: "module", file, folder: "", system: this };
		return kind === "require" ? this.#whole(module) : module;
	}

	exported(module: Module, name: string): Entity {
		// the object that holds the module's exports, not the module itself
		if (module.folder !== "") {
			const path = `${module.folder}.${name}`;
			return this.#moduleObjects(module.file).includes(path) ? this.#whole({ ...module, folder: "" }) : UNKNOWN;
		}
		const key = `${module.file} ${name}`;
		const known = this.#answers.get(key) ?? this.#lookup?.get(key);
		if (known === PENDING) this.#isCut = true;
		if (known !== undefined) return known === PENDING ? EXTERNAL : known;
		if (this.#lookup !== undefined) return this.#ask(this.#lookup, key, module, name);
		const lookup = new Map<string, Entity>();
		this.#lookup = lookup;
		this.#isCut = false;
		try {
			const answer = this.#ask(lookup, key, module, name);
			for (const [asked, entity] of this.#isCut ? [[key, answer] as const] : lookup) {
				// what is not known inside a cycle of variables may be known outside
				if (entity.kind !== "unknown") this.#answers.set(asked, entity);
			}
			return answer;
		} finally {
			this.#lookup = undefined;
		}
	}

	/** Each name of each module is looked up once a lookup, or re-exports in cycles would take every path through them. */
	#ask(lookup: Map<string, Entity>, key: string, module: Module, name: string): Entity {
		lookup.set(key, PENDING);
		const entity = this.#exported(module, name);
		lookup.set(key, entity);
		return entity;
	}

	free(from: number, name: string): Entity {
		const objects = this.#moduleObjects(from);
		const module: Module = { kind: "module", file: from, folder: "", system: this };
		if (objects.includes(name)) return module;
		return objects.some((path) => path.startsWith(`${name}.`)) ? { ...module, folder: name } : UNKNOWN;
	}

	#exported(module: Module, name: string): Entity {
		const found: Entity[] = [];
		const seen = new Set([module.file]);
		const queue = [module];
		for (const at of queue) {
			const entity = at === module ? this.#named(at, name) : this.#namedOnce(at, name);
			if (entity !== undefined) {
				if (entity.kind !== "external") found.push(entity);
				continue;
			}
			for (const star of this.#starsOf(at.file)) {
				if (star.kind !== "module") found.push(star);
				else if (!seen.has(star.file)) {
					seen.add(star.file);
					queue.push(star);
				}
			}
		}
		return found.length === 0 ? EXTERNAL : unite(found);
	}

	/** Of a module reached by `export *`: as #named, but external while the same is being asked. */
	#namedOnce(module: Module, name: string): Entity | undefined {
		if (this.#rowsOf(module.file).has(name) || this.#view.hasModuleMember(module.file, name)) {
			return this.exported(module, name);
		}
		return this.#named(module, name);
	}

	/** What the module itself says of a name; undefined when it is left to what it re-exports as a whole. */
	#named(module: Module, name: string): Entity | undefined {
		const { file } = module;
		const found: Entity[] = [];
		for (const row of this.#rowsOf(file).get(name) ?? []) found.push(this.#row(file, row));
		const member = this.#view.moduleMember(file, name);
		if (member !== undefined) found.push(published(member));
		if (found.length > 0) return unite(found);
		if (name !== WHOLE && this.#hasWhole(file)) {
			const whole = this.exported(module, WHOLE);
			return name === "default" ? whole : this.#view.member(whole, name);
		}
		if (name === "default") {
			// the default import of a CommonJS module is the module
			return this.#isCommon(file) ? module : EXTERNAL;
		}
		return undefined;
	}

	/** Modules, and what is unknown. */
	#starsOf(file: number): readonly Entity[] {
		let stars = this.#stars[file];
		if (stars === undefined) {
			stars = (this.#rowsOf(file).get("*") ?? [])
				.map((row) => this.#source(file, row))
				.flatMap((from) => (from.kind === "external" ? [] : [from.kind === "module" ? from : UNKNOWN]));
			this.#stars[file] = stars;
		}
		return stars;
	}

	#row(file: number, row: number): Entity {
		const { exports, strings } = (this.#view.files[file] as LinkInput).facts;
		const local = strings[exports.local[row] as number] as string;
		switch (EXPORT_KINDS[exports.kind[row] as number]) {
			case "reexport":
				return this.#view.member(this.#source(file, row), local);
			case "star-as":
				return this.#source(file, row);
			default:
				return this.#view.topLevel(file, local) ?? UNKNOWN;
		}
	}

	#source(file: number, row: number): Entity {
		const { exports, strings } = (this.#view.files[file] as LinkInput).facts;
		return this.module(file, strings[exports.module[row] as number] as string, "namespace");
	}

	/** What `require` gives: the module's whole value, or the module as an object of its exports. */
	#whole(module: Module): Entity {
		return this.#hasWhole(module.file) ? this.exported(module, WHOLE) : module;
	}

	#hasWhole(file: number): boolean {
		return this.#rowsOf(file).has(WHOLE) || this.#view.hasModuleMember(file, WHOLE);
	}

	#isCommon(file: number): boolean {
		const { exports, imports } = (this.#view.files[file] as LinkInput).facts;
		if (exports.rows > 0) return false;
		const require = IMPORT_KINDS.indexOf("require");
		return imports.rows === 0 || imports.kind.includes(require);
	}

	#rowsOf(file: number): Map<string, number[]> {
		let rows = this.#rows[file];
		if (rows === undefined) {
			this.#rows[file] = rows = new Map();
			const { exports, strings } = (this.#view.files[file] as LinkInput).facts;
			for (let row = 0; row < exports.rows; row++) {
				const isStar = EXPORT_KINDS[exports.kind[row] as number] === "star";
				const name = isStar ? "*" : (strings[exports.exported[row] as number] as string);
				const list = rows.get(name);
				if (list) list.push(row);
				else rows.set(name, [row]);
			}
		}
		return rows;
	}

	#moduleObjects(file: number): readonly string[] {
		return this.#view.definition(file).moduleObjects ?? [];
	}

	/** The file that a relative specifier names. */
	#file(from: number, specifier: string): number | undefined {
		const importer = (this.#view.files[from] as LinkInput).path;
		const path = resolve(importer, specifier);
		if (path === undefined) return undefined;
		const isTyped = TYPED.test(importer);
		const at = (candidate: string) => this.#view.fileAt(candidate);
		const isFolder = /(^|\/)\.{0,2}$/.test(specifier);
		if (!isFolder) {
			const exact = at(path);
			if (exact !== undefined && !isTyped) return exact;
			const extension = /\.[cm]?jsx?$/.exec(path)?.[0] ?? "";
			for (const source of SOURCES[extension] ?? []) {
				const file = at(path.slice(0, -extension.length) + source);
				if (file !== undefined) return file;
			}
			if (exact !== undefined) return exact;
		}
		const order = isTyped ? EXTENSIONS : [...EXTENSIONS.slice(4, 8), ...EXTENSIONS.slice(0, 4), ...EXTENSIONS.slice(8)];
		const stems = isFolder ? [join(path, "index")] : [path, join(path, "index")];
		for (const stem of stems) {
			for (const extension of order) {
				const file = at(stem + extension);
				if (file !== undefined) return file;
			}
		}
		return undefined;
	}
}

/** An export is another name of a thing, not a variable that holds it. */
function published(entity: Entity): Entity {
	return entity.kind === "symbol" ? { ...entity, alias: false } : entity;
}

/** @returns undefined when the path leaves the tree. */
function resolve(importer: string, specifier: string): string | undefined {
	const parts = importer.split("/").slice(0, -1);
	for (const part of specifier.split("/")) {
		if (part === "" || part === ".") continue;
		if (part !== "..") parts.push(part);
		else if (parts.pop() === undefined) return undefined;
	}
	return parts.join("/");
}

function join(folder: string, name: string): string {
	return folder === "" ? name : `${folder}/${name}`;
}
