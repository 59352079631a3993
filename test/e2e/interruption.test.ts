/** Builds that are stopped, killed or run into each other: what is published is whole, and the next build carries on. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIndex, openIndex } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import {
	dumpOf,
	expectWhole,
	failureOf,
	fingerprint,
	INDEX,
	newFolder,
	plant,
	randomFrom,
	SMALL,
	start,
} from "./support.ts";

/** SEED=… repeats a run, as far as the machine does. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const KILLS = 10;

/** Files enough that parsing takes a while: version `v` names a function that every other version lacks. */
const tree = (v: number, files = 150): Record<string, string> =>
	Object.fromEntries([
		["version.py", `def version_${v}():\n    return f0()\n`],
		...Array.from({ length: files }, (_, i) => [
			`p${i % 10}/m${i}.py`,
			Array.from({ length: 40 }, (_, j) => `def f${j}(a, b=${i}):\n    return g${j}(a) + f${(j + 1) % 40}(b)\n`).join(
				"\n",
			),
		]),
	]);
const tmp = (state: string) => join(state, INDEX, "tmp");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const flags = (root: string, state: string) => ["build", root, "--state_root", state, "--workers", "1"];

/** Which of the versions 0..KILLS the index has. */
async function versionsIn(state: string): Promise<string[]> {
	await using index = await openIndex({ state_root: state });
	const names = Array.from({ length: KILLS + 1 }, (_, v) => `version_${v}`);
	const found = await Promise.all(names.map((name) => index.resolve_symbol({ name })));
	return names.filter((_, v) => found[v]?.total === 1);
}

describe("one build after the other", () => {
	const root = plant(newFolder(), tree(0));
	const state = newFolder();
	beforeAll(async () => {
		await buildIndex({ target_root: root, state_root: state });
	});

	test(`SIGKILL at ${KILLS} moments, SEED=${SEED}: the old index or the new one, whole`, {
		timeout: 90_000,
	}, async () => {
		const random = randomFrom(SEED);
		let published = 0;
		let finished = 0;
		for (let v = 1; v <= KILLS; v++) {
			plant(root, {
				"version.py": `def version_${v}():\n    return f0()\n`,
				[`new${v}.py`]: tree(v)["p0/m0.py"] as string,
			});
			const { child, done } = start(flags(root, state), root);
			if (v % 3 === 0) {
				// As soon as it moves files over.
				while (child.exitCode === null && !existsSync(join(tmp(state), "publishing"))) await pause(1);
			} else await pause(100 + v * 60 + random() * 100);
			child.kill("SIGKILL");
			const { signal } = await done;
			if (signal === null) finished++;
			const found = await versionsIn(state);
			expect([`version_${published}`, `version_${v}`], `SEED=${SEED}, kill ${v}`).toContain(found.join());
			if (found.join() === `version_${v}`) published = v;
			expect(JSON.parse(readFileSync(join(state, INDEX, "manifest.json"), "utf8")).status).toBe("complete");
		}
		expect(finished).toBeLessThan(KILLS);

		const result = await buildIndex({ target_root: root, state_root: state });
		expect(result.manifest.status).toBe("complete");
		expectWhole(state);
		const fresh = newFolder();
		await buildIndex({ target_root: root, state_root: fresh });
		expect(await dumpOf(state)).toEqual(await dumpOf(fresh));
	});

	test.each(["SIGINT", "SIGTERM"] as const)(
		"%s in the midst: the old index stays, and what was parsed is used",
		async (signal) => {
			const own = newFolder();
			const before = await buildIndex({ target_root: plant(newFolder(), SMALL), state_root: own });
			const { child, done } = start(flags(root, own), root);
			const units = join(own, INDEX, "units");
			const parsed = () =>
				existsSync(units) && Object.keys(fingerprint(units)).length > 3 * before.manifest.units.total + 20;
			while (child.exitCode === null && !parsed()) await pause(5);
			child.kill(signal);
			const { status, stderr, stdout } = await done;
			expect({ status, stdout }).toEqual({ status: signal === "SIGINT" ? 130 : 143, stdout: "" });
			expect(stderr).toMatch(/mantis-structural-index: build was aborted \[aborted\]\n$/);
			expectWhole(own);
			await using index = await openIndex({ state_root: own });
			expect(index.manifest).toEqual(before.manifest);
			const after = await buildIndex({ target_root: root, state_root: own });
			expect(after.manifest.status).toBe("complete");
			expect(after.manifest.units.reused).toBeGreaterThan(5);
		},
	);

	test("an abort in each phase leaves the index, and no worker behind", async () => {
		const before = await dumpOf(state);
		for (const phase of ["scan", "index", "link", "publish"]) {
			const controller = new AbortController();
			const error = await failureOf(() =>
				buildIndex({
					target_root: root,
					state_root: state,
					ignore: ["version.py"],
					signal: controller.signal,
					on_progress: (event) => event.phase === phase && controller.abort("enough"),
				}),
			);
			expect(error, phase).toMatchObject({ code: "aborted", cause: "enough" });
			expect(await dumpOf(state), phase).toEqual(before);
			expect(existsSync(tmp(state)), phase).toBe(false);
		}
	});

	test("what a dead build left in tmp/ goes with the next one", async () => {
		plant(tmp(state), { "0123456789abcdef/catalog.sqlite": "half", publishing: "dead", "old.tmp": "x" });
		const { warnings } = await buildIndex({ target_root: root, state_root: state, snapshot_id: "s1" });
		expect(warnings).toEqual([expect.stringContaining("ended while it was publishing")]);
		expectWhole(state);
	});
});

