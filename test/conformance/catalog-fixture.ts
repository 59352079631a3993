/** A small handmade index: facts in, links given, so that catalog and queries are tested without parser and linker. */
import type { Link } from "../../src/core/catalog/build.ts";
import { CatalogBuilder } from "../../src/core/catalog/build.ts";
import type { DatabaseFiles } from "../../src/core/host.ts";
import type { LanguageDefinition } from "../../src/core/lang/language.ts";
import {
	type CatalogFile,
	type FinishRequest,
	type FinishResult,
	PROTOCOL_VERSION,
} from "../../src/core/protocol/calls.ts";
import { portableDigest } from "../../src/core/text/digest.ts";
import { EDGE_KINDS, type EdgeKind, SYMBOL_KINDS, type SymbolKind } from "../../src/core/types.ts";
import { toHex } from "../../src/core/units/cache-key.ts";
import { IMPORT_KINDS, TABLES, type TableName } from "../../src/core/units/facts.ts";
import { type Builders, encodeRecord, TableBuilder } from "../../src/core/units/record.ts";

/** kind, qualified name, first line, last line, signature. */
export type SymbolSpec = [kind: SymbolKind, qualified: string, start: number, end: number, signature?: string];
/** Qualified name of the caller ("" for the module), name written, line, `path#qualified` or null, kind. */
export type CallSpec = [caller: string, name: string, line: number, callee: string | null, kind?: EdgeKind];

export interface FileSpec {
	path: string;
	language: string;
	namespace?: string;
	lines: number;
	symbols: SymbolSpec[];
	calls: CallSpec[];
	/** module specifiers of `import x from`, with lines. */
	imports?: [module: string, local: string, line: number][];
	note?: string;
}

/** A unit record whose row 0 is the module; call names are in its string table. */
export function record(file: FileSpec): Uint8Array<ArrayBuffer> {
	const strings = [""];
	const at = new Map([["", 0]]);
	const string = (text: string) => {
		const known = at.get(text);
		if (known !== undefined) return known;
		at.set(text, strings.length);
		return strings.push(text) - 1;
	};
	const tables = Object.fromEntries(
		(Object.keys(TABLES) as TableName[]).map((name) => [name, new TableBuilder(name)]),
	) as unknown as Builders;
	const seen = new Map<string, number>();
	const symbol = ([kind, qualified, start, end, signature = ""]: SymbolSpec) => {
		const name = qualified.split(/\.|::/).at(-1) ?? "";
		// as the extractor does: the same again in one file is numbered
		const text = `${qualified}|${start}|${signature}`;
		const times = (seen.get(text) ?? 0) + 1;
		seen.set(text, times);
		const sum = portableDigest.sha256(new TextEncoder().encode(times === 1 ? text : `${text}|${times}`));
		const hash = new DataView(sum.buffer, sum.byteOffset);
		const row: Record<string, number> = {
			name: string(name),
			qualified: string(qualified),
			namespace: 0,
			signature: string(signature),
			kind: SYMBOL_KINDS.indexOf(kind),
			parent: 0,
			body: -1,
			start_line: start,
			end_line: end,
			hash_hi: hash.getInt32(0),
			hash_lo: hash.getInt32(4),
			flags: 0,
		};
		tables.symbols.add(...TABLES.symbols.map((column) => row[column] as number));
	};
	symbol(["module", "", 1, file.lines]);
	file.symbols.forEach(symbol);
	for (const [, name] of file.calls) string(name);
	for (const [module, local, line] of file.imports ?? []) {
		const row: Record<string, number> = {
			kind: IMPORT_KINDS.indexOf("default"),
			module: string(module),
			name: 0,
			local: string(local),
			line,
		};
		tables.imports.add(...TABLES.imports.map((column) => row[column] as number));
	}
	return encodeRecord({ tables, strings, lines: file.lines, note: file.note ?? "" }, portableDigest);
}

