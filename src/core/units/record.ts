/**
 * The stored form of UnitFacts: one buffer that crosses the worker boundary as a transfer and lies in `units/` as it is.
 *
 *   magic "MSIU", version u32, digest 16 bytes (sha256 of all that follows, cut), header u32 × n, tables, strings
 *
 * All integers are little-endian 32-bit. A reader must treat any mismatch as "not there": records are a cache.
 */
import { StructuralIndexError } from "../errors.ts";
import type { Digest } from "../host.ts";
import { TABLES, type Table, type TableName, type UnitFacts } from "./facts.ts";

/** Part of every cache key: bump it when TABLES or this layout changes. */
export const RECORD_VERSION = 2;
const MAGIC = 0x5549534d; // "MSIU"
const HEAD_BYTES = 24;
const TABLE_NAMES = Object.keys(TABLES) as TableName[];

/** Growing columns of one table, for the extractor. */
export class TableBuilder<T extends TableName> {
	readonly width: number;
	rows = 0;
	cells: Int32Array;

	constructor(name: T, capacity = 64) {
		this.width = TABLES[name].length;
		this.cells = new Int32Array(this.width * capacity);
	}

	/** Values in the order of TABLES[name]; returns the row's index. */
	add(...values: number[]): number {
		const at = this.rows * this.width;
		if (at + this.width > this.cells.length) {
			const grown = new Int32Array(this.cells.length * 2);
			grown.set(this.cells);
			this.cells = grown;
		}
		for (let i = 0; i < this.width; i++) this.cells[at + i] = values[i] as number;
		return this.rows++;
	}

	get(row: number, column: number): number {
		return this.cells[row * this.width + column] as number;
	}

	set(row: number, column: number, value: number): void {
		this.cells[row * this.width + column] = value;
	}
}

export type Builders = { [T in TableName]: TableBuilder<T> };

export interface RecordInput {
	tables: Builders;
	/** strings[0] must be "". */
	strings: readonly string[];
	lines: number;
	note: string;
}

/** @returns the record's bytes, a buffer of its own. */
export function encodeRecord(input: RecordInput, digest: Digest): Uint8Array<ArrayBuffer> {
	const text = new TextEncoder().encode(input.strings.join("") + input.note);
	const header = 4 + TABLE_NAMES.length;
	let cells = 0;
	for (const name of TABLE_NAMES) cells += input.tables[name].rows * TABLES[name].length;
	const words = header + cells + input.strings.length;
	const bytes = new Uint8Array(HEAD_BYTES + words * 4 + text.length);
	const out = new Int32Array(bytes.buffer, HEAD_BYTES, words);
	let at = 0;
	out[at++] = input.strings.length;
	out[at++] = text.length;
	out[at++] = input.lines;
	out[at++] = input.note.length;
	for (const name of TABLE_NAMES) out[at++] = input.tables[name].rows;
	for (const name of TABLE_NAMES) {
		const { rows, width, cells: source } = input.tables[name];
		for (let column = 0; column < width; column++) {
			for (let row = 0, from = column; row < rows; row++, from += width) out[at++] = source[from] as number;
		}
	}
	for (const s of input.strings) out[at++] = s.length;
	bytes.set(text, HEAD_BYTES + words * 4);
	const view = new DataView(bytes.buffer);
	view.setUint32(0, MAGIC, true);
	view.setUint32(4, RECORD_VERSION, true);
	bytes.set(digest.sha256(bytes.subarray(HEAD_BYTES)).subarray(0, 16), 8);
	return bytes;
}

/** True when the bytes are a whole, undamaged record of this version. */
export function isIntact(bytes: Uint8Array, digest: Digest): boolean {
	if (bytes.length < HEAD_BYTES) return false;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== RECORD_VERSION) return false;
	const sum = digest.sha256(bytes.subarray(HEAD_BYTES));
	for (let i = 0; i < 16; i++) if (sum[i] !== bytes[8 + i]) return false;
	return true;
}

/**
 * Views over the record's own bytes where its alignment allows; the bytes must not change afterwards.
 * @throws StructuralIndexError `index-corrupt` when the bytes are not a record of this version.
 */
export function decodeRecord(record: Uint8Array): UnitFacts {
	const bytes = record.byteOffset % 4 === 0 ? record : record.slice();
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < HEAD_BYTES || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== RECORD_VERSION) {
		throw new StructuralIndexError("index-corrupt", `unit record expected version ${RECORD_VERSION}, got other bytes`);
	}
	const all = new Int32Array(bytes.buffer, bytes.byteOffset + HEAD_BYTES, (bytes.length - HEAD_BYTES) >> 2);
	let at = 0;
	const stringCount = all[at++] as number;
	const textBytes = all[at++] as number;
	const lines = all[at++] as number;
	const noteLength = all[at++] as number;
	const counts = TABLE_NAMES.map(() => all[at++] as number);
	const tables: Record<string, Record<string, unknown>> = {};
	TABLE_NAMES.forEach((name, i) => {
		const rows = counts[i] as number;
		const table: Record<string, unknown> = { rows };
		for (const column of TABLES[name]) {
			table[column] = all.subarray(at, at + rows);
			at += rows;
		}
		tables[name] = table;
	});
	const lengths = all.subarray(at, at + stringCount);
	at += stringCount;
	const start = HEAD_BYTES + at * 4;
	const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(start, start + textBytes));
	const strings = new Array<string>(stringCount);
	let from = 0;
	for (let i = 0; i < stringCount; i++) {
		const to = from + (lengths[i] as number);
		strings[i] = text.slice(from, to);
		from = to;
	}
	return {
		...(tables as unknown as { [T in TableName]: Table<T> }),
		strings,
		lines,
		note: text.slice(from, from + noteLength),
	};
}
