/** The state folder on node:fs. Synchronous for the reason given in files.ts: a build writes one small file a unit. */
import {
	closeSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StructuralIndexError, show } from "../core/errors.ts";
import type { StateFolder, StateOpener } from "../core/host.ts";
import { codeOf, ioFailure, writeFailure } from "./failures.ts";
import { below } from "./paths.ts";

export const nodeState: StateOpener = {
	async open(state_root) {
		const location = canonical(join(resolve(state_root), "workspace"));
		for (const folder of [dirname(location), location]) {
			const status = statOf(folder);
			if (status === undefined || status.isDirectory()) continue;
			throw new StructuralIndexError("state-unwritable", `state root expected a folder, got a file: ${show(folder)}`);
		}
		return new NodeStateFolder(location);
	},
};

class NodeStateFolder implements StateFolder {
	readonly location: string;
	/** Folders made or seen, since a build writes thousands of files into the same few. */
	readonly #made = new Set<string>();

	constructor(location: string) {
		this.location = location;
	}

	locate(path: string): string {
		return below(this.location, path);
	}

	async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		const location = this.locate(path);
		try {
			return new Uint8Array(readFileSync(location));
		} catch (error) {
			const code = codeOf(error);
			if (code === "ENOENT" || code === "ENOTDIR") return undefined;
			throw ioFailure("read", location, error);
		}
	}

	async write(path: string, bytes: Uint8Array): Promise<void> {
		const location = this.locate(path);
		this.#change("write", location, () => {
			this.#parents(location);
			writeFileSync(location, bytes);
		});
	}

	async rename(from: string, to: string): Promise<void> {
		const source = this.locate(from);
		const target = this.locate(to);
		this.#change("replace", target, () => {
			this.#parents(target);
			renameSync(source, target);
		});
	}

	async remove(path: string): Promise<void> {
		const location = this.locate(path);
		this.#made.clear();
		this.#change("remove", location, () => rmSync(location, { recursive: true, force: true }));
	}

	async list(path: string): Promise<string[]> {
		const location = this.locate(path);
		try {
			return readdirSync(location).sort();
		} catch (error) {
			if (codeOf(error) === "ENOENT") return [];
			throw writeFailure("list", location, error);
		}
	}

	async sync(path: string): Promise<void> {
		const location = this.locate(path);
		this.#change("flush", location, () => {
			const descriptor = openSync(location, "r+");
			try {
				fsyncSync(descriptor);
			} finally {
				closeSync(descriptor);
			}
		});
	}

	#parents(location: string): void {
		const folder = dirname(location);
		if (this.#made.has(folder)) return;
		makeFolder(folder);
		this.#made.add(folder);
	}

	/** Once more with fresh folders when another process removed the ones we had made. */
	#change(action: string, location: string, work: () => void): void {
		try {
			try {
				work();
			} catch (error) {
				if (codeOf(error) !== "ENOENT" || this.#made.size === 0) throw error;
				this.#made.clear();
				work();
			}
		} catch (error) {
			throw writeFailure(action, location, error);
		}
	}
}

/**
 * A folder with its parents, each made once. Node's own `recursive` never returns where a parent exists but takes no
 * folders and says so with ENOENT (/proc).
 */
function makeFolder(folder: string): void {
	try {
		mkdirSync(folder);
	} catch (error) {
		const code = codeOf(error);
		if (code === "EEXIST" && statOf(folder)?.isDirectory()) return;
		const parent = dirname(folder);
		if (code !== "ENOENT" || parent === folder || statOf(parent) !== undefined) throw error;
		makeFolder(parent);
		makeFolder(folder);
	}
}

/** Links resolved as far as the path exists. */
function canonical(path: string): string {
	try {
		return realpathSync.native(path);
	} catch (error) {
		const parent = dirname(path);
		if (parent === path || (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR")) return path;
		return join(canonical(parent), basename(path));
	}
}

/** Undefined when there is nothing, or nothing that we may look at: the first write will say why. */
function statOf(path: string): { isDirectory(): boolean } | undefined {
	try {
		return statSync(path);
	} catch {
		return undefined;
	}
}
