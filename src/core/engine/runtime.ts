/**
 * The only import of web-tree-sitter. Parses a text and runs a query over the tree in one call each, and hands back the
 * matches as they lie in the wasm heap: 32-bit words, no object a capture (building those costs as much as the parse).
 *
 * Layout of the matches, from ts_query_matches_wasm in web-tree-sitter 0.27 (lib/binding_web/lib/tree-sitter.c), pinned
 * by package.json and checked by test/core/runtime.test.ts against the library's own objects:
 *   match: pattern, n, then n × (capture, node id, start index, start row, start column, alias)
 * Indexes and columns are UTF-16 code units, rows are 0-based.
 */
import { Language, Parser, Query } from "web-tree-sitter";
import { messageOf, StructuralIndexError } from "../errors.ts";
import { queryFor } from "./plan.ts";

/** What of the Emscripten module is used; `Parser.init(module)` fills the object it is given. */
interface Heap {
	HEAP32: Int32Array;
	HEAPU8: Uint8Array;
	currentQueryProgressCallback: ((state: { currentOffset: number }) => boolean) | null;
	_free(address: number): void;
	_ts_init(): number;
	_ts_tree_root_node_wasm(tree: number): void;
	_ts_node_end_index_wasm(tree: number): number;
	_ts_node_end_point_wasm(tree: number): void;
	_ts_node_named_child_count_wasm(tree: number): number;
	_ts_node_has_error_wasm(tree: number): number;
	_ts_query_matches_wasm(query: number, tree: number, ...limits: number[]): void;
}

/** Words a node takes in the heap: id, start index, row, column, alias. */
export const NODE_WORDS = 5;

export interface CompiledGrammar {
	parser: Parser;
	query: Query;
}

export class Runtime {
	readonly #heap: Heap;
	readonly #transfer: number;

	private constructor(heap: Heap) {
		this.#heap = heap;
		this.#transfer = heap._ts_init() >> 2;
	}

	static #only: Promise<Runtime> | undefined;

	/** web-tree-sitter keeps one module a thread, so this does too. @param wasm web-tree-sitter.wasm */
	static create(wasm: Uint8Array): Promise<Runtime> {
		Runtime.#only ??= (async () => {
			const module = { wasmBinary: wasm };
			await Parser.init(module);
			return new Runtime(module as unknown as Heap);
		})();
		return Runtime.#only;
	}

	/** Bytes of the wasm heap; it never shrinks. */
	get heapBytes(): number {
		return this.#heap.HEAPU8.length;
	}

	/** @throws StructuralIndexError `grammar-incompatible`, or `language-invalid` with the place in the query text. */
	compile(name: string, module: WebAssembly.Module, text: string): CompiledGrammar {
		const source = queryFor(name, text);
		let language: Language;
		let parser: Parser;
		try {
			language = Language.loadSync(module);
			parser = new Parser().setLanguage(language);
		} catch (cause) {
			throw new StructuralIndexError(
				"grammar-incompatible",
				`grammar "${name}" expected a tree-sitter wasm of ABI 13 to 15, got: ${messageOf(cause)}`,
				{ cause },
			);
		}
		try {
			return { parser, query: new Query(language, source) };
		} catch (cause) {
			const index = (cause as { index?: number }).index;
			const line =
				index === undefined ? "" : ` at line ${source.slice(0, index).split("\n").length} of the combined query`;
			throw new StructuralIndexError("language-invalid", `queries for grammar "${name}"${line}: ${messageOf(cause)}`, {
				cause,
			});
		}
	}

	/**
	 * Parses and queries.
	 * @returns undefined when `expired()` said stop; else what `use` made of the matches. The matches and their node
	 * words are valid only inside `use`.
	 */
	run<T>(grammar: CompiledGrammar, text: string, expired: () => boolean, use: (matches: Matches) => T): T | undefined {
		const { parser, query } = grammar;
		const heap = this.#heap;
		const tree = parser.parse(text, null, { progressCallback: expired });
		if (tree === null) {
			parser.reset();
			return undefined;
		}
		let address = 0;
		try {
			const handle = (tree as unknown as number[])[0] as number;
			let stopped = false;
			heap.currentQueryProgressCallback = () => {
				stopped = expired();
				return stopped;
			};
			heap._ts_tree_root_node_wasm(handle);
			const hasError = heap._ts_node_has_error_wasm(handle) === 1;
			const queryHandle = (query as unknown as number[])[0] as number;
			// no ranges; no match limit: dropped matches would be silently lost facts
			heap._ts_query_matches_wasm(queryHandle, handle, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1);
			const count = heap.HEAP32[this.#transfer] as number;
			address = heap.HEAP32[this.#transfer + 1] as number;
			if (stopped) return undefined;
			return use(new Matches(heap, this.#transfer, handle, address >> 2, count, hasError));
		} finally {
			heap.currentQueryProgressCallback = null;
			if (address !== 0) heap._free(address);
			tree.delete();
		}
	}
}

/** The matches of one tree. A node is named by the index of its first word in `words`. */
export class Matches {
	readonly count: number;
	readonly first: number;
	readonly hasError: boolean;
	readonly #heap: Heap;
	readonly #transfer: number;
	readonly #tree: number;

	constructor(heap: Heap, transfer: number, tree: number, first: number, count: number, hasError: boolean) {
		this.#heap = heap;
		this.#transfer = transfer;
		this.#tree = tree;
		this.first = first;
		this.count = count;
		this.hasError = hasError;
	}

	/** The heap as words; ask again after any call below, which may grow it. */
	get words(): Int32Array {
		return this.#heap.HEAP32;
	}

	#load(node: number): void {
		const words = this.#heap.HEAP32;
		const to = this.#transfer;
		words[to] = words[node] as number;
		words[to + 1] = words[node + 1] as number;
		words[to + 2] = words[node + 2] as number;
		words[to + 3] = words[node + 3] as number;
		words[to + 4] = words[node + 4] as number;
	}

	endIndex(node: number): number {
		this.#load(node);
		return this.#heap._ts_node_end_index_wasm(this.#tree);
	}

	/** 0-based row of the node's last character: a node that ends at a line's start ends on the line before. */
	lastRow(node: number): number {
		this.#load(node);
		this.#heap._ts_node_end_point_wasm(this.#tree);
		const row = this.#heap.HEAP32[this.#transfer] as number;
		const column = this.#heap.HEAP32[this.#transfer + 1] as number;
		return column === 0 && row > (this.#heap.HEAP32[node + 2] as number) ? row - 1 : row;
	}

	namedChildCount(node: number): number {
		this.#load(node);
		return this.#heap._ts_node_named_child_count_wasm(this.#tree);
	}
}
