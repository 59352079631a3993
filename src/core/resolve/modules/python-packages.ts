/**
 * Python: a file is a module, a folder a package. Where `sys.path` begins is not written in the tree, so an absolute
 * import is looked for, in this order, below
 *   1. the folder that holds the importing file's own top package (the file's folder when it is in none),
 *   2. the tree's root and its `src`, `lib` and `Lib` folders,
 *   3. the only folder of the tree that holds a top-level module of that name, unless the standard library has one.
 */

import { EXPORT_KINDS, IMPORT_KINDS } from "../../units/facts.ts";
import { type Entity, EXTERNAL, type LinkInput, type LinkView, type ModuleSystem, UNKNOWN, unite } from "../entity.ts";

const STAR = IMPORT_KINDS.indexOf("star");
/** What `__all__` has beside the names that are written out. */
const MORE = EXPORT_KINDS.indexOf("star");
const SOURCE_ROOTS = ["", "src", "lib", "Lib"];
const SUFFIX = /\.pyi?w?$/;

export function pythonPackages(view: LinkView, files: readonly number[]): ModuleSystem {
	return new PythonPackages(view, files);
}

interface Star {
	/** File index. */
	module: number;
	line: number;
}

type Module = Extract<Entity, { kind: "module" }>;

class PythonPackages implements ModuleSystem {
	readonly #view: LinkView;
	/** By module path without suffix (`a/b`, for a package its folder): the file; `.py` wins over a `.pyi` beside it. */
	readonly #modules = new Map<string, number>();
	/** Folders that hold Python files, at any depth. */
	readonly #folders = new Set<string>();
	readonly #packages = new Set<string>();
	/** Folders that are no packages, by the top-level names they hold. */
	readonly #tops = new Map<string, Set<string>>();
	readonly #library: Set<string>;
	readonly #starsOf = new Map<number, Star[]>();
	readonly #public: { listed: Set<string>; isOpen: boolean }[] = [];
	/** Names being looked up, against cycles. */
	readonly #asked = new Set<string>();