/** A linker that gives the edges of the specs. */
export function linkOf(specs: readonly FileSpec[]): Link {
	return (inputs) => {
		const bySpec = new Map(specs.map((spec) => [spec.path, spec]));
		const global = new Map<string, number>();
		let symbol_count = 0;
		const files = inputs.map(({ path, language, facts }) => {
			const namespace = bySpec.get(path)?.namespace ?? null;
			const first_symbol = symbol_count;
			for (let row = 0; row < facts.symbols.rows; row++) {
				const key = `${path}#${facts.strings[facts.symbols.qualified[row] as number]}`;
				if (!global.has(key)) global.set(key, symbol_count);
				symbol_count++;
			}
			const qualified = namespace ?? path;
			const sum = portableDigest.sha256(new TextEncoder().encode(`${qualified}|1|`));
			const name = path.slice(path.lastIndexOf("/") + 1);
			const module = { name, qualified, hash: toHex(sum.subarray(0, 8)) };
			return { path, language, facts, first_symbol, namespace, module };
		});
		const rows = files.flatMap((file, f) =>
			(bySpec.get(file.path)?.calls ?? [])
				.map(([caller, name, line, callee, kind]) => ({
					file: f,
					caller: global.get(`${file.path}#${caller}`) as number,
					callee: callee === null ? -1 : (global.get(callee) as number),
					name: file.facts.strings.indexOf(name),
					line,
					kind: EDGE_KINDS.indexOf(kind ?? (callee === null ? "unresolved" : "direct")),
				}))
				.sort((a, b) => a.line - b.line),
		);
		const column = (key: keyof (typeof rows)[0]) => Int32Array.from(rows, (row) => row[key]);
		const edges = {
			count: rows.length,
			file: column("file"),
			caller: column("caller"),
			callee: column("callee"),
			name: column("name"),
			line: column("line"),
			kind: Uint8Array.from(rows, (row) => row.kind),
		};
		return { files, symbol_count, edges };
	};
}

/** Files of every status beside the indexed ones. */
export const OTHERS: CatalogFile[] = [
	{
		path: "bad.py",
		language: "python",
		status: "failed",
		reason: "worker died",
		bytes: 7,
		content_sha256: "f".repeat(64),
	},
	{ path: "logo.png", language: null, status: "skipped", reason: "binary", bytes: 5_000_000_000, content_sha256: null },
	{ path: "notes.txt", language: null, status: "unsupported", reason: null, bytes: 3, content_sha256: "e".repeat(64) },
];

export function catalogFile(spec: FileSpec): CatalogFile {
	const bytes = record(spec);
	const cache_key = toHex(portableDigest.sha256(bytes));
	return {
		path: spec.path,
		language: spec.language,
		status: "indexed",
		reason: null,
		bytes: spec.lines * 10,
		content_sha256: cache_key,
		unit: { cache_key, extractor_name: "tree-sitter", extractor_version: "1", record: bytes },
	};
}

export function manifestOf(
	specs: readonly FileSpec[],
	over: Partial<FinishRequest["manifest"]> = {},
): FinishRequest["manifest"] {
	const ast = { backend_name: "tree-sitter", backend_version: "0.27.2", precision: "ast" } as const;
	const total = specs.length + OTHERS.length;
	return {
		schema_version: 1,
		snapshot_id: "snap-1",
		root_fingerprint: "a".repeat(64),
		status: "partial",
		provider: {
			kind: "local-build",
			catalog: "catalog.sqlite",
			backend_versions: Object.fromEntries(
				[...new Set(specs.map((spec) => spec.language))].sort().map((id) => [id, ast]),
			),
		},
		units: { total: specs.length + 1, reused: 0, rebuild: specs.length, failed: 1 },
		coverage: {
			total_files: total,
			indexed_files: specs.length,
			failed_files: 1,
			deferred_files: 0,
			skipped_files: 1,
			unsupported_files: 1,
		},
		shards: [],
		deferred_units: [],
		native_indexes: [],
		baseline: { source: "none", snapshot_id: "", manifest_path: "" },
		overlay: { units_added: 0, units_modified: 0, files: [] },
		created_at: "2024-05-06T07:08:09.000Z",
		build_duration_ms: 12,
		mode: "pinned",
		stale: false,
		build_id: "build-1",
		tool: "mantis-structural-index@0.1.0",
		...over,
	};
}

