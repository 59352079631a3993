/** Vitest in a process of its own: what fails there fails here; no report, no test and an error outside tests are failures. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { collectVitest } from "./other-vitest.ts";

// Inside the repository, where vitest is found.
const folder = await mkdtemp(fileURLToPath(new URL("../../../.build/vitest-", import.meta.url)));
afterAll(() => rm(folder, { recursive: true }));
const FILES: Record<string, string> = {
	"vitest.config.js": "export default {};",
	"mixed.test.js": `import { expect, test } from "vitest";
		test("good", () => {});
		test("bad", () => { expect({ a: 1 }).toEqual({ a: 2 }); });
		test.skip("out", () => {});`,
	"load.test.js": `throw new Error("while loading");`,
	"stray.test.js": `import { test } from "vitest"; test("good", () => { setTimeout(() => { throw new Error("stray"); }); return new Promise((done) => setTimeout(done, 50)); });`,
};
for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
const collect = (file: string, node = process.execPath) => collectVitest(node, [file], folder);

test("passes, failures with their diff, skips", async () => {
	const { tests, faults } = await collect("mixed");
	expect(faults).toEqual([]);
	expect(tests.map(({ name, skipped, problems }) => [name, skipped ? "skip" : problems.length])).toEqual([
		["mixed.test.js > good", 0],
		["mixed.test.js > bad", 1],
		["mixed.test.js > out", "skip"],
	]);
	expect(tests[1]?.problems[0]?.message).toContain("to deeply equal { a: 2 }");
});

test.each([
	["load", /while loading/],
	["stray", /runs to its end: .*exit|Command failed/],
	["nothing-matches", /no test matched nothing-matches/],
])("%s is a failure", async (file, words) => {
	const { faults } = await collect(file);
	expect(faults.map(({ name, problems }) => `${name}: ${problems[0]?.message}`).join("\n")).toMatch(words);
});

test("a Node that is not there is a failure", async () => {
	expect((await collect("mixed", "/nowhere/node")).faults).toMatchObject([{ name: "runs to its end" }]);
});
