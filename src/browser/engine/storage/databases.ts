/**
 * Databases in OPFS, for SQLite. `prepare` does what must be awaited; what was not prepared is refused, but for SQLite's
 * own temporary files, which lie in memory.
 */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import type { DatabaseFile, DatabaseFiles } from "../../../core/host.ts";
import { blobFile } from "./blob-file.ts";
import { ioFailure, nameOf, quotaInWords, writeFailure } from "./failures.ts";
import { MissingFile, madeName, OpfsFolder } from "./folder.ts";
import { handleFile } from "./handle-file.ts";
import type { Release } from "./locks.ts";
import { MemoryFile } from "./memory-file.ts";
import { splitLocation } from "./names.ts";

/** SQLite's, beside a database: see core/catalog/vfs.ts. */
const TEMPORARY = /-temp\d+$/;

interface Readable {
	file: DatabaseFile;
	/** Calls of `prepare` without their `open`, and open ones. */
	awaited: number;
	users: number;
	release: Release;
}

interface Created {
	folder: OpfsFolder;
	name: string;
	/** Until it is opened. */
	handle: FileSystemSyncAccessHandle | undefined;
	/** In words, when it was made: a write cannot wait for an answer. */
	quota: string;
}

/** @param how `blob` never asks for a handle that others can read beside. */
export function opfsDatabases(how: "handle" | "blob" = "handle"): DatabaseFiles {
	const readable = new Map<string, Readable>();
	const created = new Map<string, Created>();
	const temporary = new Map<string, MemoryFile>();
	let erasing: Promise<unknown> = Promise.resolve();

	const close = (location: string, file: Readable) => {
		if (file.users + file.awaited > 0) return;
		if (readable.get(location) === file) readable.delete(location);
		file.file.close();
		file.release();
	};
	const prepareRead = async (location: string) => {
		const { index, path } = splitLocation(location);
		const opened = await openPublished(new OpfsFolder(index), path, how);
		const before = readable.get(location);
		if (opened !== undefined) readable.set(location, { ...opened, awaited: 1 + (before?.awaited ?? 0), users: 0 });
		else readable.delete(location);
		if (before === undefined) return;
		// Who awaits the old one gets the new one.
		before.awaited = 0;
		close(location, before);
	};
	const prepareCreate = async (location: string) => {
		const { index, path } = splitLocation(location);
		const folder = new OpfsFolder(index);
		const name = madeName(path);
		const [handle, quota] = await Promise.all([folder.open(name), quotaInWords()]);
		created.get(location)?.handle?.close();
		created.set(location, { folder, name, handle, quota });
	};
	return {
		async prepare(location, mode) {
			await erasing;
			try {
				await (mode === "read" ? prepareRead(location) : prepareCreate(location));
			} catch (error) {
				if (mode === "read") throw ioFailure("open", location, error);
				throw writeFailure("create", location, error, await quotaInWords());
			}
		},
		open(location, mode) {
			if (TEMPORARY.test(location)) return openTemporary(temporary, location, mode);
			if (mode === "create") {
				const made = created.get(location);
				if (made?.handle === undefined) throw unprepared("create", location);
				const file = handleFile(made.handle);
				made.handle = undefined;
				return told(file, location, made.quota);
			}
			const file = readable.get(location);
			if (file === undefined) throw unprepared("open", location);
			file.awaited = Math.max(0, file.awaited - 1);
			file.users++;
			let open = true;
			const done = () => {
				if (open) file.users--;
				open = false;
				close(location, file);
			};
			return { ...told(file.file, location, ""), close: done };
		},
		exists(location) {
			if (temporary.has(location) || readable.has(location)) return true;
			const made = created.get(location);
			return made !== undefined && made.handle === undefined;
		},
		remove(location) {
			temporary.delete(location);
			readable.delete(location);
			const made = created.get(location);
			created.delete(location);
			if (made === undefined) return;
			made.handle?.close();
			erasing = erasing.then(() => made.folder.erase(made.name)).catch(() => false);
		},
	};
}

