/** An index as one file: out, in, and what an archive from a stranger cannot do. */
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { exportIndex, importIndex } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { type TarEntry, tarOf } from "../support/archives.ts";
import {
	cli,
	cliJson,
	digestOf,
	dumpOf,
	expectWhole,
	failureOf,
	fingerprint,
	helper,
	INDEX,
	newFolder,
	plant,
	run,
	SHOP,
	sqlite,
	start,
} from "./support.ts";

const JSONL = "workspace/kb/structural_index.jsonl";
const HELPER = "workspace/helpers/query_structural_index.py";

const setManifest = (values: string) =>
	`UPDATE schema_meta SET value = json_set(value, ${values}) WHERE key = 'manifest'`;
const countFiles = (where: string) => `(SELECT count(*) FROM coverage WHERE ${where})`;
const RECOUNT = `'$.coverage.total_files', ${countFiles("1")}, '$.coverage.failed_files', ${countFiles("status = 'failed'")},
	'$.coverage.indexed_files', ${countFiles("status = 'indexed'")}`;

let base: string;
let source: string;
/** Holds the index of SHOP. */
let home: string;
/** Its exports, without and with units. */
let archive: string;
let withUnits: string;
let catalog: string;
let dump: string[];

beforeAll(async () => {
	base = newFolder();
	source = plant(join(base, "source"), SHOP);
	home = join(base, "home");
	cliJson(["build", source, "--state_root", home, "--json", "--quiet"]);
	archive = join(base, "index.tar.gz");
	withUnits = join(base, "units.tar.gz");
	expect(cli(["export", archive, "--state_root", home])).toMatchObject({ status: 0, stderr: "" });
	expect(cli(["export", withUnits, "--state_root", home, "--units"])).toMatchObject({ status: 0, stderr: "" });
	catalog = join(home, INDEX, "catalog.sqlite");
	dump = await dumpOf(home);
	expect(dump.length).toBeGreaterThan(50);
});

const read = (state: string, path: string) => readFileSync(join(state, path), "utf8");
const manifestOf = (state: string) => JSON.parse(read(state, `${INDEX}/manifest.json`));

describe("export", () => {
	test("holds the files of a state root, the manifest last, and no units unless asked", () => {
		const names = run("tar", ["tzf", archive]).stdout.trim().split("\n");
		expect(names).toEqual([
			"workspace/helpers/build_structural_index.py",
			HELPER,
			JSONL,
			`${INDEX}/catalog.sqlite`,
			`${INDEX}/manifest.json`,
		]);
		const more = run("tar", ["tzf", withUnits]).stdout.trim().split("\n");
		const units = more.filter((name) => /\/units\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name));
		expect(units).toHaveLength(Object.keys(SHOP).length);
		expect(more).toHaveLength(names.length + units.length);
	});

	test("equal indexes give equal archives", async () => {
		const again = join(base, "again.tar.gz");
		await exportIndex(again, { state_root: home });
		expect(digestOf(readFileSync(again))).toBe(digestOf(readFileSync(archive)));
	});

	test("tar unpacks it into a state root", async () => {
		const state = newFolder();
		expect(run("tar", ["xzf", archive, "-C", state]).status).toBe(0);
		expectWhole(state);
		expect(await dumpOf(state)).toEqual(dump);
		expect(helper(state, ["resolve_symbol", "--name", "with_tax"])).toMatchObject({ total: 1 });
		expect(cli(["callers", "with_tax", "--state_root", state]).stdout).toContain("Cart.total");
	});

	test("where there is nothing to export", () => {
		const state = newFolder();
		const ran = cli(["export", join(state, "x.tar.gz"), "--state_root", state, "--json"]);
		expect(ran.status).toBe(3);
		expect(JSON.parse(ran.stdout)).toMatchObject({ error: { code: "index-missing" } });
		expect(readdirSync(state)).toEqual([]);
	});

	test("a place that cannot be written: nothing half is left, and what was there stays", async () => {
		const state = newFolder();
		writeFileSync(join(state, "file"), "");
		expect(cli(["export", join(state, "file/x"), "--state_root", home]).status).toBe(4);
		const full = "/dev/full";
		const error = await failureOf(() => exportIndex(join(state, "folder"), { state_root: full }));
		expect(error.code).toBe("state-unwritable");
		mkdirSync(join(state, "folder"));
		expect(cli(["export", join(state, "folder"), "--state_root", home]).status).toBe(4);
		expect(readdirSync(state).sort()).toEqual(["file", "folder"]);
	});

	test("a damaged catalog is not passed on", async () => {
		const state = newFolder();
		run("cp", ["-r", join(home, "workspace"), state]);
		writeFileSync(join(state, INDEX, "catalog.sqlite"), "SQLite format 3\0and no more");
		expect((await failureOf(() => exportIndex(join(base, "no"), { state_root: state }))).code).toBe("index-corrupt");
		expect(existsSync(join(base, "no"))).toBe(false);
	});

	test("an aborted signal", async () => {
		const signal = AbortSignal.abort();
		const error = await failureOf(() => exportIndex(join(base, "no"), { state_root: home, signal }));
		expect(error.code).toBe("aborted");
		expect(readdirSync(base).filter((name) => name.startsWith("no"))).toEqual([]);
	});
});

