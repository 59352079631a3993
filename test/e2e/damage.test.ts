/** Damaged indexes and state folders that take nothing: told apart, left alone by queries, mended by the next build. */
import { copyFileSync, cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIndex, type Manifest, openIndex } from "mantis-structural-index/node";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
	cli,
	cliJson,
	dumpOf,
	expectWhole,
	failureOf,
	fingerprint,
	INDEX,
	MAIN,
	newFolder,
	plant,
	run,
	SHOP,
} from "./support.ts";

/** An index made once; tests work on copies. */
const first = { root: plant(newFolder(), SHOP), state: newFolder() };
beforeAll(async () => {
	await buildIndex({ target_root: first.root, state_root: first.state, snapshot_id: "s1" });
});

describe("a damaged index", () => {
	let state: string;
	const at = (name: string) => join(state, INDEX, name);
	beforeEach(() => {
		state = newFolder();
		cpSync(first.state, state, { recursive: true });
	});
	const change = (work: (manifest: Manifest) => unknown) =>
		writeFileSync(at("manifest.json"), JSON.stringify(work(JSON.parse(readFileSync(at("manifest.json"), "utf8")))));
	const sql = (statement: string) => expect(run("sqlite3", [at("catalog.sqlite"), statement]).status).toBe(0);
	const noise = (from: number) => {
		const bytes = readFileSync(at("catalog.sqlite"));
		writeFileSync(at("catalog.sqlite"), bytes.fill(0x5a, from));
	};

	const CASES: [what: string, damage: () => void, code: string][] = [
		["an empty manifest", () => writeFileSync(at("manifest.json"), ""), "index-corrupt"],
		["half a manifest", () => truncateSync(at("manifest.json"), 200), "index-corrupt"],
		["a manifest that is binary", () => copyFileSync(at("catalog.sqlite"), at("manifest.json")), "index-corrupt"],
		["a manifest that is another program's", () => writeFileSync(at("manifest.json"), '{"hello":1}'), "index-corrupt"],
		["a manifest that is a list", () => writeFileSync(at("manifest.json"), "[]"), "index-corrupt"],
		["a manifest of wrong types", () => change((m) => ({ ...m, units: "many" })), "index-corrupt"],
		["a manifest of a wrong status", () => change((m) => ({ ...m, status: "fine" })), "index-corrupt"],
		["a manifest of an older version", () => change((m) => ({ ...m, schema_version: 0 })), "index-foreign"],
		["a catalog of 0 bytes", () => truncateSync(at("catalog.sqlite"), 0), "index-corrupt"],
		["half a catalog", () => truncateSync(at("catalog.sqlite"), 20_000), "index-corrupt"],
		["a catalog of text", () => writeFileSync(at("catalog.sqlite"), "hello\n".repeat(1000)), "index-corrupt"],
		["a catalog overwritten from page 2 on", () => noise(16384), "index-corrupt"],
		[
			"a catalog of another program",
			() => {
				rmSync(at("catalog.sqlite"));
				sql("CREATE TABLE symbols (name); CREATE TABLE other (x)");
			},
			"index-foreign",
		],
		[
			"a catalog of a newer version",
			() => sql("UPDATE schema_meta SET value = '2' WHERE key = 'schema_version'"),
			"index-foreign",
		],
		["a catalog without version", () => sql("DELETE FROM schema_meta WHERE key = 'schema_version'"), "index-foreign"],
		["a catalog without a table", () => sql("DROP TABLE coverage"), "index-foreign"],
		["a catalog without its manifest", () => sql("DELETE FROM schema_meta WHERE key = 'manifest'"), "index-corrupt"],
		[
			"a catalog with a broken manifest",
			() => sql("UPDATE schema_meta SET value = '{' WHERE key = 'manifest'"),
			"index-corrupt",
		],
	];

	test.each(CASES)(
		"%s: queries refuse it and leave it, a build replaces it and says so",
		async (_what, damage, code) => {
			damage();
			const before = fingerprint(state);
			const error = await failureOf(async () => {
				await using index = await openIndex({ state_root: state });
				await index.resolve_symbol({ name: "with_tax" });
			});
			expect(error.code, error.message).toBe(code);
			expect(error.message).toContain(join(state, INDEX));
			expect(fingerprint(state)).toEqual(before);

			const { built, warnings } = await buildIndex({ target_root: first.root, state_root: state, snapshot_id: "s1" });
			expect(built).toBe(true);
			expect(warnings).toEqual([expect.stringMatching(/^the (manifest|catalog) cannot be used and is replaced: /)]);
			expectWhole(state);
			expect(await dumpOf(state)).toEqual(await dumpOf(first.state));
		},
	);

	test("through the command: exit code 3, and the build's warning on stderr", () => {
		writeFileSync(at("manifest.json"), "{oops");
		const helper = join(state, "workspace/helpers/query_structural_index.py");
		for (const args of [["status"], ["callers", "x"], ["resolve_symbol", "--name", "x"]]) {
			const ran = cli([...args, "--state_root", state]);
			expect(ran.stderr).toMatch(/^mantis-structural-index: [^\n]+manifest\.json[^\n]+ \[index-corrupt\]\n$/);
			expect(ran.status).toBe(3);
		}
		const python = run("python3", [helper, "resolve_symbol", "--name", "x", "--state_root", state]);
		expect(JSON.parse(python.stdout)).toMatchObject({ error: { code: "index-corrupt" } });
		const built = cli(["build", first.root, "--state_root", state]);
		expect(built.stderr).toMatch(/^warning: the manifest cannot be used and is replaced: /m);
		expect(built.status).toBe(0);
	});

	test("a manifest of a newer version is refused by queries and builds, and stays", async () => {
		change((manifest) => ({ ...manifest, schema_version: 2 }));
		const before = fingerprint(state);
		expect((await failureOf(() => openIndex({ state_root: state }))).code).toBe("index-foreign");
		for (const snapshot_id of ["s1", "unknown"]) {
			const error = await failureOf(() => buildIndex({ target_root: first.root, state_root: state, snapshot_id }));
			expect(error).toMatchObject({ code: "index-foreign", message: expect.stringContaining("newer version") });
		}
		expect(fingerprint(state)).toEqual(before);
	});

	test("damage inside the rows is an error or an answer, never a crash", async () => {
		const size = readFileSync(at("catalog.sqlite")).length;
		for (let from = 0; from < size; from += Math.ceil(size / 12)) {
			cpSync(join(first.state, INDEX, "catalog.sqlite"), at("catalog.sqlite"));
			const bytes = readFileSync(at("catalog.sqlite"));
			writeFileSync(at("catalog.sqlite"), bytes.fill(0xff, from, from + 3000));
			const ask = async () => {
				await using index = await openIndex({ state_root: state });
				await index.resolve_symbol({ name: "with_tax" });
				await index.get_coverage({ file: "lib/p.c" });
				await dumpOf(state);
			};
			const error = await ask().then(
				() => undefined,
				(thrown) => thrown,
			);
			if (error !== undefined) expect(error.code, `${from}: ${error.message}`).toMatch(/^index-(corrupt|foreign)$/);
		}
	});
});

