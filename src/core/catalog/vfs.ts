/**
 * SQLite's view of files: the low-level x* methods that wa-sqlite calls, over DatabaseFiles. A database is opened under
 * a token, not under its location, so that SQLite can never derive the name of a journal or lock beside it.
 */
import type { DatabaseFile, DatabaseFiles } from "../host.ts";

/** The members of the Emscripten module that the VFS needs; the heap views are replaced whenever the memory grows. */
export interface Heap {
	readonly HEAPU8: Uint8Array;
	readonly HEAP32: Int32Array;
	UTF8ToString(pointer: number): string;
}

/** One database: what its token stands for. */
export interface Target {
	readonly files: DatabaseFiles;
	readonly location: string;
	readonly mode: "read" | "create";
	/** Open main file, for size and flush. */
	main?: DatabaseFile;
	/** The last thing that DatabaseFiles threw: the cause of SQLite's next error. */
	failure?: unknown;
}

// Result codes and flags of sqlite3.h.
const OK = 0;
const NOTFOUND = 12;
const CANTOPEN = 14;
const IOERR = 10;
const IOERR_SHORT_READ = 522;
/** POWERSAFE_OVERWRITE | UNDELETABLE_WHEN_OPEN: no padding writes, no reopening checks. */
const CREATE_CHARACTERISTICS = 0x1800;
/** IMMUTABLE: SQLite takes no lock and looks for no journal. */
const READ_CHARACTERISTICS = 0x2000;
const FOUR_GIB = 4294967296;

export class FilesVfs {
	readonly name = "mantis";
	readonly mxPathname = 64;
	/** The database whose statement runs now: anonymous temporary files belong to it. */
	active: Target | undefined;
	readonly #heap: Heap;
	readonly #targets = new Map<string, Target>();
	/** By sqlite3_file pointer. */
	readonly #open = new Map<number, { file: DatabaseFile; target: Target; temporary?: string }>();
	#tokens = 0;

	constructor(heap: Heap) {
		this.#heap = heap;
	}

	add(target: Target): string {
		const token = `db${++this.#tokens}`;
		this.#targets.set(token, target);
		return token;
	}

	drop(token: string): void {
		this.#targets.delete(token);
	}

	hasAsyncMethod(): boolean {
		return false;
	}

	xOpen(_vfs: number, zName: number, pFile: number, flags: number, pOut: number): number {
		const target = zName ? this.#targets.get(this.#heap.UTF8ToString(zName)) : this.active;
		// Anything else than a known token would be a journal: there are none.
		if (target === undefined || (!zName && target.mode === "read")) return CANTOPEN;
		return this.#attempt(target, CANTOPEN, () => {
			const temporary = zName ? undefined : `${target.location}-temp${++this.#tokens}`;
			const file = target.files.open(temporary ?? target.location, target.mode);
			if (temporary === undefined) target.main = file;
			this.#open.set(pFile, { file, target, temporary });
			if (pOut) this.#heap.HEAP32[pOut >> 2] = flags;
		});
	}

	xClose(pFile: number): number {
		const open = this.#open.get(pFile);
		if (open === undefined) return OK;
		this.#open.delete(pFile);
		const { file, target, temporary } = open;
		if (target.main === file) target.main = undefined;
		return this.#attempt(target, IOERR, () => {
			file.close();
			if (temporary !== undefined) target.files.remove(temporary);
		});
	}

	xRead(pFile: number, pData: number, length: number, low: number, high: number): number {
		const into = this.#heap.HEAPU8.subarray(pData, pData + length);
		return this.#with(pFile, (file) => {
			const got = file.read(into, high * FOUR_GIB + (low >>> 0));
			if (got < length) into.fill(0, got);
			return got < length ? IOERR_SHORT_READ : OK;
		});
	}

	xWrite(pFile: number, pData: number, length: number, low: number, high: number): number {
		return this.#with(pFile, (file) => {
			file.write(this.#heap.HEAPU8.subarray(pData, pData + length), high * FOUR_GIB + (low >>> 0));
			return OK;
		});
	}

	xTruncate(pFile: number, low: number, high: number): number {
		return this.#with(pFile, (file) => {
			file.truncate(high * FOUR_GIB + (low >>> 0));
			return OK;
		});
	}

	xSync(pFile: number): number {
		return this.#with(pFile, (file) => {
			file.sync();
			return OK;
		});
	}

	xFileSize(pFile: number, pSize: number): number {
		return this.#with(pFile, (file) => {
			const size = file.size();
			this.#heap.HEAP32[pSize >> 2] = (size % FOUR_GIB) | 0;
			this.#heap.HEAP32[(pSize >> 2) + 1] = Math.floor(size / FOUR_GIB);
			return OK;
		});
	}

	xAccess(_vfs: number, _zName: number, _flags: number, pOut: number): number {
		this.#heap.HEAP32[pOut >> 2] = 0;
		return OK;
	}

	xDelete(): number {
		return OK;
	}

	xFullPathname(_vfs: number, zName: number, size: number, zOut: number): number {
		const heap = this.#heap.HEAPU8;
		const end = heap.indexOf(0, zName);
		if (end - zName >= size) return CANTOPEN;
		heap.copyWithin(zOut, zName, end + 1);
		return OK;
	}

	// A private new file or an immutable one: nobody else is there to lock out.
	xLock(): number {
		return OK;
	}
	xUnlock(): number {
		return OK;
	}
	xCheckReservedLock(_file: number, pOut: number): number {
		this.#heap.HEAP32[pOut >> 2] = 0;
		return OK;
	}
	xFileControl(): number {
		return NOTFOUND;
	}
	xSectorSize(): number {
		return 4096;
	}
	xDeviceCharacteristics(pFile: number): number {
		return this.#open.get(pFile)?.target.mode === "read" ? READ_CHARACTERISTICS : CREATE_CHARACTERISTICS;
	}

	#with(pFile: number, work: (file: DatabaseFile) => number): number {
		const open = this.#open.get(pFile);
		if (open === undefined) return IOERR;
		try {
			return work(open.file);
		} catch (error) {
			open.target.failure = error;
			return IOERR;
		}
	}

	#attempt(target: Target, failed: number, work: () => void): number {
		try {
			work();
			return OK;
		} catch (error) {
			target.failure = error;
			return failed;
		}
	}
}
