/**
 * SQLite, synchronously: the only file that imports wa-sqlite. It drives the exported C functions directly, because the
 * package's promise API is 2.5 to 5 times slower on inserts and patches BigInt.prototype. The wasm is instantiated once
 * a thread; any number of databases can be open in it.
 */
import factory from "wa-sqlite/dist/wa-sqlite.mjs";
import { type ErrorCode, messageOf, StructuralIndexError } from "../errors.ts";
import type { DatabaseFiles } from "../host.ts";
import { FilesVfs, type Heap, type Target } from "./vfs.ts";

export type SqlValue = string | number | null;

interface Module extends Heap {
	vfs_register(vfs: FilesVfs, makeDefault: boolean): number;
	_sqlite3_malloc(bytes: number): number;
	_sqlite3_free(pointer: number): void;
	_sqlite3_open_v2(zName: number, ppDb: number, flags: number, zVfs: number): number;
	_sqlite3_close_v2(db: number): number;
	_sqlite3_exec(db: number, zSql: number, callback: number, argument: number, pzError: number): number;
	_sqlite3_errmsg(db: number): number;
	_sqlite3_extended_errcode(db: number): number;
	_sqlite3_prepare_v2(db: number, zSql: number, bytes: number, ppStatement: number, pzTail: number): number;
	_sqlite3_finalize(statement: number): number;
	_sqlite3_step(statement: number): number;
	_sqlite3_reset(statement: number): number;
	_sqlite3_bind_int(statement: number, index: number, value: number): number;
	_sqlite3_bind_double(statement: number, index: number, value: number): number;
	_sqlite3_bind_null(statement: number, index: number): number;
	_sqlite3_bind_text(statement: number, index: number, pointer: number, bytes: number, destructor: number): number;
	_sqlite3_column_count(statement: number): number;
	_sqlite3_column_name(statement: number, index: number): number;
	_sqlite3_column_type(statement: number, index: number): number;
	_sqlite3_column_double(statement: number, index: number): number;
	_sqlite3_column_text(statement: number, index: number): number;
	_sqlite3_column_bytes(statement: number, index: number): number;
}

// sqlite3.h
const OK = 0;
const ROW = 100;
const DONE = 101;
const OPEN_READONLY = 1;
const OPEN_READWRITE_CREATE = 6;
const STATIC = 0;
const TRANSIENT = -1;
const TYPE_INTEGER = 1;
const TYPE_FLOAT = 2;
const TYPE_NULL = 5;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
let loaded: Promise<Sqlite> | undefined;

/**
 * The thread's SQLite; the first call instantiates it from the bytes of wa-sqlite.wasm (the sync build).
 * @throws StructuralIndexError `io` when the bytes are not that wasm.
 */
export function loadSqlite(wasm: Uint8Array): Promise<Sqlite> {
	loaded ??= instantiate(wasm).catch((cause) => {
		loaded = undefined;
		throw new StructuralIndexError("io", `SQLite could not be started: ${messageOf(cause)}`, { cause });
	});
	return loaded;
}

async function instantiate(wasmBinary: Uint8Array): Promise<Sqlite> {
	const quiet = () => {};
	return new Sqlite((await factory({ wasmBinary, print: quiet, printErr: quiet })) as Module);
}

export class Sqlite {
	readonly module: Module;
	readonly vfs: FilesVfs;

	constructor(module: Module) {
		this.module = module;
		this.vfs = new FilesVfs(module);
		if (module.vfs_register(this.vfs, false) !== OK) throw new StructuralIndexError("internal", "SQLite took no VFS");
	}

	/**
	 * `create` starts a new private database (a file at that location is overwritten by the caller's choice of
	 * location: it must not exist); `read` opens an immutable one and never writes anything anywhere.
	 * @throws StructuralIndexError `io` (read) or `state-unwritable` (create) when the file cannot be opened.
	 */
	open(files: DatabaseFiles, location: string, mode: "read" | "create"): Database {
		return new Database(this, { files, location, mode });
	}

	/** A zero-terminated copy in the heap; free it. */
	text(value: string): number {
		const bytes = encoder.encode(`${value}\0`);
		const pointer = this.allocate(bytes.length);
		this.module.HEAPU8.set(bytes, pointer);
		return pointer;
	}

	/** @throws StructuralIndexError `io` when the wasm heap (2 GiB) is full. */
	allocate(bytes: number): number {
		const pointer = this.module._sqlite3_malloc(bytes);
		if (pointer === 0) throw new StructuralIndexError("io", `SQLite has no memory left for ${bytes} bytes`);
		return pointer;
	}
}

export class Database {
	readonly sqlite: Sqlite;
	readonly target: Target;
	readonly #token: string;
	readonly #statements = new Map<string, Statement>();
	#handle: number;

