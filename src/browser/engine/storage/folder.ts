/**
 * An index's folder in OPFS, `/mantis-structural-index/<sha256 of the name>/`, and what everyone who opens it must agree on:
 * `name` (the index's name), `directory.0`, `directory.1`, and immutable files that the directory names or that nobody
 * needs any more. Folders are not called by the name itself: Safari keeps them in a file system that folds case and takes
 * 255 bytes.
 */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import { portableDigest } from "../../../core/text/digest.ts";
import {
	type Directory,
	emptyDirectory,
	encodeDirectory,
	latestDirectory,
	SLOTS,
	type StoredFile,
	slotOf,
} from "./directory.ts";
import { nameOf, orMissing } from "./failures.ts";
import { openHandle, writeAll } from "./handle-file.ts";
import { type Release, takeLock, tryLock } from "./locks.ts";
import { locationOf } from "./names.ts";

const ROOT = "mantis-structural-index";
const NAME = "name";
/** A database's file: this, the state path it is made under, and what tells it from an older one of that path. */
const MADE = "db.";

/** How often a reader begins anew while a writer changes what it reads, and the milliseconds between. */
const ATTEMPTS = 50;
const PAUSE = 10;
/** A slot is written within some milliseconds; one that stays torn was left so by a kill. */
const TORN_ATTEMPTS = 6;
/** Milliseconds to wait for the lock of a writer: a reloaded tab's old worker may still be dying. */
const PATIENCE = 5000;

export class OpfsFolder {
	readonly index: string;
	readonly location: string;
	readonly #name: string;

	/** @param index a checked name. */
	constructor(index: string) {
		this.index = index;
		this.location = locationOf(index);
		this.#name = folderName(index);
	}

