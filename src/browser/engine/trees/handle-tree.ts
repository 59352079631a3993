/** A picked or dropped folder, read through its handle as the scan goes down: nothing is listed before it is asked for. */
import { messageOf, StructuralIndexError, show } from "../../../core/errors.ts";
import type { FileEntry } from "../../../core/host.ts";
import type { Tree } from "../tree.ts";
import type { ReadBlob } from "./blobs.ts";

/** Each `getFile` is a round trip to the browser's process; more at once gain nothing. */
const AT_ONCE = 64;

/** Where permissions exist at all (Chromium). */
type Permitted = FileSystemHandle & { queryPermission?(request: { mode: "read" }): Promise<PermissionState> };

export class HandleTree implements Tree {
	readonly #name: string;
	readonly #root: FileSystemDirectoryHandle;
	readonly #readBlob: ReadBlob;
	readonly #folders = new Map<string, FileSystemDirectoryHandle>();
	readonly #files = new Map<string, { handle: FileSystemFileHandle; file: File }>();

	constructor(name: string, root: FileSystemDirectoryHandle, readBlob: ReadBlob) {
		this.#name = name;
		this.#root = root;
		this.#readBlob = readBlob;
		this.#folders.set("", root);
	}

	async list(folder: string): Promise<FileEntry[]> {
		const handle = await this.#attempt(() => this.#folder(folder));
		const prefix = folder === "" ? "" : `${folder}/`;
		const entries: FileEntry[] = [];
		const files: FileSystemFileHandle[] = [];
		await this.#attempt(async () => {
			for await (const [name, each] of handle.entries()) {
				if (each.kind === "file") files.push(each as FileSystemFileHandle);
				else {
					this.#folders.set(prefix + name, each as FileSystemDirectoryHandle);
					entries.push({ name, kind: "folder", size: 0 });
				}
			}
		});
		for (let from = 0; from < files.length; from += AT_ONCE) {
			const some = files.slice(from, from + AT_ONCE);
			entries.push(...(await Promise.all(some.map((each) => this.#describe(prefix, each)))));
		}
		return entries;
	}

	async read(path: string): Promise<Uint8Array<ArrayBuffer>> {
		const known = this.#files.get(path) ?? (await this.#find(path));
		return this.#attempt(async () => {
			try {
				return await this.#readBlob(known.file);
			} catch {
				// Changed since it was listed: the browser refuses its old state for ever.
				return this.#readBlob(await known.handle.getFile());
			}
		});
	}

	/** A file that was not listed. */
	async #find(path: string): Promise<{ handle: FileSystemFileHandle; file: File }> {
		return this.#attempt(async () => {
			const [parent, name] = split(path);
			const handle = await (await this.#folder(parent)).getFileHandle(name);
			return { handle, file: await handle.getFile() };
		});
	}

	/** Its parents need not have been listed. */
	async #folder(path: string): Promise<FileSystemDirectoryHandle> {
		const known = this.#folders.get(path);
		if (known !== undefined) return known;
		const [parent, name] = split(path);
		const handle = await (await this.#folder(parent)).getDirectoryHandle(name);
		this.#folders.set(path, handle);
		return handle;
	}

	/** A file that cannot be opened is listed with the reason. */
	async #describe(prefix: string, handle: FileSystemFileHandle): Promise<FileEntry> {
		const { name } = handle;
		try {
			const file = await this.#attempt(() => handle.getFile());
			this.#files.set(prefix + name, { handle, file });
			return { name, kind: "file", size: file.size };
		} catch (error) {
			if (error instanceof StructuralIndexError) throw error;
			return { name, kind: "file", size: 0, problem: `cannot be read: ${messageOf(error)}` };
		}
	}

	/** @throws StructuralIndexError `root-unreadable` when the browser took back its permission: nothing can be read any more. */
	async #attempt<T>(work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (cause) {
			if ((cause as { name?: unknown } | null)?.name !== "NotAllowedError") throw cause;
			const state = await (this.#root as Permitted).queryPermission?.({ mode: "read" });
			if (state === "granted") throw cause;
			throw new StructuralIndexError(
				"root-unreadable",
				`the browser no longer permits reading the folder ${show(this.#name)}: ask with its handle's requestPermission() on a click, or pick it again`,
				{ cause },
			);
		}
	}
}

function split(path: string): [parent: string, name: string] {
	const slash = path.lastIndexOf("/");
	return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}