	constructor(sqlite: Sqlite, target: Target) {
		this.sqlite = sqlite;
		this.target = target;
		this.#token = sqlite.vfs.add(target);
		const { module } = sqlite;
		const name = sqlite.text(this.#token);
		const vfs = sqlite.text(sqlite.vfs.name);
		const out = sqlite.allocate(4);
		const rc = module._sqlite3_open_v2(name, out, target.mode === "read" ? OPEN_READONLY : OPEN_READWRITE_CREATE, vfs);
		this.#handle = module.HEAP32[out >> 2] as number;
		for (const pointer of [name, vfs, out]) module._sqlite3_free(pointer);
		if (rc !== OK) {
			const error = this.#error(rc);
			this.close();
			throw error;
		}
		// Nothing may be written beside an index that is only read: large sorts stay in memory.
		if (target.mode === "read") this.exec("PRAGMA temp_store=MEMORY");
	}

	/** Runs statements without parameters; rows are dropped. */
	exec(sql: string): void {
		this.#assertOpen();
		const pointer = this.sqlite.text(sql);
		this.sqlite.vfs.active = this.target;
		const rc = this.sqlite.module._sqlite3_exec(this.#handle, pointer, 0, 0, 0);
		this.sqlite.module._sqlite3_free(pointer);
		this.check(rc);
	}

	/** A statement kept until the database is closed; the same text gives the same statement. */
	prepare(sql: string): Statement {
		const known = this.#statements.get(sql);
		if (known !== undefined) return known;
		const statement = this.#compile(sql);
		this.#statements.set(sql, statement);
		return statement;
	}

	#compile(sql: string): Statement {
		this.#assertOpen();
		const { module } = this.sqlite;
		const pointer = this.sqlite.text(sql);
		const out = this.sqlite.allocate(4);
		this.sqlite.vfs.active = this.target;
		const rc = module._sqlite3_prepare_v2(this.#handle, pointer, -1, out, 0);
		const handle = module.HEAP32[out >> 2] as number;
		module._sqlite3_free(pointer);
		module._sqlite3_free(out);
		this.check(rc);
		return new Statement(this, handle);
	}

	/** All rows as objects by column name. For small answers. */
	all<Row>(sql: string, ...values: SqlValue[]): Row[] {
		const statement = this.prepare(sql);
		try {
			return [...statement.rows<Row>(values)];
		} finally {
			statement.reset();
		}
	}

	/** The first row, if any. */
	first<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
		const statement = this.prepare(sql);
		try {
			return statement.rows<Row>(values).next().value as Row | undefined;
		} finally {
			statement.reset();
		}
	}

	/** Rows one after another, by a statement of its own: other work may go on between them. */
	*each<Row>(sql: string, ...values: SqlValue[]): Generator<Row, void> {
		const statement = this.#compile(sql);
		try {
			yield* statement.rows<Row>(values);
		} finally {
			statement.finalize();
		}
	}

	/** Flushes the file to the disk where the room can. */
	flush(): void {
		try {
			this.target.main?.sync();
		} catch (cause) {
			throw new StructuralIndexError("state-unwritable", `${this.target.location}: ${messageOf(cause)}`, { cause });
		}
	}

	/** Bytes of the database file. */
	size(): number {
		return this.target.main?.size() ?? 0;
	}

	/** Releases everything; again is harmless. */
	close(): void {
		if (this.#handle === 0) return;
		for (const statement of this.#statements.values()) statement.finalize();
		this.#statements.clear();
		this.sqlite.vfs.active = this.target;
		this.sqlite.module._sqlite3_close_v2(this.#handle);
		this.sqlite.vfs.active = undefined;
		this.#handle = 0;
		this.sqlite.vfs.drop(this.#token);
	}

	/** @throws StructuralIndexError as described at sqliteError when rc is not OK. */
	check(rc: number): void {
		if (rc !== OK) throw this.#error(rc);
	}

	#assertOpen(): void {
		if (this.#handle === 0) throw new StructuralIndexError("io", `${this.target.location}: the database is closed`);
	}

	#error(rc: number): StructuralIndexError {
		const { module } = this.sqlite;
		const message = this.#handle === 0 ? `code ${rc}` : module.UTF8ToString(module._sqlite3_errmsg(this.#handle));
		const { failure } = this.target;
		this.target.failure = undefined;
		return sqliteError(rc & 255, message, this.target, failure);
	}
}

/** Positions are 1-based for parameters and 0-based for columns, as in SQLite. Bindings stay when a statement is reset. */
export class Statement {
	readonly #module: Module;
	readonly #database: Database;
	readonly #handle: number;

	constructor(database: Database, handle: number) {
		this.#database = database;
		this.#module = database.sqlite.module;
		this.#handle = handle;
	}

	/** A 32-bit integer. */
	int(index: number, value: number): void {
		this.#module._sqlite3_bind_int(this.#handle, index, value);
	}

	null(index: number): void {
		this.#module._sqlite3_bind_null(this.#handle, index);
	}

	/** UTF-8 bytes in the heap that stay there until the next reset or other binding. */
	bytes(index: number, pointer: number, length: number): void {
		this.#module._sqlite3_bind_text(this.#handle, index, pointer, length, STATIC);
	}

	/** Any value, copied. Integers beyond 32 bits go as doubles: INTEGER columns store them as integers again. */
	bind(index: number, value: SqlValue): void {
		if (value === null) this.null(index);
		else if (typeof value === "string") {
			const text = new Text(this.#database.sqlite, value);
			this.#database.check(this.#module._sqlite3_bind_text(this.#handle, index, text.pointer, text.length, TRANSIENT));
			text.free();
		} else if ((value | 0) === value) this.int(index, value);
		else this.#module._sqlite3_bind_double(this.#handle, index, value);
	}

	/** True while there is a row. */
	step(): boolean {
		this.#database.sqlite.vfs.active = this.#database.target;
		const rc = this.#module._sqlite3_step(this.#handle);
		if (rc === ROW) return true;
		if (rc !== DONE) this.#database.check(rc);
		return false;
	}

	reset(): void {
		this.#module._sqlite3_reset(this.#handle);
	}

	/** One step and a reset, for statements without rows. */
	run(): void {
		try {
			this.step();
		} finally {
			this.reset();
		}
	}

	/** Binds and steps; columns by name. Reset or finalize afterwards. */
	*rows<Row>(values: readonly SqlValue[]): Generator<Row, void> {
		for (let i = 0; i < values.length; i++) this.bind(i + 1, values[i] as SqlValue);
		const names = this.#columns();
		while (this.step()) {
			const row: Record<string, SqlValue> = {};
			for (let i = 0; i < names.length; i++) row[names[i] as string] = this.value(i);
			yield row as Row;
		}
	}

	#columns(): string[] {
		const names: string[] = [];
		const count = this.#module._sqlite3_column_count(this.#handle);
		for (let i = 0; i < count; i++) {
			names.push(this.#module.UTF8ToString(this.#module._sqlite3_column_name(this.#handle, i)));
		}
		return names;
	}

	/** Exact up to 2^53. */
	value(index: number): SqlValue {
		const type = this.#module._sqlite3_column_type(this.#handle, index);
		if (type === TYPE_NULL) return null;
		if (type === TYPE_INTEGER || type === TYPE_FLOAT) return this.#module._sqlite3_column_double(this.#handle, index);
		const pointer = this.#module._sqlite3_column_text(this.#handle, index);
		const length = this.#module._sqlite3_column_bytes(this.#handle, index);
		return decoder.decode(this.#module.HEAPU8.subarray(pointer, pointer + length));
	}

	finalize(): void {
		this.#module._sqlite3_finalize(this.#handle);
	}
}

/** A string's UTF-8 in the heap until freed. */
export class Text {
	readonly pointer: number;
	readonly length: number;
	readonly #sqlite: Sqlite;

	constructor(sqlite: Sqlite, value: string) {
		const bytes = encoder.encode(storable(value));
		this.#sqlite = sqlite;
		this.length = bytes.length;
		this.pointer = sqlite.allocate(bytes.length + 1);
		sqlite.module.HEAPU8.set(bytes, this.pointer);
	}

	free(): void {
		this.#sqlite.module._sqlite3_free(this.pointer);
	}
}

/** SQLite's text functions stop at NUL: it becomes U+2400, the symbol for it. */
export function storable(value: string): string {
	return value.includes("\0") ? value.replaceAll("\0", "\u2400") : value;
}

/** What SQLite's primary result code means to a caller, by what the database was opened for. */
function sqliteError(rc: number, message: string, target: Target, cause: unknown): StructuralIndexError {
	const detail = cause === undefined ? message : `${message} (${messageOf(cause)})`;
	const codes: Record<number, ErrorCode> =
		target.mode === "read"
			? { 1: "index-foreign", 11: "index-corrupt", 26: "index-corrupt" }
			: { 8: "state-unwritable", 10: "state-unwritable", 13: "state-unwritable", 14: "state-unwritable" };
	const known = cause instanceof StructuralIndexError ? cause.code : codes[rc];
	const code = known ?? (rc === 7 || target.mode === "read" ? "io" : "internal");
	return new StructuralIndexError(code, `${target.location}: ${detail}`, cause === undefined ? undefined : { cause });
}