	/** Creates it with its name. @returns its handle. */
	async make(): Promise<FileSystemDirectoryHandle> {
		const folder = await (await root(true)).getDirectoryHandle(this.#name, { create: true });
		const name = new TextEncoder().encode(this.index);
		// Shorter when a kill came between making the file and filling it.
		if ((await this.file(NAME))?.size !== name.length) await this.write(NAME, name);
		return folder;
	}

	async handle(): Promise<FileSystemDirectoryHandle | undefined> {
		return orMissing(root(false).then((folder) => folder.getDirectoryHandle(this.#name)));
	}

	/** What lies in it, but for its name and directory. */
	async names(): Promise<string[]> {
		const folder = await this.handle();
		const names: string[] = [];
		if (folder !== undefined) for await (const name of folder.keys()) names.push(name);
		return names.filter((name) => name !== NAME && !SLOTS.some((slot) => slot === name));
	}

	/** A snapshot: reading it fails once the file was written to or removed. */
	async file(name: string): Promise<File | undefined> {
		const folder = await this.handle();
		return folder && orMissing(folder.getFileHandle(name).then((file) => file.getFile()));
	}

	/** Creates the file when it is missing. Only its writer opens a file so. */
	async open(name: string): Promise<FileSystemSyncAccessHandle> {
		const folder = (await this.handle()) ?? (await this.make());
		return openHandle(await folder.getFileHandle(name, { create: true }));
	}

	/** A new file or a new content, on the disk. */
	async write(name: string, bytes: Uint8Array, sync = true): Promise<void> {
		const folder = await (await root(true)).getDirectoryHandle(this.#name, { create: true });
		const handle = await openHandle(await folder.getFileHandle(name, { create: true }));
		try {
			writeAll(handle, bytes, 0);
			handle.truncate(bytes.length);
			if (sync) handle.flush();
		} finally {
			handle.close();
		}
	}

	/** Unless somebody reads or writes it. @returns whether it is gone. */
	async erase(name: string): Promise<boolean> {
		const release = await tryLock(this.#fileLock(name));
		if (release === undefined) return false;
		try {
			await orMissing((await this.handle())?.removeEntry(name) ?? Promise.resolve());
			return true;
		} catch (error) {
			if (nameOf(error) === "NoModificationAllowedError") return false;
			throw error;
		} finally {
			release();
		}
	}

	/** With all that is in it. */
	async eraseAll(): Promise<void> {
		const folder = await orMissing(root(false));
		if (folder !== undefined) await orMissing(folder.removeEntry(this.#name, { recursive: true }));
	}

	/** Undefined when nothing was ever published. @throws StructuralIndexError `index-corrupt`. */
	async directory(): Promise<Directory | undefined> {
		for (let attempt = 1; ; attempt++) {
			const { directory, torn, missing } = latestDirectory(await Promise.all(SLOTS.map((slot) => this.#slot(slot))));
			if (torn === 0) return directory;
			// Being written now, or for ever: what the other slot says may be older than what was there when we began.
			if (attempt < TORN_ATTEMPTS) await pause();
			else if (directory !== undefined || missing > 0) return directory;
			else
				throw new StructuralIndexError("index-corrupt", `${this.location}: both copies of its directory are damaged`);
		}
	}

	/** The next version of it, on the disk. */
	async publish(directory: Directory): Promise<void> {
		const next = { ...directory, counter: directory.counter + 1 };
		await this.write(slotOf(next), encodeDirectory(next));
		// Only now: a second attempt must go to the same slot and leave the good one alone.
		directory.counter = next.counter;
	}

	/**
	 * Reads by the directory, again when a writer changed it meanwhile.
	 * @throws StructuralIndexError `index-corrupt` when the directory names a file that is gone; what `work` throws.
	 */
	async read<T>(work: (directory: Directory) => Promise<T>): Promise<T> {
		let before: number | undefined;
		for (let attempt = 1; ; attempt++) {
			const directory = (await this.directory()) ?? emptyDirectory();
			try {
				return await work(directory);
			} catch (error) {
				if (!isStale(error) || attempt === ATTEMPTS) throw error;
				if (error instanceof MissingFile && directory.counter === before) throw error.told();
				before = directory.counter;
				await pause();
			}
		}
	}

	/** A file that the directory names; for `read`. @throws MissingFile. StructuralIndexError `index-corrupt`. */
	async stored(path: string, stored: StoredFile): Promise<File> {
		const file = await this.file(stored.file);
		if (file === undefined) throw new MissingFile(`${this.location}/${path}`);
		// A database that was not moved yet may still grow.
		if (file.size !== stored.size && madePath(stored.file) !== path) {
			const message = `${this.location}/${path}: expected ${stored.size} bytes, found ${file.size}`;
			throw new StructuralIndexError("index-corrupt", message);
		}
		return file;
	}

	/**
	 * Databases that were made and not moved to another path yet: the threads agree on their paths without talking.
	 * @param taken names of files that stand for another path. @param forgotten names of files that were removed.
	 */
	async made(
		taken: ReadonlySet<string>,
		forgotten: ReadonlySet<string>,
	): Promise<{ newest: Map<string, string>; older: string[] }> {
		const newest = new Map<string, string>();
		const older: string[] = [];
		for (const file of (await this.names()).sort()) {
			const path = madePath(file);
			if (path === undefined || taken.has(file) || forgotten.has(file)) continue;
			const before = newest.get(path);
			if (before !== undefined) older.push(before);
			newest.set(path, file);
		}
		return { newest, older };
	}

	/** The right to write. @throws StructuralIndexError `state-unwritable` when another tab keeps it. */
	async lockWriter(): Promise<Release> {
		try {
			return await takeLock(this.#lock, "exclusive", PATIENCE);
		} catch (error) {
			if (nameOf(error) !== "TimeoutError") throw error;
			const message = `cannot write ${show(this.location)}: another tab is building this index`;
			throw new StructuralIndexError("state-unwritable", message, { cause: error });
		}
	}

	tryLockWriter(): Promise<Release | undefined> {
		return tryLock(this.#lock);
	}

	/** Keeps a file from being erased. It may be gone by now. */
	lockFile(name: string): Promise<Release> {
		return takeLock(this.#fileLock(name), "shared", PATIENCE);
	}

	get #lock(): string {
		return `${ROOT}/${this.#name}`;
	}

	#fileLock(name: string): string {
		return `${this.#lock}/${name}`;
	}

	/** Bytes of a slot; undefined when there is none. What changes while it is read counts as torn. */
	async #slot(slot: string): Promise<Uint8Array | undefined> {
		try {
			const file = await this.file(slot);
			return file && new Uint8Array(await file.arrayBuffer());
		} catch (error) {
			if (isStale(error)) return new Uint8Array(0);
			throw error;
		}
	}
}

/** Names of all indexes that have a folder, sorted. */
export async function indexNames(): Promise<string[]> {
	const folders = await orMissing(root(false));
	const names: string[] = [];
	if (folders !== undefined) {
		for await (const key of folders.keys()) {
			const folder = await orMissing(folders.getDirectoryHandle(key));
			const name = folder && (await orMissing(folder.getFileHandle(NAME).then((file) => file.getFile())));
			const text = (await name?.text()) ?? "";
			// Another folder than its name's: the name is torn, and nothing was written after it.
			if (folderName(text) === key) names.push(text);
		}
	}
	return names.sort();
}

function folderName(index: string): string {
	const digest = portableDigest.sha256(new TextEncoder().encode(index));
	return [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A new name for the file of a database; later ones of a path sort after it. */
export function madeName(path: string): string {
	return `${MADE}${encodeURIComponent(path)}.${Date.now().toString().padStart(15, "0")}-${crypto.randomUUID()}`;
}

/** The state path a database was made under; undefined for any other file. */
export function madePath(file: string): string | undefined {
	return file.startsWith(MADE) ? decodeURIComponent(file.slice(MADE.length, file.lastIndexOf("."))) : undefined;
}

/** A file that the directory names is not there: it was replaced, or is lost. */
export class MissingFile extends Error {
	readonly #location: string;

	constructor(location: string) {
		super(`${location} is gone`);
		this.#location = location;
	}

	told(): StructuralIndexError {
		const message = `${this.#location}: expected the file that the index's directory names, found none`;
		return new StructuralIndexError("index-corrupt", message, { cause: this });
	}
}

function isStale(error: unknown): boolean {
	return error instanceof MissingFile || ["NotFoundError", "NotReadableError"].includes(nameOf(error));
}

async function root(create: boolean): Promise<FileSystemDirectoryHandle> {
	return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create });
}

function pause(): Promise<void> {
	return new Promise((wake) => setTimeout(wake, PAUSE));
}