/** The file that stands for a state path now, kept from being erased; undefined when there is none. */
async function openPublished(
	folder: OpfsFolder,
	path: string,
	how: "handle" | "blob",
): Promise<{ file: DatabaseFile; release: Release } | undefined> {
	return folder.read(async (directory) => {
		const taken = new Set(Object.values(directory.files).map(({ file }) => file));
		const stored = Object.hasOwn(directory.files, path) ? directory.files[path] : undefined;
		const name = stored?.file ?? (await folder.made(taken, new Set())).newest.get(path);
		if (name === undefined) return undefined;
		const release = await folder.lockFile(name);
		try {
			// Before it was locked a writer may have replaced and erased it.
			const now = await folder.directory();
			if (stored !== undefined && now?.files[path]?.file !== name) throw new MissingFile(`${folder.location}/${path}`);
			const snapshot = await folder.stored(path, stored ?? { file: name, size: 0 });
			return { file: (how === "handle" && (await openShared(folder, name))) || blobFile(snapshot), release };
		} catch (error) {
			release();
			throw error;
		}
	});
}

/**
 * A handle that shuts out nobody: only where the browser knows of modes (Chromium), for elsewhere the same call would
 * take the file for us alone. A read of 4 kB takes 0.003 ms, against 0.6 ms by a slice of a Blob.
 */
async function openShared(folder: OpfsFolder, name: string): Promise<DatabaseFile | undefined> {
	if (!("mode" in FileSystemSyncAccessHandle.prototype)) return undefined;
	const file = (await (await folder.handle())?.getFileHandle(name)) as SharedFileHandle | undefined;
	try {
		return file && readOnly(handleFile(await file.createSyncAccessHandle({ mode: "read-only" })));
	} catch (error) {
		// Its writer has not closed it yet.
		if (nameOf(error) === "NoModificationAllowedError") return undefined;
		throw error;
	}
}

/** Not yet in TypeScript's library. */
interface SharedFileHandle {
	createSyncAccessHandle(options: { mode: "read-only" }): Promise<FileSystemSyncAccessHandle>;
}

function readOnly(file: DatabaseFile): DatabaseFile {
	const refuse = () => {
		throw new Error("the file was opened for reading");
	};
	return { ...file, write: refuse, truncate: refuse, sync: () => {} };
}

function openTemporary(files: Map<string, MemoryFile>, location: string, mode: "read" | "create"): DatabaseFile {
	const file = mode === "create" ? new MemoryFile() : files.get(location);
	if (file === undefined) throw new StructuralIndexError("io", `cannot open ${show(location)}: it is missing`);
	files.set(location, file);
	return file.handle(mode);
}

function unprepared(action: string, location: string): StructuralIndexError {
	return new StructuralIndexError("io", `cannot ${action} ${show(location)}: it is missing or was not prepared`);
}

/** Failures as StructuralIndexErrors: `state-unwritable` while writing, `io` while reading. */
function told(file: DatabaseFile, location: string, quota: string): DatabaseFile {
	const reading = <T>(action: string, work: () => T): T => attempt(work, (error) => ioFailure(action, location, error));
	const writing = <T>(action: string, work: () => T): T =>
		attempt(work, (error) => writeFailure(action, location, error, quota));
	return {
		read: (into, offset) => reading("read", () => file.read(into, offset)),
		write: (bytes, offset) => writing("write", () => file.write(bytes, offset)),
		truncate: (size) => writing("truncate", () => file.truncate(size)),
		size: () => reading("measure", () => file.size()),
		sync: () => writing("flush", () => file.sync()),
		close: () => reading("close", () => file.close()),
	};
}

function attempt<T>(work: () => T, failure: (error: unknown) => Error): T {
	try {
		return work();
	} catch (error) {
		throw failure(error);
	}
}
