/**
 * A tree made of paths that somebody else wrote: a list of files, bytes by path, an archive. Whatever the paths are,
 * nothing stands outside the root and nothing is dropped: what cannot be a file of the tree is listed with its reason,
 * under a name in which the offending characters are written `\xNN`.
 */
import { show } from "../../../core/errors.ts";
import type { FileEntry } from "../../../core/host.ts";
import type { Tree } from "../tree.ts";

/** PATH_MAX of Linux, and a depth that no source tree has: a path of 30 000 folders costs a scan minutes. */
const MAX_PATH_CHARACTERS = 4096;
const MAX_DEPTH = 256;
/** As Linux follows them (MAXSYMLINKS). */
const MAX_LINKS = 40;

/** `content` is what the reader takes. */
export type Leaf<Content> =
	| { kind: "file"; size: number; content: Content; problem?: string }
	/** `target` as written, relative to the link's folder. */
	| { kind: "link"; target: string }
	| { kind: "other" }
	/** Never read. */
	| { kind: "problem"; problem: string };

type Folder<Content> = Map<string, Node<Content>>;
type Node<Content> = Folder<Content> | Leaf<Content>;

export class PathTree<Content> implements Tree {
	#root: Folder<Content> = new Map();
	readonly #read: (content: Content, size: number) => Promise<Uint8Array<ArrayBuffer>>;
	readonly #hardLinks: { path: string; target: string }[] = [];

	/** @param read gives bytes that are the caller's own. */
	constructor(read: (content: Content, size: number) => Promise<Uint8Array<ArrayBuffer>>) {
		this.#read = read;
	}

	/** A second leaf of one path makes that path a problem: which of them is the file is not ours to choose. */
	add(path: string, leaf: Leaf<Content>): void {
		const parts = partsOf(path);
		if (typeof parts === "string") {
			this.#misplace(this.#root, escaped(path), { kind: "problem", problem: parts });
			return;
		}
		const name = parts.pop();
		if (name === undefined) {
			this.#misplace(this.#root, "\\x00", { kind: "problem", problem: "its path names nothing" });
			return;
		}
		const folder = this.#folder(parts);
		const before = folder.get(name);
		if (before === undefined) folder.set(name, leaf);
		else if (before instanceof Map) this.#misplace(folder, name, clash());
		else folder.set(name, several());
	}

	/** What can never be read, where its path would be if that is one. */
	addProblem(path: string, problem: string): void {
		this.add(path, { kind: "problem", problem });
	}

	addFolder(path: string): void {
		const parts = partsOf(path);
		if (typeof parts === "string") this.#misplace(this.#root, escaped(path), { kind: "problem", problem: parts });
		else this.#folder(parts);
	}

	/** A second name of another entry, which may come later. */
	addHardLink(path: string, target: string): void {
		this.#hardLinks.push({ path, target });
	}

	/** After the last `add`. */
	settle(): void {
		for (const { path, target } of this.#hardLinks.splice(0)) {
			const parts = partsOf(target);
			const node = typeof parts === "string" ? undefined : this.#find(parts);
			const missing: Leaf<Content> = {
				kind: "problem",
				problem: `hard link to ${show(target)}, which is not in the tree`,
			};
			this.add(path, node === undefined || node instanceof Map ? missing : { ...node });
		}
	}

	/**
	 * Where everything is below one folder, that folder becomes the root.
	 * @returns its name, or undefined when it was not so.
	 */
	enterOnlyFolder(): string | undefined {
		const [only, ...others] = this.#root;
		if (only === undefined || others.length > 0 || !(only[1] instanceof Map)) return undefined;
		this.#root = only[1];
		return only[0];
	}

