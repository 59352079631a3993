/** What a second build does: nothing, one unit, or everything from the cache; damage costs time, never facts. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIndex } from "mantis-structural-index/node";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dumpOf, expectWhole, fingerprint, INDEX, newFolder, plant, SHOP } from "./support.ts";

const FILES = Object.keys(SHOP).length;
/** A first build, made once; each test changes copies of it. */
const first = { root: plant(newFolder(), SHOP), state: newFolder(), dump: [] as string[] };
beforeAll(async () => {
	const { manifest } = await buildIndex({ target_root: first.root, state_root: first.state });
	expect(manifest.units).toEqual(units(0, FILES));
	first.dump = await dumpOf(first.state);
});

let root: string;
let state: string;
beforeEach(() => {
	root = newFolder();
	state = newFolder();
	cpSync(first.root, root, { recursive: true });
	cpSync(first.state, state, { recursive: true });
});

const build = async (options = {}) => {
	const result = await buildIndex({ target_root: root, state_root: state, workers: 2, ...options });
	expectWhole(state);
	return result;
};
const units = (reused: number, rebuild: number) => ({ total: reused + rebuild, reused, rebuild, failed: 0 });

/** The unit files, by state path. */
function unitFiles(): string[] {
	const all = readdirSync(join(state, INDEX, "units"), { recursive: true, encoding: "utf8" });
	return all.map((name) => join(state, INDEX, "units", name)).filter((path) => statSync(path).isFile());
}

describe("without a snapshot", () => {
	test("a second build reuses every unit and says the same", async () => {
		const cache = fingerprint(join(state, INDEX, "units"));
		const again = await build();
		expect(again.built).toBe(true);
		expect(again.manifest.units).toEqual(units(FILES, 0));
		expect(await dumpOf(state)).toEqual(first.dump);
		expect(fingerprint(join(state, INDEX, "units"))).toEqual(cache);
	});

	test("units lie at units/ab/cd/<sha256>", () => {
		const names = unitFiles().map((path) => path.slice(join(state, INDEX).length));
		// shop/__init__.py is empty like no other file here: each file has a unit of its own.
		expect(names).toHaveLength(FILES);
		for (const name of names) expect(name).toMatch(/^\/units\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/);
	});

	test.each([
		["changed", () => writeFileSync(join(root, "lib/p.c"), "int three(void) { return 3; }\n"), FILES - 1, 1],
		["added", () => writeFileSync(join(root, "lib/q.c"), "int three(void) { return 3; }\n"), FILES, 1],
		["deleted", () => rmSync(join(root, "lib/p.c")), FILES - 1, 0],
		["renamed", () => renameSync(join(root, "lib/p.c"), join(root, "lib/q.c")), FILES, 0],
		["touched", () => utimesSync(join(root, "lib/p.c"), 1e9, 1e9), FILES, 0],
		["copied", () => writeFileSync(join(root, "lib/q.c"), SHOP["lib/p.c"] as string), FILES + 1, 0],
	])("one file %s", async (_what, change, reused, rebuilt) => {
		change();
		expect((await build()).manifest.units).toEqual(units(reused, rebuilt));
	});

	test("a deleted and a damaged unit are built again, with the same result", async () => {
		const files = unitFiles();
		const originals = files.map((path) => readFileSync(path));
		const damage: ((path: string, bytes: Buffer) => void)[] = [
			(path) => rmSync(path),
			(path) => writeFileSync(path, ""),
			(path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length - 1)),
			(path, bytes) =>
				writeFileSync(
					path,
					bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte)),
				),
			(path) => writeFileSync(path, "garbage"),
		];
		for (const [i, work] of damage.entries()) work(files[i] as string, originals[i] as Buffer);
		expect((await build()).manifest.units).toEqual(units(FILES - damage.length, damage.length));
		expect(await dumpOf(state)).toEqual(first.dump);
		expect(files.map((path) => readFileSync(path))).toEqual(originals);
	});
});

describe("with a snapshot", () => {
	const snapshot = (id: string, pinned: boolean) => {
		plant(state, {
			"workspace/.mantis_state.json": JSON.stringify({
				active_snapshot: { root, snapshot_id: id, snapshot_pinned: pinned },
			}),
		});
		if (pinned) plant(root, { ".mantis_snapshot_id": `${id}\n` });
	};
	const bySnapshot = { target_root: undefined };

	test.each([
		["halt", "live:2026-01-01T00:00:00Z", false],
		["pinned", "commit-1", true],
	] as const)("%s: the same id touches nothing", async (mode, id, pinned) => {
		snapshot(id, pinned);
		const { manifest } = await build(bySnapshot);
		expect(manifest).toMatchObject({ mode, snapshot_id: id, stale: !pinned });
		const before = fingerprint(state);
		const again = await build(bySnapshot);
		expect(again.built).toBe(false);
		expect(again.manifest).toEqual(manifest);
		expect(fingerprint(state)).toEqual(before);
	});

	test("another id is built from the cache", async () => {
		snapshot("commit-1", true);
		await build(bySnapshot);
		const before = await dumpOf(state);
		snapshot("commit-2", true);
		const next = await build(bySnapshot);
		expect(next.built).toBe(true);
		expect(next.manifest).toMatchObject({ snapshot_id: "commit-2", units: units(FILES, 0) });
		// The sentinel is in coverage, with another content: that is no file of a known language.
		expect(await dumpOf(state)).toEqual(before);
	});

	test("an index whose catalog is gone is built again", async () => {
		snapshot("commit-1", true);
		await build(bySnapshot);
		rmSync(join(state, INDEX, "catalog.sqlite"));
		const again = await build(bySnapshot);
		expect(again.built).toBe(true);
		expect(again.warnings).toEqual([expect.stringContaining("catalog.sqlite is missing")]);
	});
});