describe("a state folder that cannot be written", () => {
	const build = (state: string) => ["build", first.root, "--state_root", state, "--quiet"];
	const refusal = /^mantis-structural-index: [^\n]+ \[state-unwritable\]\n$/;

	test("read-only, empty or with an index", () => {
		const empty = newFolder();
		const full = newFolder();
		cpSync(first.state, full, { recursive: true });
		for (const state of [empty, full]) {
			expect(run("chmod", ["-R", "a-w", state]).status).toBe(0);
			const before = fingerprint(state);
			const ran = cli(build(state), { ordinary: true });
			expect(ran.stderr).toMatch(refusal);
			expect(ran).toMatchObject({ status: 4, stdout: "" });
			expect(fingerprint(state)).toEqual(before);
		}
		// Queries ask for no right to write.
		const answer = cliJson(["resolve_symbol", "--name", "with_tax", "--state_root", full], { ordinary: true });
		expect(answer).toMatchObject({ total: 1 });
	});

	test("full, at whatever file", () => {
		const state = newFolder();
		cpSync(first.state, state, { recursive: true });
		const before = fingerprint(state, false);
		// No file above a size can be written, as on a disk that fills up: the probe, a unit, the catalog.
		for (const kilobytes of [0, 32, 80]) {
			const script = `ulimit -f ${kilobytes}; trap '' XFSZ; exec "$@"`;
			const ran = run("bash", ["-c", script, "bash", process.execPath, MAIN, ...build(state)]);
			expect(ran.stderr, `${kilobytes} kB`).toMatch(refusal);
			expect(ran.status).toBe(4);
			expect(fingerprint(state, false)).toEqual(before);
		}
		expectWhole(state);
	});

	test("a workspace that is a file, or a link to nothing", () => {
		const file = plant(newFolder(), { workspace: "x" });
		const link = newFolder();
		symlinkSync(join(link, "none/none"), join(link, "workspace"));
		for (const state of [file, link]) {
			const before = fingerprint(state);
			const ran = cli(build(state));
			expect(ran.stderr).toMatch(refusal);
			expect(ran.status).toBe(4);
			expect(fingerprint(state)).toEqual(before);
		}
	});
});