describe("import", () => {
	test("gives the same index, byte for byte", async () => {
		const state = newFolder();
		const result = cliJson<{ units: object }>(["import", archive, "--state_root", state, "--json"]);
		expect(result.units).toEqual({ imported: 0, ignored: 0 });
		expectWhole(state);
		for (const path of [JSONL, HELPER, `${INDEX}/manifest.json`, `${INDEX}/catalog.sqlite`]) {
			expect(digestOf(readFileSync(join(state, path))), path).toBe(digestOf(readFileSync(join(home, path))));
		}
		expect(await dumpOf(state)).toEqual(dump);
		expect(helper(state, ["resolve_symbol", "--name", "with_tax"])).toMatchObject({ total: 1 });
	});

	test("of a catalog alone: everything but the time its build took", () => {
		const state = newFolder();
		expect(cli(["import", catalog, "--state_root", state])).toMatchObject({ status: 0, stderr: "" });
		expectWhole(state);
		expect(read(state, JSONL)).toBe(read(home, JSONL));
		expect({ ...manifestOf(state), build_duration_ms: 0 }).toEqual({ ...manifestOf(home), build_duration_ms: 0 });
	});

	test("of a pointer JSONL: a pointer again", () => {
		const [from, state] = [newFolder(), newFolder()];
		cliJson(["build", source, "--state_root", from, "--max_jsonl_records", "3", "--json", "--quiet"]);
		expect(cli(["import", join(from, INDEX, "catalog.sqlite"), "--state_root", state]).status).toBe(0);
		expect(read(state, JSONL)).toBe(read(from, JSONL));
		expect(read(state, JSONL)).toContain('"full_export":false');
	});

	test("replaces the index that was there; its unit cache stays", async () => {
		const state = newFolder();
		cliJson([
			"build",
			plant(join(state, "src"), { "a.py": "def a(): pass\n" }),
			"--state_root",
			state,
			"--json",
			"--quiet",
		]);
		const units = fingerprint(join(state, INDEX, "units"));
		expect(cli(["import", archive, "--state_root", state]).stdout).toContain("complete");
		expect(await dumpOf(state)).toEqual(dump);
		expect(fingerprint(join(state, INDEX, "units"))).toEqual(units);
	});

	test("units come over only when they are asked for, and a build then reuses them", () => {
		const build = (state: string) =>
			cliJson<{ manifest: { units: object } }>(["build", source, "--state_root", state, "--json", "--quiet"]).manifest
				.units;
		const files = Object.keys(SHOP).length;
		const plain = newFolder();
		expect(cli(["import", withUnits, "--state_root", plain]).stdout).toMatch(/6 records left in the archive/);
		expect(build(plain)).toMatchObject({ total: files, reused: 0 });
		const trusting = newFolder();
		expect(cli(["import", withUnits, "--units", "--state_root", trusting]).stdout).toMatch(/6 records taken over\n/);
		expect(build(trusting)).toMatchObject({ total: files, reused: files });
	});

	test("a unit record that is damaged is left out", async () => {
		const units = entriesOf(withUnits).map((entry) =>
			/\/units\//.test(String(entry.name)) ? { ...entry, data: flip(entry.data as Uint8Array<ArrayBuffer>) } : entry,
		);
		const state = newFolder();
		const result = await importIndex(packed(units), { state_root: state, units: true });
		expect(result.units).toEqual({ imported: 0, ignored: 6 });
		expect(existsSync(join(state, INDEX, "units"))).toBe(false);
	});

	test("helpers and JSONL of the archive are never used", () => {
		const evil = entriesOf(archive).map((entry) =>
			/\.(py|jsonl)$/.test(String(entry.name)) ? { ...entry, data: "# MANTIS_HELPER_VERSION = 5\nevil()\n" } : entry,
		);
		const state = newFolder();
		expect(cli(["import", packed(evil), "--state_root", state]).status).toBe(0);
		expect(read(state, HELPER)).toBe(read(home, HELPER));
		expect(read(state, JSONL)).toBe(read(home, JSONL));
	});

	test("an archive that somebody made with tar", async () => {
		const state = newFolder();
		const made = join(base, "by-hand.tar.gz");
		run("tar", ["czf", made, "--exclude=units", "-C", home, "./workspace"]);
		expect(cli(["import", made, "--state_root", state])).toMatchObject({ status: 0, stderr: "" });
		expect(await dumpOf(state)).toEqual(dump);
	});
});