	constructor(view: LinkView, files: readonly number[]) {
		this.#view = view;
		this.#library = new Set(files.length > 0 ? (view.definition(files[0] as number).libraryModules ?? []) : []);
		for (const file of files) {
			const path = (view.files[file] as LinkInput).path;
			const module = path.replace(SUFFIX, "");
			const isPackage = baseName(module) === "__init__";
			const key = isPackage ? folderOf(path) : module;
			if (isPackage) this.#packages.add(key);
			const known = this.#modules.get(key);
			if (known === undefined || isPackage || (view.files[known] as LinkInput).path.endsWith(".pyi")) {
				if (known === undefined || baseName((view.files[known] as LinkInput).path).split(".")[0] !== "__init__")
					this.#modules.set(key, file);
			}
			for (let folder = folderOf(path); ; folder = folderOf(folder)) {
				if (this.#folders.has(folder)) break;
				this.#folders.add(folder);
				if (folder === "") break;
			}
		}
		for (const key of this.#modules.keys()) {
			const folder = folderOf(key);
			if (key === "" || this.#packages.has(folder)) continue;
			const name = baseName(key);
			const tops = this.#tops.get(name);
			if (tops) tops.add(folder);
			else this.#tops.set(name, new Set([folder]));
		}
	}

	namespace(file: number): string {
		const path = (this.#view.files[file] as LinkInput).path;
		const module = path.replace(SUFFIX, "");
		const key = baseName(module) === "__init__" ? folderOf(path) : module;
		const root = this.#sourceRoot(folderOf(path));
		const dotted = (root === "" ? key : key.slice(root.length + 1)).replaceAll("/", ".");
		return dotted === "" ? baseName(module) : dotted;
	}

	module(from: number, specifier: string, kind: string): Entity {
		const folder = folderOf((this.#view.files[from] as LinkInput).path);
		const dots = /^[.\s]*/.exec(specifier)?.[0].replace(/\s/g, "").length ?? 0;
		const parts = specifier
			.slice(/^[.\s]*/.exec(specifier)?.[0].length)
			.split(".")
			.filter((part) => part !== "")
			.map((part) => part.trim());
		if (dots > 0) {
			let base = folder;
			for (let i = 1; i < dots; i++) {
				if (base === "") return EXTERNAL;
				base = folderOf(base);
			}
			return this.#at([base, ...parts].filter((part) => part !== "").join("/"));
		}
		// `import a.b.c` binds a; the rest is reached as members
		const wanted = kind === "path" ? [parts[0] as string] : parts;
		const whole = parts.join("/");
		for (const root of new Set([this.#sourceRoot(folder), ...SOURCE_ROOTS])) {
			const prefix = root === "" ? "" : `${root}/`;
			if (this.#at(prefix + whole).kind === "module") return this.#at(prefix + wanted.join("/"));
		}
		const top = parts[0] as string;
		const roots = this.#tops.get(top);
		if (roots?.size !== 1 || this.#library.has(top)) return EXTERNAL;
		const [root] = roots;
		const prefix = root === "" ? "" : `${root}/`;
		return this.#at(prefix + whole).kind === "module" ? this.#at(prefix + wanted.join("/")) : EXTERNAL;
	}

	exported(module: Module, name: string): Entity {
		const key = `${module.file} ${module.folder} ${name}`;
		const submodule = () =>
			module.folder === "\0" ? EXTERNAL : this.#at(module.folder === "" ? name : `${module.folder}/${name}`);
		if (this.#asked.has(key)) return submodule();
		this.#asked.add(key);
		try {
			const bound =
				module.file < 0 ? undefined : (this.#view.topLevel(module.file, name) ?? this.#starred(module.file, name));
			return bound ?? submodule();
		} finally {
			this.#asked.delete(key);
		}
	}

	free(from: number, name: string): Entity {
		return this.#starred(from, name) ?? EXTERNAL;
	}

	rebound(file: number, name: string, line: number): Entity | undefined {
		return this.#stars(file).some((star) => star.line > line) ? this.#starred(file, name, line) : undefined;
	}

	/**
	 * A name that `from m import *` may bring, behind a line. Each module is asked once, however many ways lead to it: star
	 * imports in cycles have factorially many.
	 */
	#starred(file: number, name: string, line = 0): Entity | undefined {
		if (this.#stars(file).length === 0) return undefined;
		const seen = new Set([file]);
		const queue = this.#stars(file).filter((star) => star.line > line);
		const found: Entity[] = [];
		for (let i = 0; i < queue.length; i++) {
			const module = (queue[i] as Star).module;
			if (seen.has(module) || !this.#isBrought(module, name)) continue;
			seen.add(module);
			const bound = this.#view.topLevel(module, name);
			if (bound === undefined) queue.push(...this.#stars(module));
			else if (bound.kind !== "external") found.push(bound);
		}
		return found.length === 0 ? undefined : unite(found);
	}

	/** Is it public: named in `__all__` where there is one, and that says all; else without a leading underscore? */
	#isBrought(file: number, name: string): boolean {
		let names = this.#public[file];
		if (names === undefined) {
			const { exports, strings } = (this.#view.files[file] as LinkInput).facts;
			names = { listed: new Set(), isOpen: exports.rows === 0 };
			this.#public[file] = names;
			for (let row = 0; row < exports.rows; row++) {
				if (exports.kind[row] === MORE) names.isOpen = true;
				else names.listed.add(strings[exports.exported[row] as number] as string);
			}
		}
		return names.listed.has(name) || (names.isOpen && !name.startsWith("_"));
	}

	/** The star imports of a file that lead into the tree. */
	#stars(file: number): readonly Star[] {
		let stars = this.#starsOf.get(file);
		if (stars === undefined) {
			stars = [];
			this.#starsOf.set(file, stars);
			const { imports } = (this.#view.files[file] as LinkInput).facts;
			for (let row = 0; row < imports.rows; row++) {
				if (imports.kind[row] !== STAR) continue;
				const module = this.#view.imported(file, row);
				if (module.kind === "module" && module.file >= 0)
					stars.push({ module: module.file, line: imports.line[row] as number });
			}
		}
		return stars;
	}

	/** The module at a path without suffix. */
	#at(path: string): Entity {
		const file = this.#modules.get(path);
		const isFolder = this.#folders.has(path);
		if (file === undefined && !isFolder) return EXTERNAL;
		if (file === undefined && path === "") return UNKNOWN;
		// "\0": a plain module has no submodules
		const folder = file === undefined || this.#packages.has(path) ? path : "\0";
		return { kind: "module", file: file ?? -1, folder, system: this };
	}

	/** The first folder up that is no package. */
	#sourceRoot(folder: string): string {
		let root = folder;
		while (root !== "" && this.#packages.has(root)) root = folderOf(root);
		return root;
	}
}

function folderOf(path: string): string {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? "" : path.slice(0, slash);
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}
