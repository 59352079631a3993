/** A tab, its process or the whole browser ends at a random moment of a build: what is there stays whole, and goes on. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { randomFrom } from "../../e2e/support.ts";
import { build, checkCatalog, look, Profile, ready, realTree, serveLab, Trees } from "./lab.ts";

const KILLS = 20;
const seed = Number(process.env.SEED ?? Date.now() % 1e6);
const random = randomFrom(seed);

/** Phases, and the milliseconds after the phase's first event within which the kill comes. */
const MOMENTS = { scan: 60, index: 350, link: 120, publish: 120 };
type Phase = keyof typeof MOMENTS;
const PHASES = Object.keys(MOMENTS) as Phase[];

interface Pids {
	browser: number[];
	renderer: number[];
}

const profile = new Profile();
const trees = new Trees();
const served = await serveLab(trees);

const end = (pids: number[]) => {
	for (const pid of pids) process.kill(pid, "SIGKILL");
};
const METHODS: Record<string, (page: Page, pids: Pids) => Promise<unknown>> = {
	"tab closed": (page) => page.close(),
	reload: (page) => page.reload(),
	"page gone elsewhere": (page) => page.goto("about:blank"),
	"page crashed": async (page) => {
		const crash = page.waitForEvent("crash");
		const session = await page.context().newCDPSession(page);
		session.send("Page.crash").catch(() => {});
		await crash;
	},
	"renderer killed": async (page, { renderer }) => {
		const crash = page.waitForEvent("crash");
		end(renderer);
		await crash;
	},
	"browser killed": async (_page, { browser }) => {
		end(browser);
		await profile.gone();
	},
};

/** Each differs from the one before: a third of the files has another function, one file is gone, one is new. */
const VERSIONS = 5;
const edited: number[] = [];
let files = realTree();
for (let version = 0; version < VERSIONS; version++) {
	const paths = Object.keys(files).sort();
	const chosen = new Set(paths.filter(() => random() < 1 / 3));
	edited.push(chosen.size + 1);
	files = Object.fromEntries(
		paths.map((path) => [
			path,
			`${files[path]}${chosen.has(path) ? `\n\ndef added_${version}():\n    print()\n` : ""}`,
		]),
	);
	delete files[paths[Math.floor(random() * paths.length)] as string];
	files[`new/version_${version}.py`] = `def come_${version}():\n    return come_${version}()\n`;
	trees.set(String(version), files);
}

/** @returns the last phase seen, and whether the build was done before it could be killed. */
async function buildAndKill(page: Page, index: string, version: string, phase: Phase, delay: number, method: string) {
	const pids = { browser: await profile.processes("browser"), renderer: await profile.processes("renderer") };
	let last = "before";
	let begin: () => void = () => {};
	const begun = new Promise<void>((resolve) => {
		begin = resolve;
	});
	await page.exposeFunction("told", (event: { phase: Phase }) => {
		last = event.phase;
		if (PHASES.indexOf(event.phase) >= PHASES.indexOf(phase)) begin();
	});
	let killed = false;
	let done = false;
	const building = build(page, index, version).then(
		() => {
			done = true;
		},
		(error) => {
			begin();
			if (!killed) throw error;
		},
	);
	await Promise.race([begun, building]);
	await sleep(delay);
	killed = true;
	const late = done;
	await METHODS[method]?.(page, pids);
	await building;
	return { last, late };
}

describe(`${KILLS} kills, SEED=${seed}`, () => {
	let resumed = 0;
	const found = { old: 0, new: 0 };

	/** Kills a build of the version and looks what is left. @returns false when it was done before the kill. */
	async function kill(index: string, version: string, phase: Phase, delay: number, method: string): Promise<boolean> {
		const page = await profile.open(served.url);
		const old = await look(page, index);
		const { last, late } = await buildAndKill(page, index, version, phase, delay, method);
		const moment = `${delay.toFixed(0)} ms into ${phase}, last seen ${last}${late ? ", too late" : ""}`;
		console.log(moment);

		// Reopened: one of the two, whole.
		const again = method === "reload" ? await ready(page) : await profile.open(served.url);
		const now = await look(again, index);
		if (now.manifest === null) {
			expect(old.manifest, moment).toBe(null);
			expect(now.coverage, moment).toMatchObject({ partition_status: "empty", total_files: 0 });
		} else {
			const isOld = now.manifest.build_id === old.manifest?.build_id;
			expect(now.dump, moment).toBe(isOld ? old.dump : await trees.scratch(version));
			expect(await checkCatalog(again, index), moment).toBe(now.manifest.build_id);
			if (!late) found[isOld ? "old" : "new"]++;
		}
		await again.close();
		if (again !== page) await page.close().catch(() => {});
		return !late;
	}

	test.each(Array.from({ length: KILLS }, (_, number) => number))("%i", async (number) => {
		// The first build of an index has no old one to leave whole.
		const index = `kills ${Math.floor(number / VERSIONS)}`;
		const at = number % VERSIONS;
		const version = String(at);
		const phase = PHASES[number % PHASES.length] as Phase;
		const method = Object.keys(METHODS)[number % 6] as string;
		let delay = random() * MOMENTS[phase];
		let tries = 0;
		while (!(await kill(index, version, phase, delay, method))) {
			expect(++tries, "builds that were done before they could be killed").toBeLessThan(5);
			delay /= 4;
		}

		// And goes on.
		const page = await profile.open(served.url);
		const manifest = await build(page, index, version);
		expect(manifest).toMatchObject({ status: "complete", units: { failed: 0 } });
		const most = at === 0 ? manifest.units.total : (edited[at] as number);
		expect(manifest.units.rebuild).toBeLessThanOrEqual(most);
		if (tries === 0 && manifest.units.rebuild < most) resumed++;
		const next = await look(page, index);
		expect(next.dump).toBe(await trees.scratch(version));
		expect(next.manifest?.build_id).toBe(manifest.build_id);
		expect(await checkCatalog(page, index)).toBe(manifest.build_id);
		await page.close();
	});

	test("some builds went on from what a killed one had read, and some kills left the old index", () => {
		console.log(`found the old ${found.old}, the new ${found.new} times; ${resumed} builds resumed`);
		expect(resumed).toBeGreaterThan(0);
		expect(found.old).toBeGreaterThan(0);
	});
});