describe("what is refused leaves the index that was there as it was", () => {
	let state: string;
	let before: Record<string, string>;
	beforeAll(() => {
		state = newFolder();
		cliJson([
			"build",
			plant(join(state, "src"), { "a.py": "def a(): pass\n" }),
			"--state_root",
			state,
			"--json",
			"--quiet",
		]);
		before = fingerprint(join(state, "workspace"), false);
	});

	async function refuse(file: string, code: string, says: string): Promise<void> {
		const error = await failureOf(() => importIndex(file, { state_root: state }));
		expect(error.message).toContain(says);
		expect(error.code).toBe(code);
		// The place of a file that is gone by now helps nobody.
		expect(error.message).not.toMatch(/structural_index\/tmp\/\w/);
		expect(fingerprint(join(state, "workspace"), false)).toEqual(before);
	}

	const file = (name: string, bytes: Uint8Array | string) => {
		writeFileSync(join(base, name), bytes);
		return join(base, name);
	};
	const without = (suffix: string) => entriesOf(archive).filter(({ name }) => !String(name).endsWith(suffix));

	test("no such file, no file at all, no archive", async () => {
		await refuse(join(base, "none.tar.gz"), "invalid-argument", '"archive" expected a file that exists');
		await refuse(base, "io", "cannot read");
		await refuse(file("text", "some text"), "index-foreign", 'got what begins with "some text"');
		await refuse(file("empty", ""), "index-foreign", "expected an index archive (tar.gz) or a catalog (SQLite)");
		await refuse(file("some.gz", gzipSync("some text".repeat(500))), "index-corrupt", "the archive is damaged");
	});

	test("cut and damaged archives", async () => {
		const bytes = readFileSync(archive);
		for (const part of [0.1, 0.5, 0.9, 0.999]) {
			const cut = bytes.subarray(0, Math.floor(bytes.length * part));
			await refuse(file("cut.tar.gz", cut), "index-corrupt", "the archive is damaged");
		}
		const flipped = Uint8Array.from(bytes);
		flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] as number) ^ 16;
		await refuse(file("flipped.tar.gz", flipped), "index-corrupt", "");
	});

	test.each<[string, TarEntry, string]>([
		["a path that leads out", { name: "workspace/../../evil", data: "x" }, '"workspace/../../evil"'],
		["an absolute path", { name: "/etc/cron.d/evil", data: "x" }, '"/etc/cron.d/evil"'],
		[
			"another file of a state root",
			{ name: "workspace/.mantis_state.json", data: "{}" },
			'"workspace/.mantis_state.json"',
		],
		["another helper", { name: "workspace/helpers/evil.py", data: "x" }, '"workspace/helpers/evil.py"'],
		["a symbolic link", { name: "workspace/helpers", type: "2", link: "/etc" }, '"workspace/helpers" (symlink)'],
		["a hard link", { name: `${INDEX}/catalog.sqlite`, type: "1", link: "/etc/passwd" }, "(link)"],
		["a device", { name: `${INDEX}/tmp`, type: "3" }, "(character-device)"],
		["a folder elsewhere", { name: "elsewhere/", type: "5" }, '"elsewhere/" (directory)'],
		["a unit under a wrong path", { name: `${INDEX}/units/ab/cd/${"0".repeat(64)}`, data: "x" }, "units/ab/cd"],
		["a second catalog", { name: `./${INDEX}/catalog.sqlite`, data: "x" }, "twice"],
		["a catalog of many GB", { name: `${INDEX}/catalog.sqlite`, size: 5 * 1024 ** 3 }, "of at most 4294967296 bytes"],
		["too much of all", { name: JSONL, size: 17 * 1024 ** 3 - 1 }, "at most 17179869184 bytes"],
	])("%s", async (_, entry, says) => {
		const others = entry.size === undefined ? entriesOf(archive) : [];
		await refuse(packed([...others, entry]), "index-foreign", says);
	});

	test("no catalog, no manifest, a manifest of another build", async () => {
		await refuse(packed(without("catalog.sqlite")), "index-corrupt", "the archive holds no catalog.sqlite");
		const other = readFileSync(join(state, INDEX, "manifest.json"));
		const entries = [...without("manifest.json"), { name: `${INDEX}/manifest.json`, data: Uint8Array.from(other) }];
		await refuse(packed(entries), "index-corrupt", "manifest.json is of another build than the catalog");
		const broken = [...without("manifest.json"), { name: `${INDEX}/manifest.json`, data: "{" }];
		await refuse(packed(broken), "index-corrupt", "manifest.json of the archive: expected JSON");
	});

	test.each<[string, string, string, string]>([
		[
			"a trigger",
			"CREATE TRIGGER t AFTER INSERT ON files BEGIN DELETE FROM files; END",
			"index-foreign",
			"only tables and indexes",
		],
		["a view", "CREATE VIEW v AS SELECT 1", "index-foreign", "only tables and indexes"],
		["a virtual table", "CREATE VIRTUAL TABLE v USING fts5(x)", "index-foreign", "only tables and indexes"],
		[
			"a table that is defined otherwise",
			"ALTER TABLE files ADD COLUMN more TEXT",
			"index-foreign",
			"files as this version defines it",
		],
		["a missing table", "DROP TABLE imports", "index-foreign", "expected the table imports"],
		[
			"another schema version",
			"UPDATE schema_meta SET value = '2' WHERE key = 'schema_version'",
			"index-foreign",
			'expected schema_version "1", got "2"',
		],
		["no manifest", "DELETE FROM schema_meta WHERE key = 'manifest'", "index-corrupt", "manifest"],
		[
			"another build id",
			"UPDATE schema_meta SET value = 'x' WHERE key = 'build_id'",
			"index-corrupt",
			"build_id expected",
		],
		["rows that are gone", "DELETE FROM call_edges WHERE edge_id = 1", "index-corrupt", "call_edges expected"],
		[
			"a reference to nothing",
			"UPDATE call_edges SET callee_id = 'none' WHERE edge_id = 1",
			"index-corrupt",
			"foreign_key_check",
		],
		[
			"a forbidden kind",
			"PRAGMA ignore_check_constraints=1; UPDATE call_edges SET edge_kind = 'guess'",
			"index-corrupt",
			"call_edges.edge_kind expected one of",
		],
		["a line that is no number", "UPDATE symbols SET start_line = 'x'", "index-corrupt", "symbols.start_line expected"],
		[
			"a path that leads out",
			"UPDATE files SET file_path = '../../etc/passwd' WHERE file_path = 'lib/p.c'",
			"index-foreign",
			'"../../etc/passwd"',
		],
		[
			"an absolute path",
			"UPDATE files SET file_path = '/etc/passwd' WHERE file_path = 'lib/p.c'",
			"index-foreign",
			'"/etc/passwd"',
		],
		[
			"a symbol of a file that is not there",
			"UPDATE symbols SET file_path = '../x' WHERE file_path = 'lib/p.c'",
			"index-corrupt",
			"symbols expected only paths",
		],
		[
			"a failed file that the manifest counts as indexed",
			"UPDATE coverage SET status = 'failed', indexed = 0 WHERE file_path = 'lib/p.c'",
			"index-corrupt",
			"indexed_files expected",
		],
		[
			"a failed file that is marked as indexed",
			`UPDATE coverage SET status = 'failed' WHERE file_path = 'lib/p.c'; ${setManifest(`${RECOUNT}, '$.status', 'partial'`)}`,
			"index-corrupt",
			"coverage expected only indexed files as indexed",
		],
		[
			"a status that is better than its files",
			`UPDATE coverage SET status = 'failed', indexed = 0 WHERE file_path = 'lib/p.c'; ${setManifest(RECOUNT)}`,
			"index-corrupt",
			"status expected partial by its rows, got complete",
		],
		[
			"a file without coverage",
			`DELETE FROM coverage WHERE file_path = 'lib/p.c'; ${setManifest(RECOUNT)}`,
			"index-corrupt",
			'coverage expected every path of the table files, got none for "lib/p.c"',
		],
		[
			"more resolved calls than the manifest counts",
			"UPDATE call_edges SET callee_id = caller_id WHERE edge_kind = 'unresolved'",
			"index-corrupt",
			"resolved_edges expected",
		],
		[
			"an unresolved call that has a callee",
			`UPDATE call_edges SET callee_id = caller_id WHERE edge_kind = 'unresolved'; ${setManifest("'$.counts.resolved_edges', (SELECT count(callee_id) FROM call_edges)")}`,
			"index-corrupt",
			"a callee for each call but the unresolved ones",
		],
		["a call on no line", "UPDATE call_edges SET line = 0", "index-corrupt", "call_edges expected lines of the file"],
		[
			"a function beyond its file",
			"UPDATE symbols SET end_line = 100000 WHERE kind = 'function'",
			"index-corrupt",
			"symbols expected lines of the file",
		],
		[
			"a function that ends before it begins",
			"UPDATE function_boundaries SET end_line = start_line - 1",
			"index-corrupt",
			"function_boundaries expected lines of the file",
		],
		[
			"an index that computes",
			"CREATE INDEX more ON files(length(zeroblob(1000)) + lines)",
			"index-foreign",
			'expected no index "more"',
		],
		["a missing index", "DROP INDEX idx_edges_callee", "index-foreign", "expected the index idx_edges_callee"],
		[
			"shards",
			`UPDATE schema_meta SET value = json_set(value, '$.shards', json('[{"path":"../x"}]')) WHERE key = 'manifest'`,
			"unsupported",
			"shards",
		],
		[
			"a catalog elsewhere",
			"UPDATE schema_meta SET value = json_set(value, '$.provider.catalog', '../x') WHERE key = 'manifest'",
			"index-corrupt",
			"provider.catalog",
		],
	])("a catalog with %s", async (name, sql, code, says) => {
		const changed = join(base, `changed ${name}.sqlite`);
		copyFileSync(catalog, changed);
		expect(run("sqlite3", [changed, sql])).toMatchObject({ status: 0, stderr: "" });
		await refuse(changed, code, says);
		const inside = [
			...without("catalog.sqlite"),
			{ name: `${INDEX}/catalog.sqlite`, data: Uint8Array.from(readFileSync(changed)) },
		];
		await refuse(packed(inside), code, says);
		rmSync(changed);
	});

	test("a catalog with damaged pages", async () => {
		const bytes = Uint8Array.from(readFileSync(catalog));
		for (let at = 16384 * 3; at < bytes.length; at += 16384 * 2) bytes.fill(0xff, at, at + 500);
		await refuse(file("pages.sqlite", bytes), "index-corrupt", "");
		await refuse(file("half.sqlite", bytes.subarray(0, bytes.length >> 1)), "index-corrupt", "");
		await refuse(file("no.sqlite", `SQLite format 3\0${"x".repeat(5000)}`), "index-corrupt", "");
	});

	test("the command says so, with its exit codes", () => {
		const imported = (file: string) => cli(["import", file, "--state_root", state, "--json"]);
		const missing = imported("none.tar.gz");
		expect(missing.status).toBe(2);
		expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: "invalid-argument" } });
		const foreign = imported(file("text", "some text"));
		expect(foreign.status).toBe(3);
		expect(foreign.stderr).toMatch(/^mantis-structural-index: expected an index archive .* \[index-foreign\]\n$/);
		expect(cli(["import", archive, "--state_root", archive]).status).toBe(4);
		expect(cli(["import"]).status).toBe(2);
		expect(fingerprint(join(state, "workspace"), false)).toEqual(before);
	});

	test("wrong arguments", async () => {
		for (const wrong of ["", 1, undefined, "a\0b"]) {
			const error = await failureOf(() => importIndex(wrong as string, { state_root: state }));
			expect(error).toMatchObject({
				code: "invalid-argument",
				message: expect.stringMatching(/^"archive" expected a path/),
			});
		}
		const options = { state_root: state, unit: true } as object;
		expect((await failureOf(() => importIndex(archive, options))).message).toContain('did you mean "units"?');
		const aborted = await failureOf(() => importIndex(archive, { state_root: state, signal: AbortSignal.abort() }));
		expect(aborted.code).toBe("aborted");
		expect(fingerprint(join(state, "workspace"), false)).toEqual(before);
	});

	test("killed at any instant", async () => {
		const big = join(base, "big.tar.gz");
		const other = join(base, "other");
		cliJson(["build", "node_modules/vitest", "--no_default_ignores", "--state_root", other, "--json", "--quiet"]);
		await exportIndex(big, { state_root: other });
		const old = await dumpOf(state);
		const fresh = await dumpOf(other);
		const seen = { old: 0, fresh: 0 };
		for (let ms = 200; ms < 1600; ms += 250) {
			const { child, done } = start(["import", big, "--state_root", state], base);
			setTimeout(() => child.kill("SIGKILL"), ms);
			await done;
			const now = await dumpOf(state);
			const which = now.length === old.length ? "old" : "fresh";
			expect(now).toEqual(which === "old" ? old : fresh);
			expect(sqlite(join(state, INDEX, "catalog.sqlite"), "PRAGMA integrity_check")).toBe("ok");
			seen[which]++;
			if (which === "fresh") break;
		}
		expect(seen.old).toBeGreaterThan(0);
		expect(cli(["import", archive, "--state_root", state]).status).toBe(0);
		expectWhole(state);
	});
});

/** The entries of a tar.gz whose names fit into their headers. */
function entriesOf(path: string): TarEntry[] {
	const tar = gunzipSync(readFileSync(path));
	const entries: TarEntry[] = [];
	for (let at = 0; tar[at] !== 0; ) {
		const text = (from: number, length: number) =>
			tar.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
		const [prefix, size] = [text(345, 155), Number.parseInt(text(124, 12), 8)];
		const name = prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`;
		entries.push({ name, data: Uint8Array.from(tar.subarray(at + 512, at + 512 + size)) });
		at += 512 + size + (-size & 511);
	}
	return entries;
}

let packs = 0;
function packed(entries: readonly TarEntry[]): string {
	const path = join(base, `packed-${packs++}.tar.gz`);
	writeFileSync(path, gzipSync(tarOf(entries), { level: 1 }));
	expect(statSync(path).size).toBeGreaterThan(0);
	return path;
}

function flip(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	const copy = bytes.slice();
	copy[copy.length - 1] = (copy[copy.length - 1] as number) ^ 1;
	return copy;
}
