/** A parse worker that hangs, crashes, throws or eats memory over one file costs that file, never the build. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createIndexer, createNodeHost, openIndex } from "mantis-structural-index/node";
import { describe, expect, test } from "vitest";
import { cli, cliJson, expectWhole, helper, newFolder, plant, ROOT, run, SMALL } from "./support.ts";

const DIST = pathToFileURL(join(ROOT, "dist/")).href;
/** Seconds that a hang may take: the file's own budget and what the pool grants beyond it. */
const BUDGET_MS = 300;

/** What a file does to the worker that gets it, by a word in its bytes. The worker is the real one otherwise. */
const TRAPS = `
import { parentPort } from "node:worker_threads";
const traps = {
	"TRAP hang": () => { for (;;); },
	"TRAP exit": () => process.exit(7),
	"TRAP throw": () => { throw new Error("a trap"); },
	"TRAP memory": () => { for (const all = [];;) all.push(new Array(1e6).fill(all.length + 0.5)); },
};
const on = parentPort.on.bind(parentPort);
parentPort.on = (name, listener) =>
	on(name, (data) => {
		const bytes = data?.path?.[0] === "extract" ? data.argumentList[0].value.bytes : undefined;
		const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
		for (const [word, work] of Object.entries(traps)) if (text.includes(word)) work();
		listener(data);
	});
`;

const scripts = plant(newFolder(), {
	"traps.mjs": TRAPS,
	"parse.mjs": `import "./traps.mjs";\nawait import(${JSON.stringify(`${DIST}workers/parse.node.js`)});\n`,
});
const host = createNodeHost({ workers: { parse: pathToFileURL(join(scripts, "parse.mjs")) } });
const trap = (word: string) => `def trapped():\n    return "TRAP ${word}"\n`;

/** What each trap's file must be said to have done. */
const CASES: [word: string, reason: RegExp][] = [
	["hang", new RegExp(`^time budget of ${BUDGET_MS} ms exceeded$`)],
	["exit", /^it ended the worker that parsed it: worker exited with code 7$/],
	["throw", /^it ended the worker that parsed it: worker failed: a trap$/],
	["memory", /^it ended the worker that parsed it: worker failed: .*memory/],
];
const OTHERS = Object.keys(SMALL).length;

describe.each([
	[1, CASES.filter(([word]) => word === "exit" || word === "throw")],
	[3, CASES],
])("%i workers", (workers, cases) => {
	test("each trap's file is named, the rest is indexed", { timeout: 90_000 }, async () => {
		const failed = cases.length;
		const traps = Object.fromEntries(cases.map(([word]) => [`traps/${word}.py`, trap(word)]));
		const root = plant(newFolder(), { ...SMALL, ...traps });
		const state = newFolder();
		const options = { target_root: root, state_root: state, time_budget_ms: BUDGET_MS, workers };
		const result = await createIndexer(host).buildIndex(options);
		expect(result.problems.map(({ file_path, status }) => [file_path, status])).toEqual(
			Object.keys(traps)
				.sort()
				.map((path) => [path, "failed"]),
		);
		expect(result.manifest).toMatchObject({
			status: "partial",
			units: { total: OTHERS + failed, reused: 0, rebuild: OTHERS, failed },
			coverage: { total_files: OTHERS + failed, indexed_files: OTHERS, failed_files: failed },
		});
		await using index = await openIndex({ state_root: state });
		for (const [word, expected] of cases) {
			const path = `traps/${word}.py`;
			const { file, ...coverage } = await index.get_coverage({ file: path });
			expect(coverage).toMatchObject({ partition_status: "partial", failed });
			expect(file).toMatchObject({
				status: "failed",
				indexed: false,
				reason: expect.stringMatching(expected),
			});
			expect(result.problems.find((problem) => problem.file_path === path)?.reason).toBe(file?.reason);
			expect(helper(state, ["get_coverage", "--file", path])).toMatchObject({ file: { status: "failed" } });
		}
		expect((await index.resolve_symbol({ name: "with_tax" })).total).toBe(1);
		expectWhole(state);

		// The same files with workers that no trap reaches: all that is left to do is done.
		const after = await createIndexer(createNodeHost()).buildIndex(options);
		expect(after.manifest).toMatchObject({ status: "complete", units: { reused: OTHERS, rebuild: failed, failed: 0 } });
	});
});

test("a build in which every file fails says so and publishes that", async () => {
	const root = plant(newFolder(), { "a.py": trap("exit"), "b.txt": "text\n" });
	const state = newFolder();
	const result = await createIndexer(host).buildIndex({ target_root: root, state_root: state, workers: 1 });
	expect(result.manifest).toMatchObject({ status: "failed", units: { total: 1, failed: 1 } });
	expect(result.summary.coverage_status).toBe("failed");
	await using index = await openIndex({ state_root: state });
	expect(await index.resolve_symbol({ name: "trapped" })).toMatchObject({
		results: [],
		coverage: { partition_status: "failed", failed: 1 },
	});
	expectWhole(state);
});

test("the command ends with 0, names the file and calls the index partial", () => {
	// The package as it is, but for its parse worker.
	const copy = newFolder();
	cpSync(join(ROOT, "dist"), join(copy, "dist"), { recursive: true });
	for (const name of ["package.json", "node_modules"]) symlinkSync(join(ROOT, name), join(copy, name));
	const worker = join(copy, "dist/workers/parse.node.js");
	plant(copy, { "dist/workers/traps.mjs": TRAPS });
	writeFileSync(worker, `import "./traps.mjs";\n${readFileSync(worker, "utf8")}`);

	const root = plant(newFolder(), { ...SMALL, "bad\u001b[2J.py": trap("exit") });
	const state = newFolder();
	const main = join(copy, "dist/cli/main.js");
	const built = run(process.execPath, [main, "build", root, "--state_root", state, "--quiet"]);
	expect(built).toMatchObject({ status: 0, stderr: "" });
	expect(built.stdout).toMatch(/^status +partial$/m);
	expect(built.stdout).toMatch(new RegExp(`^files +${OTHERS} indexed, 1 failed \\(listed by: status --files\\)$`, "m"));
	expect(built.stdout).toMatch(/^failed: bad\\u001b\[2J\.py: it ended the worker that parsed it: .* code 7$/m);
	const status = cli(["status", "--state_root", state]);
	expect(status.stdout).toMatch(/coverage partial: .* 1 failed/);
	expect(status.status).toBe(0);
	expect(cliJson(["resolve_symbol", "--name", "trapped", "--state_root", state])).toMatchObject({
		total: 0,
		coverage: { partition_status: "partial", failed: 1 },
	});
});
