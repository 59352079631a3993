import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { CatalogBuilder } from "../../src/core/catalog/build.ts";
import { checkCatalog, INDEXES, TABLES } from "../../src/core/catalog/schema.ts";
import { loadSqlite } from "../../src/core/catalog/sqlite.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type { DatabaseFiles } from "../../src/core/host.ts";
import { type CatalogFile, PROTOCOL_VERSION } from "../../src/core/protocol/calls.ts";
import { nodeDatabases } from "../../src/node/databases.ts";
import { nodeDigest } from "../../src/node/digest.ts";
import {
	buildCatalog,
	catalogFile,
	type FileSpec,
	linkOf,
	manifestOf,
	OTHERS,
	SPECS,
	sqliteWasm,
} from "./catalog-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "mantis-catalog-"));
afterAll(() => rmSync(folder, { recursive: true }));
const sqlite = await loadSqlite(sqliteWasm);
const at = (name: string) => join(folder, name);
const read = (name: string) => sqlite.open(nodeDatabases, at(name), "read");

/** A second opinion: Python's own SQLite. */
const python = (name: string, sql: string): unknown =>
	JSON.parse(
		execFileSync(
			"python3",
			[
				"-c",
				"import sqlite3,sys,json; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))",
				at(name),
				sql,
			],
			{ stdio: "pipe" },
		).toString(),
	);

function codeOf(work: () => unknown): string {
	try {
		work();
	} catch (error) {
		if (error instanceof StructuralIndexError) return error.code;
		throw error;
	}
	return "no error";
}

describe("a written catalog", async () => {
	const { manifest } = await buildCatalog(at("full.sqlite"), SPECS);

	test("is clean to SQLite itself", () => {
		expect(python("full.sqlite", "PRAGMA integrity_check")).toEqual([["ok"]]);
		expect(python("full.sqlite", "PRAGMA foreign_key_check")).toEqual([]);
		expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual(["full.sqlite"]);
	});

	test("has the tables and indexes of the contract", () => {
		const names = (type: string) =>
			(
				python(
					"full.sqlite",
					`SELECT name FROM sqlite_master WHERE type='${type}' AND name NOT LIKE 'sqlite_%'`,
				) as string[][]
			).flat();
		expect(names("table").sort()).toEqual(Object.keys(TABLES).sort());
		expect(names("index").sort()).toEqual(Object.keys(INDEXES).sort());
	});

	test("makes ids from language, path and hash; twins on one line have their own", () => {
		const ids = (
			python("full.sqlite", "SELECT symbol_id FROM symbols WHERE name='twin' ORDER BY 1") as string[][]
		).flat();
		const id = expect.stringMatching(/^fallback:javascript:src\/näme 文件\.js:[0-9a-f]{16}$/);
		expect(ids).toEqual([id, id]);
		expect(ids[1]).not.toBe(ids[0]);
	});

	test("names modules by their path or dotted name", () => {
		expect(
			python("full.sqlite", "SELECT name, qualified_name, namespace FROM symbols WHERE kind='module' ORDER BY 2"),
		).toEqual([
			["parser.py", "html.parser", null],
			["main.py", "main", null],
			["näme 文件.js", "src/näme 文件.js", null],
			["p.c", "src/p.c", null],
		]);
		expect(python("full.sqlite", "SELECT DISTINCT namespace FROM symbols WHERE kind='method'")).toEqual([
			["html.parser"],
		]);
	});

	test("keeps text with NUL whole", () => {
		expect(python("full.sqlite", "SELECT signature FROM symbols WHERE name='größe'")).toEqual([
			["function größe(a\u2400b)"],
		]);
	});

	test("numbers edges 1..n in path and line order and refuses nothing silently", () => {
		const rows = python("full.sqlite", "SELECT edge_id, file_path, line FROM call_edges ORDER BY edge_id") as [
			number,
			string,
			number,
		][];
		expect(rows.map((row) => row[0])).toEqual(rows.map((_, i) => i + 1));
		expect(rows.map((row) => `${row[1]}:${row[2]}`)).toEqual(
			[...SPECS]
				.sort((a, b) => (a.path < b.path ? -1 : 1))
				.flatMap((spec) => spec.calls.map((call) => `${spec.path}:${call[2]}`)),
		);
		expect(manifest.counts).toEqual({ symbols: 17, call_edges: 14, resolved_edges: 10 });
		expect(python("full.sqlite", "SELECT seq FROM sqlite_sequence")).toEqual([[14]]);
	});

	test("covers every file, with reasons beside", () => {
		expect(
			python(
				"full.sqlite",
				"SELECT c.file_path, indexed, status, backend, precision, reason, lines, bytes FROM coverage c JOIN files USING (file_path) ORDER BY 1",
			),
		).toEqual([
			["bad.py", 0, "failed", null, null, "worker died", null, 7],
			["html/parser.py", 1, "indexed", "tree-sitter", "ast", "latin-1", 60, 600],
			["logo.png", 0, "skipped", null, null, "binary", null, 5_000_000_000],
			["main.py", 1, "indexed", "tree-sitter", "ast", null, 30, 300],
			["notes.txt", 0, "unsupported", null, null, null, null, 3],
			["src/näme 文件.js", 1, "indexed", "tree-sitter", "ast", null, 9, 90],
			["src/p.c", 1, "indexed", "tree-sitter", "ast", null, 100, 1000],
		]);
		expect(python("full.sqlite", "SELECT file_path, line, kind, module, name, local FROM imports")).toEqual([
			["html/parser.py", 1, "default", "base", null, "Base"],
		]);
	});

	test("holds its own manifest", () => {
		const [[text]] = python("full.sqlite", "SELECT value FROM schema_meta WHERE key='manifest'") as [[string]];
		expect(JSON.parse(text)).toEqual(manifest);
	});
});

