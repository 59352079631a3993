/** Where the index stands to the tree: beside it, in it, of a live or of a pinned snapshot. */
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildResult, buildIndex, openIndex } from "mantis-structural-index/node";
import { beforeEach, describe, expect, test } from "vitest";
import {
	cli,
	cliJson,
	expectWhole,
	failureOf,
	fingerprint,
	helper,
	INDEX,
	newFolder,
	plant,
	run,
	SMALL,
} from "./support.ts";

const FILES = Object.keys(SMALL).length;
let root: string;
let state: string;
beforeEach(() => {
	root = plant(newFolder(), SMALL);
	state = newFolder();
});

const snapshot = (id: string, pinned: boolean, at = root) =>
	plant(state, {
		"workspace/.mantis_state.json": JSON.stringify({
			active_snapshot: { root: at, snapshot_id: id, snapshot_pinned: pinned },
			pass_number: 3,
		}),
	});
const json = (args: string[], cwd: string, env?: Record<string, string>) =>
	cliJson<BuildResult>(["build", ...args, "--json", "--quiet"], { cwd, env });

describe("no snapshot", () => {
	test("in the tree itself: ./workspace is made, is no part of the index, and nothing else is touched", async () => {
		const before = fingerprint(root);
		for (const reused of [0, FILES]) {
			const { manifest, manifest_path } = json([], root);
			expect(manifest).toMatchObject({ mode: "off", stale: false, snapshot_id: "unknown", status: "complete" });
			expect(manifest.coverage.total_files).toBe(FILES);
			expect(manifest.units).toMatchObject({ reused, rebuild: FILES - reused });
			expect(manifest_path).toBe(join(root, INDEX, "manifest.json"));
			const after = fingerprint(root);
			for (const path of Object.keys(after)) if (path === "" || path.startsWith("/workspace")) delete after[path];
			const { "": _folder, ...same } = before;
			expect(after).toEqual(same);
		}
		expect(cli(["where", "shop/price.py:2"], { cwd: root }).stdout).toMatch(/^function +with_tax$/m);
		expect(helper(root, ["get_coverage"])).toMatchObject({ total_files: FILES, stale: false });
	});

	test("a workspace folder that is the tree's own, deeper down, is indexed", async () => {
		plant(root, { "pkg/workspace/a.py": "def in_workspace(): pass\n", "workspace.py": "def beside(): pass\n" });
		await buildIndex({ target_root: root, state_root: root });
		await using index = await openIndex({ state_root: root });
		for (const name of ["in_workspace", "beside"]) expect((await index.resolve_symbol({ name })).total, name).toBe(1);
	});

	test("a state root below the tree, and the tree below the state root", async () => {
		const inner = join(root, "deep/er");
		const { manifest } = await buildIndex({ target_root: root, state_root: inner });
		const again = await buildIndex({ target_root: root, state_root: inner });
		expect([manifest, again.manifest].map((m) => m.coverage.total_files)).toEqual([FILES, FILES]);
		cpSync(root, join(state, "workspace/code"), { recursive: true });
		rmSync(join(state, "workspace/code/deep"), { recursive: true });
		const below = await buildIndex({ target_root: join(state, "workspace/code"), state_root: state });
		expect(below.manifest.coverage.total_files).toBe(FILES);
	});

	test("the environment names the tree and the snapshot; flags win", () => {
		const other = plant(newFolder(), { "only.py": "def only(): pass\n" });
		const env = { SNAPSHOT_ROOT: root, SNAPSHOT_ID: "from-env" };
		expect(json(["--state_root", state], other, env).manifest).toMatchObject({
			snapshot_id: "from-env",
			coverage: { total_files: FILES },
		});
		const flags = ["--target_root", other, "--state_root", newFolder(), "--snapshot_id", "from-flag"];
		expect(json(flags, root, env).manifest).toMatchObject({ snapshot_id: "from-flag", coverage: { total_files: 1 } });
	});
});

