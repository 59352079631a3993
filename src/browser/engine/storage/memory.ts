/** Storage that lasts as long as its thread, for browsers and windows that offer nothing better. */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import type { DatabaseFiles, StateFolder } from "../../../core/host.ts";
import type { BrowserStorage, SourceStore } from "../storage.ts";
import { MemoryFile } from "./memory-file.ts";
import { checkIndexName, locationOf, splitLocation } from "./names.ts";
import { insidePath, PathTree } from "./path-tree.ts";

interface MemoryIndex {
	tree: PathTree<MemoryFile>;
	sources: Map<string, Uint8Array<ArrayBuffer>>;
}

/** @param reason why it is not the storage that was wanted; null when it is. */
export function memoryStorage(reason: string | null): BrowserStorage {
	const indexes = new Map<string, MemoryIndex>();
	const indexOf = (name: string): MemoryIndex => {
		checkIndexName(name);
		let index = indexes.get(name);
		if (index === undefined) {
			index = { tree: new PathTree((path) => locate(name, path)), sources: new Map() };
			indexes.set(name, index);
		}
		return index;
	};
	return {
		kind: "memory",
		reason,
		private: true,
		state: { open: async (name) => new MemoryStateFolder(name, indexOf(name).tree) },
		databases: memoryDatabases((name) => indexOf(name).tree),
		list: async () =>
			[...indexes]
				.filter(([, { tree, sources }]) => tree.size + sources.size > 0)
				.map(([name]) => name)
				.sort(),
		async remove(name) {
			const { tree, sources } = indexOf(name);
			tree.remove("");
			sources.clear();
		},
		async file(name, path) {
			const { tree } = indexOf(name);
			const file = tree.get(insidePath(locationOf(name), path));
			return file && new Blob([file.bytes()]);
		},
		sources: (name) => memorySources(indexOf(name).sources),
	};
}

function locate(name: string, path: string): string {
	return path === "" ? locationOf(name) : `${locationOf(name)}/${path}`;
}

class MemoryStateFolder implements StateFolder {
	readonly location: string;
	readonly #tree: PathTree<MemoryFile>;

	constructor(name: string, tree: PathTree<MemoryFile>) {
		this.location = locationOf(name);
		this.#tree = tree;
	}

	locate(path: string): string {
		const inside = insidePath(this.location, path);
		return inside === "" ? this.location : `${this.location}/${inside}`;
	}

	async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		return this.#tree.get(insidePath(this.location, path))?.bytes();
	}

	async write(path: string, bytes: Uint8Array): Promise<void> {
		this.#tree.set(insidePath(this.location, path), MemoryFile.of(bytes));
	}

	async rename(from: string, to: string): Promise<void> {
		this.#tree.move(insidePath(this.location, from), insidePath(this.location, to));
	}

	async remove(path: string): Promise<void> {
		this.#tree.remove(insidePath(this.location, path));
	}

	async list(path: string): Promise<string[]> {
		return this.#tree.list(insidePath(this.location, path));
	}

	async sync(path: string): Promise<void> {
		if (this.#tree.get(insidePath(this.location, path)) !== undefined) return;
		throw new StructuralIndexError("state-unwritable", `cannot flush ${show(this.locate(path))}: it is missing`);
	}
}

function memoryDatabases(treeOf: (index: string) => PathTree<MemoryFile>): DatabaseFiles {
	const placed = (location: string) => {
		const { index, path } = splitLocation(location);
		return { tree: treeOf(index), path };
	};
	return {
		open(location, mode) {
			const { tree, path } = placed(location);
			const file = mode === "create" ? new MemoryFile() : tree.get(path);
			if (file === undefined) throw new StructuralIndexError("io", `cannot open ${show(location)}: it is missing`);
			if (mode === "create") tree.set(path, file);
			return file.handle(mode);
		},
		exists(location) {
			const { tree, path } = placed(location);
			return tree.get(path) !== undefined;
		},
		remove(location) {
			const { tree, path } = placed(location);
			tree.remove(path);
		},
	};
}

function memorySources(copies: Map<string, Uint8Array<ArrayBuffer>>): SourceStore {
	return {
		async put(content_sha256, bytes) {
			copies.set(content_sha256, bytes.slice());
		},
		get: async (content_sha256) => copies.get(content_sha256)?.slice(),
		any: async () => copies.size > 0,
		async settle(keep) {
			for (const key of [...copies.keys()]) {
				if (!keep.has(key)) copies.delete(key);
			}
		},
	};
}