test("the load skips CHECKs, the published schema has them", () => {
	const insert = (table: string, values: string) => () =>
		python("full.sqlite", `INSERT INTO ${table} VALUES (${values})`);
	expect(insert("call_edges", "NULL,'a','b','c','d',1,'guess','default',NULL,'baseline'")).toThrow(
		/CHECK constraint failed/,
	);
	const symbol = "'i','n','q',NULL,'c','f',1,1,'function',NULL,'b','certain','default',NULL,NULL,'baseline'";
	expect(insert("symbols", symbol)).toThrow(/CHECK constraint failed/);
});

test("SQLite's loading leaves the globals alone", () => {
	expect("toJSON" in BigInt.prototype).toBe(false);
});

describe("a builder", () => {
	const setup = (location: string) => ({ version: PROTOCOL_VERSION, sqlite: sqliteWasm, location, languages: [] });
	const spec = SPECS[0] as FileSpec;

	test("refuses another protocol and finish before begin", async () => {
		const builder = new CatalogBuilder(nodeDatabases, nodeDigest, linkOf([]));
		await expect(builder.begin({ ...setup(at("p.sqlite")), version: 99 })).rejects.toMatchObject({ code: "internal" });
		const request = { manifest: manifestOf([]), max_jsonl_records: 1, created_at: "now" };
		expect(codeOf(() => builder.finish(request))).toBe("internal");
	});

	test("names the file whose record is damaged", async () => {
		const builder = new CatalogBuilder(nodeDatabases, nodeDigest, linkOf([spec]));
		await builder.begin(setup(at("damaged.sqlite")));
		const file = catalogFile(spec);
		file.unit?.record.fill(0);
		expect(() => builder.add([file])).toThrow(spec.path);
		builder.close();
	});

	test("gives the same bytes whatever the order of arrival", async () => {
		const built = async (name: string, order: (files: CatalogFile[]) => CatalogFile[]) => {
			const builder = new CatalogBuilder(nodeDatabases, nodeDigest, linkOf(SPECS));
			await builder.begin(setup(at(name)));
			for (const file of order([...SPECS.map(catalogFile), ...OTHERS])) builder.add([file]);
			const { jsonl } = builder.finish({ manifest: manifestOf(SPECS), max_jsonl_records: 99, created_at: "now" });
			return [Buffer.from(jsonl), readFileSync(at(name))];
		};
		expect(await built("forth.sqlite", (files) => files)).toEqual(
			await built("back.sqlite", (files) => files.reverse()),
		);
	});
});

test("equal files share one unit", async () => {
	const twin = (path: string): FileSpec => ({
		path,
		language: "c",
		lines: 3,
		symbols: [["function", "f", 1, 2]],
		calls: [],
	});
	await buildCatalog(at("twins.sqlite"), [twin("a.c"), twin("b.c")]);
	expect(python("twins.sqlite", "SELECT unit_id, symbol_count FROM unit_cache")).toEqual([["a.c", 2]]);
	expect(python("twins.sqlite", "SELECT count(*) FROM symbols")).toEqual([[4]]);
});