describe("a live snapshot (HALT)", () => {
	test("the index is stale, and each answer in each front end says so", async () => {
		const id = "live:2026-01-01T00:00:00Z";
		snapshot(id, false);
		const { manifest } = await buildIndex({ state_root: state });
		expect(manifest).toMatchObject({ mode: "halt", stale: true, snapshot_id: id, status: "complete" });
		const coverage = { stale: true, snapshot_id: id, partition_status: "complete" };

		await using index = await openIndex({ state_root: state });
		const found = await index.resolve_symbol({ name: "with_tax" });
		const symbol_id = found.results[0]?.symbol_id ?? "";
		const asked: [string, object, string[]][] = [
			["resolve_symbol", found, ["--name", "with_tax"]],
			["resolve_symbol", await index.resolve_symbol({ name: "none" }), ["--name", "none"]],
			["find_callers", await index.find_callers({ symbol_id }), ["--symbol_id", symbol_id]],
			["find_callees", await index.find_callees({ symbol_id }), ["--symbol_id", symbol_id]],
			[
				"get_function_boundary",
				await index.get_function_boundary({ file: "shop/price.py", line: 1 }),
				["--file", "shop/price.py", "--line", "1"],
			],
			["get_coverage", await index.get_coverage(), []],
		];
		for (const [operation, answer, flags] of asked) {
			expect("coverage" in answer ? answer.coverage : answer, operation).toMatchObject(coverage);
			const args = [operation, ...flags, "--state_root", state];
			expect(cliJson(args)).toEqual(answer);
			expect(helper(state, [operation, ...flags])).toEqual(answer);
		}
		for (const args of [["callers", "with_tax"], ["where", "shop/price.py:1"], ["status"]]) {
			expect(cli([...args, "--state_root", state]).stdout).toContain("STALE: built from a tree that was not pinned");
		}
		const header = run("head", ["-1", join(state, "workspace/kb/structural_index.jsonl")]).stdout;
		expect(JSON.parse(header)).toMatchObject({ _provenance: true, snapshot_id: id, tool: "tree-sitter", stale: true });
	});
});

describe("a pinned snapshot", () => {
	beforeEach(() => {
		snapshot("commit-7", true);
		plant(root, { ".mantis_snapshot_id": "commit-7\n" });
	});

	test("a tree that cannot be written is indexed, and nothing under it changes", () => {
		expect(run("chmod", ["-R", "a-w", root]).status).toBe(0);
		const before = fingerprint(root);
		for (const built of [true, false]) {
			const ran = cli(["build", "--state_root", state, "--json", "--quiet"], { cwd: root, ordinary: true });
			expect(ran).toMatchObject({ status: 0, stderr: "" });
			const result = JSON.parse(ran.stdout) as BuildResult;
			expect(result.built).toBe(built);
			expect(result.manifest).toMatchObject({ mode: "pinned", stale: false, status: "complete" });
			expect(fingerprint(root)).toEqual(before);
		}
		expectWhole(state);
		expect(helper(state, ["get_coverage"])).toMatchObject({ stale: false, snapshot_id: "commit-7" });
	});

	test.each([
		["another id", () => writeFileSync(join(root, ".mantis_snapshot_id"), "commit-8\n"), 'got "commit-8"'],
		["no sentinel", () => rmSync(join(root, ".mantis_snapshot_id")), "no readable file"],
		["an empty sentinel", () => writeFileSync(join(root, ".mantis_snapshot_id"), ""), 'got ""'],
	])("%s: stops with the contract's words, and writes nothing", async (_what, change, says) => {
		change();
		const before = [fingerprint(state), fingerprint(root)];
		const error = await failureOf(() => buildIndex({ state_root: state }));
		expect(error.code).toBe("sentinel-mismatch");
		expect(error.message).toMatch(/^snapshot sentinel mismatch: /);
		expect(error.message).toContain(says);
		const ran = cli(["build", "--state_root", state]);
		expect(ran.stderr).toMatch(/^mantis-structural-index: snapshot sentinel mismatch: [^\n]+ \[sentinel-mismatch\]\n$/);
		expect(ran.status).toBe(4);
		expect([fingerprint(state), fingerprint(root)]).toEqual(before);
	});

	test("target_root is exempt, and is not called by the snapshot's name", async () => {
		rmSync(join(root, ".mantis_snapshot_id"));
		const { manifest } = await buildIndex({ target_root: root, state_root: state });
		expect(manifest).toMatchObject({ mode: "off", snapshot_id: "unknown", status: "complete" });
	});

	test("a state root inside the tree is refused before anything is written", async () => {
		state = root;
		snapshot("commit-7", true);
		const before = fingerprint(root);
		expect((await failureOf(() => buildIndex({ state_root: root }))).code).toBe("state-unwritable");
		expect(fingerprint(root)).toEqual(before);
		expect(readdirSync(join(root, "workspace"))).toEqual([".mantis_state.json"]);
	});
});

describe("a state file that cannot be used", () => {
	test.each([
		["no JSON", "{"],
		["another shape", "[]"],
		["a root of a wrong type", '{"active_snapshot":{"root":7,"snapshot_id":"x"}}'],
		["a pin of a wrong type", '{"active_snapshot":{"root":"/","snapshot_id":"x","snapshot_pinned":"yes"}}'],
	])("%s: said, and built without a snapshot", (_what, text) => {
		plant(state, { "workspace/.mantis_state.json": text });
		const small = plant(newFolder(), { "a.py": "def f(): pass\n" });
		const ran = cli(["build", "--state_root", state, "--json"], { cwd: small });
		expect(ran.status).toBe(0);
		expect(ran.stderr).toMatch(/^warning: .*\.mantis_state\.json has no readable active_snapshot/m);
		expect(JSON.parse(ran.stdout)).toMatchObject({ manifest: { snapshot_id: "unknown", mode: "off" } });
		expect(existsSync(join(state, "workspace/.mantis_state.json"))).toBe(true);
	});
});