describe("two builds at once in one state folder", () => {
	const roots = [plant(newFolder(), tree(1, 60)), plant(newFolder(), tree(2, 60))] as const;
	const state = newFolder();

	test.each([0, 100, 300, 500])("begun %i ms apart: the result is one of the two, whole", async (apart) => {
		const builds = [];
		for (const root of roots) {
			builds.push(start(flags(root, state), root).done);
			await pause(apart);
		}
		const ended = await Promise.all(builds);
		for (const { status, stderr } of ended) {
			// It took over at the end of the earlier one, or while that made its folder.
			if (status !== 0) expect(stderr).toMatch(/(took over|is missing: removed meanwhile.*) \[state-unwritable\]\n$/);
		}
		expect(ended.map((build) => build.status)).toContain(0);
		const versions = await versionsIn(state);
		expect(["version_1", "version_2"]).toContain(versions.join());
		expectWhole(state);
		await using index = await openIndex({ state_root: state });
		const manifest = JSON.parse(readFileSync(join(state, INDEX, "manifest.json"), "utf8"));
		expect(index.manifest).toEqual(manifest);
		expect(index.manifest?.status).toBe("complete");
	});

	test("in one process too", async () => {
		const results = await Promise.allSettled(
			roots.map((target_root) => buildIndex({ target_root, state_root: state, workers: 1 })),
		);
		const failed = results.filter((result) => result.status === "rejected");
		for (const { reason } of failed) expect(reason).toMatchObject({ code: "state-unwritable" });
		expect(failed.length).toBeLessThan(2);
		expectWhole(state);
		expect(["version_1", "version_2"]).toContain((await versionsIn(state)).join());
	});

	test("queries go on while builds replace the index under them", async () => {
		const old = await openIndex({ state_root: state });
		const before = await old.resolve_symbol({ name: "f1" });
		writeFileSync(join(roots[0], "version.py"), "def version_9(): pass\n");
		await buildIndex({ target_root: roots[0], state_root: state, workers: 1 });
		expect(await old.resolve_symbol({ name: "f1" })).toEqual(before);
		await old.close();
		expect(await versionsIn(state)).toEqual(["version_9"]);
	});
});
