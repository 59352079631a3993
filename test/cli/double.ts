/** A library double and captured streams: the front end alone, without wasm or workers. */
import { Writable } from "node:stream";
import { run } from "../../src/cli/run.ts";
import type { Library } from "../../src/cli/terminal.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type {
	BuildOptions,
	BuildResult,
	CallRow,
	Coverage,
	ExportOptions,
	ImportOptions,
	Manifest,
	StructuralIndex,
	SymbolRow,
} from "../../src/core/types.ts";

export const COVERAGE: Coverage = {
	total_files: 3,
	indexed_files: 3,
	failed: 0,
	deferred: 0,
	partition_status: "complete",
	backends_used: ["tree-sitter"],
	snapshot_id: "unknown",
	stale: false,
};

export function symbol(symbol_id: string, over: Partial<SymbolRow> = {}): SymbolRow {
	return {
		symbol_id,
		name: "feed",
		qualified_name: "Parser.feed",
		namespace: "html.parser",
		language: "python",
		file_path: "html/parser.py",
		start_line: 110,
		end_line: 120,
		kind: "method",
		signature: "feed(self, data)",
		backend: "tree-sitter",
		precision: "ast",
		...over,
	};
}

export function call(over: Partial<CallRow> = {}): CallRow {
	return {
		symbol_id: "id:main",
		name: "main",
		qualified_name: "main",
		kind: "function",
		defined_in: "a.py",
		start_line: 1,
		end_line: 9,
		callee_name: "feed",
		file_path: "a.py",
		line: 7,
		edge_kind: "direct",
		precision: "ast",
		backend: "tree-sitter",
		...over,
	};
}

export const MANIFEST = {
	schema_version: 1,
	snapshot_id: "unknown",
	status: "complete",
	provider: {
		kind: "local-build",
		catalog: "catalog.sqlite",
		backend_versions: { python: { backend_name: "tree-sitter", backend_version: "1", precision: "ast" } },
	},
	units: { total: 3, reused: 1, rebuild: 2, failed: 0 },
	coverage: {
		total_files: 5,
		indexed_files: 3,
		failed_files: 0,
		deferred_files: 0,
		skipped_files: 1,
		unsupported_files: 1,
	},
	mode: "off",
	stale: false,
	counts: { symbols: 12, call_edges: 30, resolved_edges: 20 },
	created_at: "2026-01-02T03:04:05.000Z",
	build_duration_ms: 1234,
	tool: "mantis-structural-index@0.1.0",
} as unknown as Manifest;

export const RESULT: BuildResult = {
	built: true,
	manifest_path: "/s/workspace/kb/structural_index/manifest.json",
	catalog_path: "/s/workspace/kb/structural_index/catalog.sqlite",
	query_helper_path: "/s/workspace/helpers/query_structural_index.py",
	manifest: MANIFEST,
	summary: {
		units: 3,
		symbols: 12,
		call_edges: 30,
		backends_used: ["tree-sitter"],
		coverage_status: "complete",
		message: "Indexed 3 files.",
	},
	problems: [
		{ file_path: "bad\u001b[31m.py", status: "failed", reason: "time budget of 5 ms exceeded" },
		{ file_path: "x.py", status: "skipped", reason: "binary" },
		{ file_path: "y.py", status: "skipped", reason: "binary" },
	],
	warnings: ["sub/.gitignore could not be read"],
};

export interface Calls {
	build: BuildOptions[];
	open: (string | undefined)[];
	queries: [string, unknown][];
	archives: [verb: string, archive: string, options: ExportOptions | ImportOptions][];
	closed: number;
}

/** @param over members of the index that answer differently. */
export function library(
	over: Partial<StructuralIndex> = {},
	build?: Library["buildIndex"],
): Library & { calls: Calls } {
	const calls: Calls = { build: [], open: [], queries: [], archives: [], closed: 0 };
	const index: StructuralIndex = {
		manifest: MANIFEST,
		source: "catalog",
		resolve_symbol: async () => ({ results: [], total: 0, ambiguous: false, has_more: false, coverage: COVERAGE }),
		find_callers: async ({ symbol_id }) => {
			throw new StructuralIndexError("symbol-not-found", `no symbol "${symbol_id}"`);
		},
		find_callees: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		get_function_boundary: async () => ({
			symbol_id: null,
			name: null,
			qualified_name: null,
			kind: null,
			start_line: null,
			end_line: null,
			signature: null,
			precision: null,
			backend: null,
			coverage: COVERAGE,
		}),
		get_symbol: async ({ symbol_id }) => {
			throw new StructuralIndexError("symbol-not-found", `no symbol "${symbol_id}"`);
		},
		unresolved_calls: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		search_symbols: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		list_symbols: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		list_calls: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		list_files: async () => ({ results: [], total: 0, has_more: false, coverage: COVERAGE }),
		get_coverage: async () => ({ ...COVERAGE, file: null }),
		async *dump() {
			yield "symbols\ta";
			yield "symbols\tb";
		},
		close: async () => {
			calls.closed++;
		},
		[Symbol.asyncDispose]: async () => {
			calls.closed++;
		},
		...over,
	};
	const spied = new Proxy(index, {
		get(target, key) {
			const value = Reflect.get(target, key);
			if (
				typeof value !== "function" ||
				typeof key === "symbol" ||
				!/^(resolve|find|get|unresolved|list|search)_/.test(key)
			)
				return value;
			return (query: unknown) => {
				calls.queries.push([key, query]);
				return Reflect.apply(value, target, [query]);
			};
		},
	});
	return {
		calls,
		buildIndex: async (options) => {
			calls.build.push(options);
			return build ? build(options) : succeed(options);
		},
		exportIndex: async (archive, options) => {
			calls.archives.push(["export", archive, options]);
		},
		importIndex: async (archive, options) => {
			calls.archives.push(["import", archive, options]);
			const { manifest_path, catalog_path, query_helper_path } = RESULT;
			return { manifest_path, catalog_path, query_helper_path, manifest: MANIFEST, units: { imported: 0, ignored: 3 } };
		},
		openIndex: async ({ state_root }) => {
			calls.open.push(state_root);
			return spied;
		},
	};
}

function succeed(options: BuildOptions): BuildResult {
	for (const warning of RESULT.warnings) options.on_warning?.(warning);
	return RESULT;
}

export interface Ran {
	code: number;
	out: string;
	err: string;
}

/** Runs one command line; a line is split at blanks unless given as an array. */
export async function cli(
	argv: string | string[],
	lib: Library,
	options: { tty?: boolean; signal?: string } = {},
): Promise<Ran> {
	const texts = { out: "", err: "" };
	const stream = (key: "out" | "err") =>
		Object.assign(
			new Writable({
				write(chunk, _encoding, done) {
					texts[key] += chunk;
					done();
				},
			}),
			{ isTTY: options.tty ?? false },
		);
	const controller = new AbortController();
	if (options.signal) controller.abort();
	const code = await run(typeof argv === "string" ? argv.split(" ").filter(Boolean) : argv, lib, {
		stdout: stream("out"),
		stderr: stream("err"),
		interrupts: () => controller.signal,
		interruptedBy: () => options.signal,
		version: "9.8.7",
	});
	return { code, ...texts };
}
