/**
 * The text ids of all symbols of a linked index as bytes in the SQLite heap, `fallback:{language}:{file_path}:{hash}`:
 * written once, bound by address as symbol_id, caller_id and callee_id. About 70 bytes a symbol.
 */
import type { LinkedIndex } from "../resolve/linked.ts";
import { type Sqlite, type Statement, storable } from "./sqlite.ts";

const encoder = new TextEncoder();
const HEX = encoder.encode("0123456789abcdef");
const HASH_DIGITS = 16;

export class SymbolIds {
	readonly #sqlite: Sqlite;
	readonly #start: number;
	/** Where each id begins, relative to the start, and the end of the last. */
	readonly #offsets: Uint32Array;

	constructor(sqlite: Sqlite, linked: LinkedIndex) {
		this.#sqlite = sqlite;
		this.#offsets = new Uint32Array(linked.symbol_count + 1);
		const prefixes = linked.files.map((file) => encoder.encode(storable(`fallback:${file.language}:${file.path}:`)));
		let symbol = 0;
		let size = 0;
		linked.files.forEach(({ facts: { symbols } }, f) => {
			for (let row = 0; row < symbols.rows; row++) {
				this.#offsets[symbol++] = size;
				size += (prefixes[f] as Uint8Array).length + HASH_DIGITS;
			}
		});
		this.#offsets[symbol] = size;
		this.#start = sqlite.allocate(Math.max(size, 1));
		const heap = sqlite.module.HEAPU8;
		let at = this.#start;
		linked.files.forEach(({ module, facts: { symbols } }, f) => {
			const prefix = prefixes[f] as Uint8Array;
			for (let row = 0; row < symbols.rows; row++) {
				heap.set(prefix, at);
				at += prefix.length;
				if (row === 0) heap.set(encoder.encode(module.hash), at);
				else hex(heap, hex(heap, at, symbols.hash_hi[row] as number), symbols.hash_lo[row] as number);
				at += HASH_DIGITS;
			}
		});
	}

	/** @param symbol global symbol index; negative: NULL. */
	bind(statement: Statement, column: number, symbol: number): void {
		if (symbol < 0) {
			statement.null(column);
			return;
		}
		const from = this.#offsets[symbol] as number;
		statement.bytes(column, this.#start + from, (this.#offsets[symbol + 1] as number) - from);
	}

	free(): void {
		this.#sqlite.module._sqlite3_free(this.#start);
	}
}

function hex(heap: Uint8Array, at: number, word: number): number {
	for (let shift = 28; shift >= 0; shift -= 4) heap[at++] = HEX[(word >>> shift) & 15] as number;
	return at;
}
