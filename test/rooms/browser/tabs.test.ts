/** Two tabs of one origin: one reads while the other builds, both build one index, each builds its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ROOT } from "../../e2e/support.ts";
import type { Handler } from "../../support/chromium.ts";
import { build, checkCatalog, inLab, look, Profile, realTree, serveLab, Trees } from "./lab.ts";

/** Longer than a tab waits for another one that is building. */
const SLOW_MS = 8000;
const slow: Handler = async (path) => {
	if (path === "/sleep") await sleep(SLOW_MS);
	if (path === "/sleep") return { body: "" };
	if (path !== "/workers/slow.js") return undefined;
	const wait = 'const wait = new XMLHttpRequest(); wait.open("GET", "/sleep", false); wait.send();\n';
	return { body: wait + readFileSync(join(ROOT, "dist/workers/parse.browser.js"), "utf8") };
};

const profile = new Profile();
const trees = new Trees();
const served = await serveLab(trees, {}, [slow]);
const files = realTree();
trees.set("0", files);
trees.set(
	"1",
	Object.fromEntries(Object.entries(files).map(([path, text], i) => [path, i % 3 ? text : `${text}\n\n`])),
);

test("one tab reads while the other builds: the old index, then the new one", async () => {
	const [writer, reader] = [await profile.open(served.url), await profile.open(served.url)];
	const first = await build(writer, "read", "0");
	const seen: (string | undefined)[] = [];
	let done = false;
	const building = build(writer, "read", "1").finally(() => {
		done = true;
	});
	while (!done) {
		const { dump, manifest } = await look(reader, "read");
		seen.push(manifest?.build_id);
		expect(dump).toBe(await trees.scratch(manifest?.build_id === first.build_id ? "0" : "1"));
	}
	const second = await building;
	expect(seen[0]).toBe(first.build_id);
	expect((await look(reader, "read")).manifest?.build_id).toBe(second.build_id);
	expect(await checkCatalog(reader, "read")).toBe(second.build_id);
});

test("two tabs build one index: the later waits for the earlier", async () => {
	const tabs = [await profile.open(served.url), await profile.open(served.url)] as const;
	const made = await Promise.all(tabs.map((tab) => build(tab, "both", "0")));
	expect(made.map(({ status }) => status)).toEqual(["complete", "complete"]);
	expect(made.map(({ units }) => units.reused === units.total).sort()).toEqual([false, true]);
	for (const tab of tabs) expect((await look(tab, "both")).dump).toBe(await trees.scratch("0"));
});

test("two tabs build one index: the later is refused when the earlier takes long", async () => {
	const [earlier, later] = [await profile.open(served.url), await profile.open(served.url)];
	await inLab(earlier, "restart", { workers: { parse: "/workers/slow.js" } });
	const building = build(earlier, "long", "0");
	await sleep(1000);
	// Nor can it be removed; it can be asked.
	const refused = {
		code: "state-unwritable",
		message: expect.stringMatching(/"long\/workspace": another tab is building/),
	};
	const [built, removed] = await Promise.all([
		inLab(later, "build", "long", "1"),
		inLab(later, "ask", "removeIndex", "long"),
	]);
	expect([built, removed]).toEqual([{ failed: refused }, { failed: refused }]);
	expect((await look(later, "long")).coverage.partition_status).toBe("empty");
	expect((await building).status).toBe("complete");
	expect((await look(later, "long")).dump).toBe(await trees.scratch("0"));
	expect((await build(later, "long", "1")).status).toBe("complete");
});

test("two tabs build two indexes at once", async () => {
	const tabs = [await profile.open(served.url), await profile.open(served.url)] as const;
	await Promise.all(tabs.map((tab, i) => build(tab, `own ${i}`, String(i))));
	for (const i of [0, 1])
		expect((await look(tabs[1 - i] as never, `own ${i}`)).dump).toBe(await trees.scratch(String(i)));
});