export interface BuildSetup {
	others?: CatalogFile[];
	manifest?: Partial<FinishRequest["manifest"]>;
	max_jsonl_records?: number;
	languages?: string[];
}

/** What a room lends for it. */
export interface CatalogRoom {
	databases: DatabaseFiles;
	/** The bytes of wa-sqlite.wasm; taken over. */
	sqlite: Uint8Array<ArrayBuffer>;
}

/** Runs a CatalogBuilder over the specs into `location`. */
export async function buildCatalogIn(
	{ databases, sqlite }: CatalogRoom,
	location: string,
	specs: readonly FileSpec[],
	setup: BuildSetup = {},
): Promise<FinishResult> {
	const { others = OTHERS, manifest, max_jsonl_records = 10_000, languages = ["c", "javascript", "python"] } = setup;
	const builder = new CatalogBuilder(databases, portableDigest, linkOf(specs));
	const definitions = languages.map((id) => ({ id })) as LanguageDefinition[];
	await builder.begin({ version: PROTOCOL_VERSION, sqlite, location, languages: definitions });
	// Not in path order: the order of arrival must not matter.
	builder.add(others.map((file) => ({ ...file })));
	builder.add([...specs].reverse().map(catalogFile));
	return builder.finish({
		manifest: manifestOf(specs, manifest),
		max_jsonl_records,
		created_at: "2024-05-06T07:08:09.000Z",
	});
}

/** Two languages, same names, methods, a module-level call, an unresolved one, several kinds of edges, odd names. */
export const SPECS: FileSpec[] = [
	{
		path: "html/parser.py",
		language: "python",
		namespace: "html.parser",
		lines: 60,
		symbols: [
			["class", "HTMLParser", 3, 40, "class HTMLParser(Base)"],
			["method", "HTMLParser.feed", 5, 20, "def feed(self, data)"],
			["function", "HTMLParser.feed.inner", 7, 9, "def inner()"],
			["method", "HTMLParser.close", 22, 30, "def close(self)"],
			["function", "feed", 42, 50, "def feed(data)"],
			["constant", "LIMIT", 52, 52],
		],
		calls: [
			["HTMLParser.feed", "inner", 10, "html/parser.py#HTMLParser.feed.inner"],
			["HTMLParser.feed", "unknown_helper", 11, null],
			["HTMLParser.close", "feed", 23, "html/parser.py#HTMLParser.feed", "virtual"],
			["feed", "HTMLParser", 43, "html/parser.py#HTMLParser"],
			["feed", "feed", 44, null],
			["", "feed", 55, "html/parser.py#feed"],
		],
		imports: [["base", "Base", 1]],
		note: "latin-1",
	},
	{
		path: "main.py",
		language: "python",
		namespace: "main",
		lines: 30,
		symbols: [["function", "run", 3, 12, "def run()"]],
		calls: [
			["run", "feed", 4, "html/parser.py#feed"],
			["run", "feed", 6, "html/parser.py#feed", "indirect"],
			["run", "feed", 6, "html/parser.py#feed"],
			["", "run", 20, "main.py#run"],
		],
	},
	{
		path: "src/p.c",
		language: "c",
		lines: 100,
		symbols: [
			["macro", "CHECK", 2, 2, "CHECK(x)"],
			["function", "feed", 10, 30, "int feed(char *buf, size_t len)"],
			["function", "main", 40, 60, "int main(void)"],
		],
		calls: [
			["feed", "CHECK", 12, "src/p.c#CHECK", "macro"],
			["feed", "memcpy", 13, null],
			["main", "feed", 41, "src/p.c#feed"],
		],
	},
	{
		path: "src/näme 文件.js",
		language: "javascript",
		lines: 9,
		symbols: [
			["function", "größe", 1, 3, "function größe(a\u0000b)"],
			["function", "twin", 5, 5, "function twin()"],
			["function", "twin", 5, 5, "function twin()"],
		],
		calls: [["größe", "𝒇", 2, null]],
	},
];
