/**
 * The rows that come by the thousand: symbols, boundaries, edges, imports, exports of one file after another. Bindings
 * survive a reset, so only the columns that change from row to row are bound again, and texts are bound by address.
 */
import type { LinkedFile, LinkedIndex } from "../resolve/linked.ts";
import { EDGE_KINDS, FUNCTION_KINDS, SYMBOL_KINDS } from "../types.ts";
import { EXPORT_KINDS, IMPORT_KINDS } from "../units/facts.ts";
import { type Database, type Statement, Text } from "./sqlite.ts";
import { SymbolIds } from "./symbol-ids.ts";
import { TextArena } from "./text-arena.ts";
import type { Backend } from "./write.ts";

/** By index in SYMBOL_KINDS: 1 for kinds that have boundaries. */
export const IS_FUNCTION = Uint8Array.from(SYMBOL_KINDS, (kind) => (FUNCTION_KINDS.includes(kind) ? 1 : 0));

export class RowWriter {
	readonly #database: Database;
	readonly #linked: LinkedIndex;
	readonly #ids: SymbolIds;
	readonly #arena: TextArena;
	/** Texts bound by address for longer than a file. */
	readonly #constants = new Map<string, Text>();
	readonly #symbols: Statement;
	readonly #boundaries: Statement;
	readonly #edges: Statement;
	readonly #imports: Statement;
	readonly #exports: Statement;
	#edge = 0;

	constructor(database: Database, linked: LinkedIndex) {
		this.#database = database;
		this.#linked = linked;
		this.#ids = new SymbolIds(database.sqlite, linked);
		this.#arena = new TextArena(database.sqlite);
		this.#symbols = database.prepare("INSERT INTO symbols VALUES (?,?,?,?,?,?,?,?,?,?,?,?,'default',?,?,'baseline')");
		this.#boundaries = database.prepare("INSERT INTO function_boundaries VALUES (?,?,?,?,?,?)");
		this.#edges = database.prepare("INSERT INTO call_edges VALUES (?,?,?,?,?,?,?,'default',?,'baseline')");
		this.#imports = database.prepare("INSERT INTO imports VALUES (?,?,?,?,?,?)");
		this.#exports = database.prepare("INSERT INTO exports VALUES (?,?,?,?,?,?)");
	}

	/**
	 * All rows of one file; files come in the order of `linked.files`.
	 * @returns its number of edges.
	 */
	write(file: LinkedFile, index: number, backend: Backend, cacheKey: string): number {
		this.#arena.load(file.facts.strings);
		const own = [file.path, cacheKey, file.namespace ?? ""].map((text) => new Text(this.#database.sqlite, text));
		const [path, key, namespace] = own as [Text, Text, Text];
		try {
			this.#writeSymbols(file, backend, path, key, namespace);
			this.#writeImports(file, path);
			this.#writeExports(file, path);
			return this.#writeEdges(file, index, path);
		} finally {
			for (const text of own) text.free();
		}
	}

	/** Edges not written yet: none when all files are through. */
	get left(): number {
		return this.#linked.edges.count - this.#edge;
	}

	free(): void {
		this.#arena.free();
		this.#ids.free();
		for (const text of this.#constants.values()) text.free();
		this.#constants.clear();
	}

	#writeSymbols(file: LinkedFile, backend: Backend, path: Text, key: Text, namespace: Text): void {
		const { symbols } = file.facts;
		const insert = this.#symbols;
		const boundary = this.#boundaries;
		this.#constant(insert, 5, file.language);
		insert.bytes(6, path.pointer, path.length);
		this.#constant(insert, 11, backend.backend_name);
		this.#constant(insert, 12, backend.precision);
		this.#constant(insert, 13, `lang:${file.language}`);
		insert.bytes(14, key.pointer, key.length);
		boundary.bytes(2, path.pointer, path.length);
		this.#constant(boundary, 6, file.language);
		for (let row = 0; row < symbols.rows; row++) {
			const kind = symbols.kind[row] as number;
			const start = symbols.start_line[row] as number;
			const end = symbols.end_line[row] as number;
			const signature = symbols.signature[row] as number;
			const symbol = file.first_symbol + row;
			this.#ids.bind(insert, 1, symbol);
			if (row === 0) {
				insert.bind(2, file.module.name);
				insert.bind(3, file.module.qualified);
				insert.null(4);
			} else {
				this.#arena.bind(insert, 2, symbols.name[row] as number);
				this.#arena.bind(insert, 3, symbols.qualified[row] as number);
				const own = symbols.namespace[row] as number;
				if (own !== 0 || namespace.length === 0) this.#arena.bindOptional(insert, 4, own);
				else insert.bytes(4, namespace.pointer, namespace.length);
			}
			insert.int(7, start);
			insert.int(8, end);
			this.#constant(insert, 9, SYMBOL_KINDS[kind] as string);
			this.#arena.bindOptional(insert, 10, signature);
			insert.run();
			if (IS_FUNCTION[kind] !== 1) continue;
			this.#ids.bind(boundary, 1, symbol);
			boundary.int(3, start);
			boundary.int(4, end);
			this.#arena.bindOptional(boundary, 5, signature);
			boundary.run();
		}
	}

	#writeEdges(file: LinkedFile, index: number, path: Text): number {
		const { edges } = this.#linked;
		const insert = this.#edges;
		const first = this.#edge;
		insert.bytes(5, path.pointer, path.length);
		this.#constant(insert, 8, `lang:${file.language}`);
		for (; this.#edge < edges.count && edges.file[this.#edge] === index; this.#edge++) {
			const edge = this.#edge;
			insert.int(1, edge + 1);
			this.#ids.bind(insert, 2, edges.caller[edge] as number);
			this.#ids.bind(insert, 3, edges.callee[edge] as number);
			this.#arena.bind(insert, 4, edges.name[edge] as number);
			insert.int(6, edges.line[edge] as number);
			this.#constant(insert, 7, EDGE_KINDS[edges.kind[edge] as number] as string);
			insert.run();
		}
		return this.#edge - first;
	}

	#writeImports(file: LinkedFile, path: Text): void {
		const { imports } = file.facts;
		const insert = this.#imports;
		insert.bytes(1, path.pointer, path.length);
		for (let row = 0; row < imports.rows; row++) {
			insert.int(2, imports.line[row] as number);
			this.#constant(insert, 3, IMPORT_KINDS[imports.kind[row] as number] as string);
			this.#arena.bindOptional(insert, 4, imports.module[row] as number);
			this.#arena.bindOptional(insert, 5, imports.name[row] as number);
			this.#arena.bindOptional(insert, 6, imports.local[row] as number);
			insert.run();
		}
	}

	#writeExports(file: LinkedFile, path: Text): void {
		const { exports } = file.facts;
		const insert = this.#exports;
		insert.bytes(1, path.pointer, path.length);
		for (let row = 0; row < exports.rows; row++) {
			insert.int(2, exports.line[row] as number);
			this.#constant(insert, 3, EXPORT_KINDS[exports.kind[row] as number] as string);
			this.#arena.bindOptional(insert, 4, exports.exported[row] as number);
			this.#arena.bindOptional(insert, 5, exports.local[row] as number);
			this.#arena.bindOptional(insert, 6, exports.module[row] as number);
			insert.run();
		}
	}

	#constant(statement: Statement, column: number, value: string): void {
		let text = this.#constants.get(value);
		if (text === undefined) {
			text = new Text(this.#database.sqlite, value);
			this.#constants.set(value, text);
		}
		statement.bytes(column, text.pointer, text.length);
	}
}