test("sorts larger than the cache go through temporary files, which are gone afterwards", async () => {
	const specs = Array.from({ length: 60 }, (_, f): FileSpec => {
		const path = `pkg${f}/${"deep/".repeat(12)}mod.c`;
		return {
			path,
			language: "c",
			lines: 10_000,
			symbols: [["function", `f${f}`, 1, 9000]],
			calls: Array.from({ length: 2000 }, (_, i) => [`f${f}`, `callee_${(i * 7919) % 2000}`, i + 1, `${path}#f${f}`]),
		};
	});
	const opened: string[] = [];
	const databases: DatabaseFiles = {
		...nodeDatabases,
		open(location, mode) {
			opened.push(location);
			return nodeDatabases.open(location, mode);
		},
	};
	await buildCatalog(at("spill.sqlite"), specs, { databases });
	expect(opened.length).toBeGreaterThan(1);
	expect(readdirSync(folder).filter((name) => name.startsWith("spill"))).toEqual(["spill.sqlite"]);
	expect(python("spill.sqlite", "PRAGMA integrity_check")).toEqual([["ok"]]);
	expect(python("spill.sqlite", "SELECT count(*) FROM call_edges")).toEqual([[120_000]]);
});

describe("reading", () => {
	test("writes nothing and leaves nothing beside", async () => {
		await buildCatalog(at("quiet.sqlite"), SPECS);
		const before = statSync(at("quiet.sqlite"));
		const database = read("quiet.sqlite");
		expect(codeOf(() => database.exec("DELETE FROM symbols"))).toBe("io");
		expect(database.first("SELECT count(*) AS n FROM symbols ORDER BY random()")).toEqual({ n: 17 });
		database.close();
		expect(statSync(at("quiet.sqlite")).mtimeMs).toBe(before.mtimeMs);
		expect(readdirSync(folder).filter((name) => name.startsWith("quiet"))).toEqual(["quiet.sqlite"]);
	});

	test("several databases at once, rows of one while another works", async () => {
		await buildCatalog(at("one.sqlite"), SPECS);
		await buildCatalog(at("two.sqlite"), SPECS.slice(1, 2));
		const [one, two] = [read("one.sqlite"), read("two.sqlite")];
		const count = "SELECT count(*) AS n FROM symbols";
		const seen: unknown[] = [];
		for (const row of one.each("SELECT name FROM symbols WHERE kind='macro'"))
			seen.push(row, two.first(count), one.first(count));
		expect(seen).toEqual([{ name: "CHECK" }, { n: 2 }, { n: 17 }]);
		one.close();
		expect(two.first(count)).toEqual({ n: 2 });
		two.close();
		expect(codeOf(() => two.first(count))).toBe("io");
	});

	test("tells damage from other databases", async () => {
		writeFileSync(at("text.sqlite"), "this is not a database, it is a text file that is long enough".repeat(50));
		writeFileSync(at("empty.sqlite"), "");
		execFileSync("python3", [
			"-c",
			`import sqlite3; sqlite3.connect(${JSON.stringify(at("other.sqlite"))}).execute("CREATE TABLE t(x)")`,
		]);
		await buildCatalog(at("cut.sqlite"), SPECS);
		const whole = new Uint8Array(statSync(at("cut.sqlite")).size);
		const file = nodeDatabases.open(at("cut.sqlite"), "read");
		file.read(whole, 0);
		file.close();
		writeFileSync(at("cut.sqlite"), whole.subarray(0, 6000));
		await buildCatalog(at("version.sqlite"), SPECS);
		python("version.sqlite", "PRAGMA user_version");
		execFileSync("python3", [
			"-c",
			"import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute(\"UPDATE schema_meta SET value='99' WHERE key='schema_version'\"); c.commit()",
			at("version.sqlite"),
		]);
		const check = (name: string) =>
			codeOf(() => {
				const database = read(name);
				try {
					checkCatalog(database);
				} finally {
					database.close();
				}
			});
		expect(["text", "empty", "cut", "other", "version"].map((name) => check(`${name}.sqlite`))).toEqual([
			"index-corrupt",
			"index-corrupt",
			"index-corrupt",
			"index-foreign",
			"index-foreign",
		]);
		expect(codeOf(() => read("missing.sqlite"))).toBe("io");
	});
});

describe("a disk that does not take it", () => {
	/** Writes fail once `left` bytes have gone. */
	const full = (left: number): DatabaseFiles => ({
		...nodeDatabases,
		open(location, mode) {
			const file = nodeDatabases.open(location, mode);
			return {
				...file,
				write(bytes, offset) {
					left -= bytes.length;
					if (left < 0) throw new Error("no space left on device");
					file.write(bytes, offset);
				},
			};
		},
	});

	test.each([0, 5000, 50_000])("after %i bytes: state-unwritable with the reason", async (left) => {
		const error = await buildCatalog(at("full-disk.sqlite"), SPECS, { databases: full(left) }).catch(
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(StructuralIndexError);
		expect((error as StructuralIndexError).code).toBe("state-unwritable");
		expect((error as Error).message).toContain("no space left on device");
		// The thread's SQLite is as good as before.
		await buildCatalog(at("after.sqlite"), SPECS);
		expect(python("after.sqlite", "PRAGMA integrity_check")).toEqual([["ok"]]);
	});
});