	async list(folder: string): Promise<FileEntry[]> {
		const parts = folder === "" ? [] : folder.split("/");
		const node = this.#find(parts);
		if (!(node instanceof Map)) throw new Error(`there is no folder ${show(folder)}`);
		return Array.from(node, ([name, each]) => this.#entry(parts, name, each));
	}

	async read(path: string): Promise<Uint8Array<ArrayBuffer>> {
		const node = this.#find(path.split("/"));
		if (node === undefined) throw new Error(`there is no file ${show(path)}`);
		if (node instanceof Map || node.kind !== "file") throw new Error(`expected a regular file, got ${show(path)}`);
		if (node.problem !== undefined) throw new Error(node.problem);
		return this.#read(node.content, node.size);
	}

	#entry(folder: readonly string[], name: string, node: Node<Content>): FileEntry {
		if (node instanceof Map) return { name, kind: "folder", size: 0 };
		if (node.kind === "other") return { name, kind: "other", size: 0 };
		if (node.kind === "problem") return { name, kind: "file", size: 0, problem: node.problem };
		if (node.kind === "link") return { name, kind: "link", ...this.#follow(folder, name, node.target) };
		const { size, problem } = node;
		return problem === undefined ? { name, kind: "file", size } : { name, kind: "file", size, problem };
	}

	/** What a link leads to, by the rules of a file system; what lies outside the root does not exist. */
	#follow(folder: readonly string[], name: string, target: string): Pick<FileEntry, "size" | "target"> {
		const found = (kind: NonNullable<FileEntry["target"]>["kind"], inside: boolean, size = 0) => {
			return { size, target: { kind, inside } };
		};
		if (target.startsWith("/")) return found("missing", false);
		const at = [...folder];
		const ahead = target.split("/").reverse();
		let links = 0;
		let node: Node<Content> | undefined = this.#find(at);
		for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
			if (part === "" || part === ".") continue;
			if (part === "..") {
				if (at.pop() === undefined) return found("missing", false);
				node = this.#find(at);
				continue;
			}
			node = node instanceof Map ? node.get(part) : undefined;
			if (node === undefined) return found("missing", true);
			if (node instanceof Map) at.push(part);
			else if (node.kind === "link") {
				if (++links > MAX_LINKS) return found("loop", true);
				if (node.target.startsWith("/")) return found("missing", false);
				ahead.push(...node.target.split("/").reverse());
				if (ahead.length > MAX_PATH_CHARACTERS) return found("loop", true);
				node = this.#find(at);
			}
		}
		if (node === undefined) return found("missing", true);
		if (node instanceof Map) {
			const holdsLink = at.every((part, i) => part === [...folder, name][i]);
			return found(holdsLink ? "loop" : "folder", true);
		}
		return node.kind === "file" ? found("file", true, node.size) : found("missing", true);
	}

	#find(parts: readonly string[]): Node<Content> | undefined {
		let node: Node<Content> | undefined = this.#root;
		for (const part of parts) node = node instanceof Map ? node.get(part) : undefined;
		return node;
	}

	/** Makes what is missing; a file that stands in the way becomes a problem beside the folder. */
	#folder(parts: readonly string[]): Folder<Content> {
		let folder = this.#root;
		for (const part of parts) {
			let next = folder.get(part);
			if (!(next instanceof Map)) {
				const inTheWay = next;
				next = new Map();
				folder.set(part, next);
				if (inTheWay !== undefined) this.#misplace(folder, part, clash());
			}
			folder = next;
		}
		return folder;
	}

	/** Under its own name where that is free, else beside what has it. */
	#misplace(folder: Folder<Content>, name: string, leaf: Leaf<Content>): void {
		const free = folder.has(name) ? `${name}\uFFFD` : name;
		folder.set(free, folder.has(free) ? several() : leaf);
	}
}

function several(): { kind: "problem"; problem: string } {
	return { kind: "problem", problem: "several entries have this path" };
}

function clash(): { kind: "problem"; problem: string } {
	return { kind: "problem", problem: "a folder has the same path" };
}

/**
 * The names on the way to an entry, without `.` and doubled slashes; or why the path cannot stand in a tree. A backslash
 * is a letter of a name, as on a file system, unless another program could read a way out of it.
 */
export function partsOf(path: string): string[] | string {
	if (path.includes("\0")) return "its path holds a NUL";
	if (path.startsWith("/") || path.startsWith("\\")) return "its path is absolute";
	if (/^[A-Za-z]:([/\\]|$)/.test(path)) return "its path begins with a drive letter";
	if (path.length > MAX_PATH_CHARACTERS) return `its path is longer than ${MAX_PATH_CHARACTERS} characters`;
	if (path.split(/[/\\]/).includes("..")) return "its path leads upwards (..)";
	const parts = path.split("/").filter((part) => part !== "" && part !== ".");
	if (parts.length > MAX_DEPTH) return `its path is deeper than ${MAX_DEPTH} folders`;
	return parts;
}

/** One name that stands for a path, safe to print and to join; cut, since only its beginning tells something. */
function escaped(path: string): string {
	const cut = path.length > 200 ? `${path.slice(0, 200)}…` : path;
	return cut.replace(/[/\\\0]|^[A-Za-z]:/g, (found) =>
		[...found].map((each) => (/[A-Za-z]/.test(each) ? each : hex(each))).join(""),
	);
}

function hex(character: string): string {
	return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
