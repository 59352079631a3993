/**
 * UTF-8 of many strings in the SQLite heap, each encoded once and bound by address. Text is most of what a bulk load
 * moves; an edge's four texts then cost four addresses.
 */
import { type Sqlite, type Statement, storable } from "./sqlite.ts";

const encoder = new TextEncoder();

export class TextArena {
	readonly #sqlite: Sqlite;
	#start = 0;
	#capacity = 0;
	#used = 0;
	#strings: readonly string[] = [];
	/** Address of each encoded string, 0: not yet. */
	#address = new Int32Array(0);
	#length = new Int32Array(0);

	constructor(sqlite: Sqlite) {
		this.#sqlite = sqlite;
	}

	/** Begins anew with these strings; addresses given out before are void. */
	load(strings: readonly string[]): void {
		let bytes = 0;
		// A UTF-16 unit takes at most three bytes of UTF-8.
		for (const s of strings) bytes += s.length * 3;
		if (this.#start === 0 || bytes > this.#capacity) {
			this.free();
			this.#capacity = Math.max(bytes, 1 << 16);
			this.#start = this.#sqlite.allocate(this.#capacity);
		}
		if (strings.length > this.#address.length) {
			this.#address = new Int32Array(strings.length * 2);
			this.#length = new Int32Array(strings.length * 2);
		} else this.#address.fill(0, 0, strings.length);
		this.#strings = strings;
		this.#used = 0;
	}

	/** Binds strings[index]; the empty string is text, not NULL. */
	bind(statement: Statement, column: number, index: number): void {
		if (this.#address[index] === 0) this.#encode(index);
		statement.bytes(column, this.#address[index] as number, this.#length[index] as number);
	}

	/** Binds strings[index], or NULL for index 0. */
	bindOptional(statement: Statement, column: number, index: number): void {
		if (index === 0) statement.null(column);
		else this.bind(statement, column, index);
	}

	free(): void {
		if (this.#start !== 0) this.#sqlite.module._sqlite3_free(this.#start);
		this.#start = 0;
		this.#capacity = 0;
	}

	#encode(index: number): void {
		const value = this.#strings[index] as string;
		const heap = this.#sqlite.module.HEAPU8;
		const at = this.#start + this.#used;
		let length = 0;
		// Most names are short and ASCII: a loop beats the encoder there.
		if (value.length < 64) {
			for (; length < value.length; length++) {
				const unit = value.charCodeAt(length);
				if (unit === 0 || unit > 127) break;
				heap[at + length] = unit;
			}
		}
		if (length < value.length) {
			length = encoder.encodeInto(storable(value), heap.subarray(at, this.#start + this.#capacity)).written;
		}
		this.#address[index] = at;
		this.#length[index] = length;
		this.#used += length;
	}
}
