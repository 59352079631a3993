/**
 * Files by path, with the rules of a file system where there is none: a folder is there as long as it holds a file, a
 * file has nothing below it. Says nothing about what a file is.
 */
import { StructuralIndexError, show } from "../../../core/errors.ts";

/** A path inside the state folder, without empty and `.` steps. @throws StructuralIndexError `path-outside-root`. */
export function insidePath(base: string, path: string): string {
	const steps = path.split("/");
	if (path.startsWith("/") || path.includes("\0") || steps.includes("..")) {
		throw new StructuralIndexError("path-outside-root", `path expected inside ${show(base)}, got ${show(path)}`);
	}
	return steps.filter((step) => step !== "" && step !== ".").join("/");
}

export class PathTree<T> {
	/** A path as it is told in messages. */
	readonly #locate: (path: string) => string;
	readonly #files = new Map<string, T>();
	/** Files below each folder, at any depth. */
	readonly #folders = new Map<string, number>();

	constructor(locate: (path: string) => string) {
		this.#locate = locate;
	}

	/** Undefined when there is none, also below a file. @throws StructuralIndexError `io` for a folder. */
	get(path: string): T | undefined {
		const file = this.#files.get(path);
		if (file === undefined && (path === "" || this.#folders.has(path))) {
			throw new StructuralIndexError("io", `cannot read ${show(this.#locate(path))}: it is a folder`);
		}
		return file;
	}

	/** @throws StructuralIndexError `state-unwritable` when `set` of this path would. */
	check(path: string): void {
		if (path === "" || this.#folders.has(path)) this.#refuse("write", path, "a folder is where a file should be");
		for (const folder of foldersOf(path)) {
			if (this.#files.has(folder)) this.#refuse("write", path, "a part of the path is a file, not a folder");
		}
	}

	/** Whether nothing is in the way of a new file. */
	takes(path: string): boolean {
		if (path === "" || this.#folders.has(path) || this.#files.has(path)) return false;
		return ![...foldersOf(path)].some((folder) => this.#files.has(folder));
	}

	has(path: string): boolean {
		return this.#files.has(path);
	}

	/** @returns what was there. @throws StructuralIndexError `state-unwritable` when a folder is there or a file above it. */
	set(path: string, file: T): T | undefined {
		this.check(path);
		const old = this.#files.get(path);
		this.#files.set(path, file);
		if (old === undefined) this.#count(path, 1);
		return old;
	}

	/** A file, or a folder with all it holds. @returns what was there. */
	remove(path: string): T[] {
		const paths = this.#files.has(path) ? [path] : this.below(path);
		return paths.map((each) => this.#drop(each));
	}

	/**
	 * A file or folder; a file in the place of `to` is replaced and returned.
	 * @throws StructuralIndexError `state-unwritable` when `from` is missing, or `to` is a folder or below a file.
	 */
	move(from: string, to: string): T | undefined {
		const file = this.#files.get(from);
		if (file !== undefined) {
			if (from === to) return undefined;
			this.check(to);
			this.#drop(from);
			return this.set(to, file);
		}
		const paths = this.below(from);
		if (paths.length === 0) this.#refuse("replace", to, `${show(this.#locate(from))} is missing`);
		if (from === to) return undefined;
		if (to === "" || to.startsWith(`${from}/`)) this.#refuse("replace", to, "it is inside the folder to be moved");
		this.check(to);
		if (this.#files.has(to)) this.#refuse("replace", to, "a file is where a folder should be");
		for (const path of paths) this.set(to + path.slice(from.length), this.#drop(path));
		return undefined;
	}

	/** Names in a folder, sorted; none when it is missing. @throws StructuralIndexError `state-unwritable` for a file. */
	list(path: string): string[] {
		if (this.#files.has(path)) this.#refuse("list", path, "it is a file, not a folder");
		const start = path === "" ? 0 : path.length + 1;
		const names = this.below(path).map((each) => each.slice(start).split("/", 1)[0] as string);
		return [...new Set(names)].sort();
	}

	/** Paths of the files in a folder, at any depth. */
	below(path: string): string[] {
		if (path === "") return [...this.#files.keys()];
		if (!this.#folders.has(path)) return [];
		return [...this.#files.keys()].filter((each) => each.startsWith(`${path}/`));
	}

	get size(): number {
		return this.#files.size;
	}

	entries(): IterableIterator<[string, T]> {
		return this.#files.entries();
	}

	#drop(path: string): T {
		const file = this.#files.get(path) as T;
		this.#files.delete(path);
		this.#count(path, -1);
		return file;
	}

	#count(path: string, change: number): void {
		for (const folder of foldersOf(path)) {
			const count = (this.#folders.get(folder) ?? 0) + change;
			if (count === 0) this.#folders.delete(folder);
			else this.#folders.set(folder, count);
		}
	}

	#refuse(action: string, path: string, reason: string): never {
		throw new StructuralIndexError("state-unwritable", `cannot ${action} ${show(this.#locate(path))}: ${reason}`);
	}
}

/** `a`, `a/b` of `a/b/c`. */
function* foldersOf(path: string): Generator<string> {
	for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) yield path.slice(0, end);
}
