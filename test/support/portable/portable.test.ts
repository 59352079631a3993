/** The portable runner itself: what fails over there fails here, with its words; silence and death are failures. */
import { describe, expect, test } from "vitest";
import { openBrowser } from "../chromium.ts";
import { chromiumRuntime } from "./chromium.ts";
import { collectPortable, failWith, type Runtime } from "./emit.ts";
import { denoRuntime, processRuntime } from "./processes.ts";

const browser = await openBrowser();
const entry = (name: string) => new URL(`fixtures/${name}.ts`, import.meta.url);
const run = (runtime: Runtime, name: string, patience?: number) => collectPortable(runtime, entry(name), patience);
const words = (faults: { name: string; problems: { message: string }[] }[]) =>
	faults.map(({ name, problems }) => `${name}: ${problems.map(({ message }) => message).join("; ")}`).join("\n");

describe.each([
	processRuntime("node", "node20", process.execPath, []),
	denoRuntime(),
	chromiumRuntime(browser, "worker"),
	chromiumRuntime(browser, "page"),
])("$name", (runtime) => {
	test("passes, failures with message and diff, skips", async () => {
		const { tests, faults } = await run(runtime, "works");
		expect(faults).toEqual([]);
		expect(tests.map(({ name, skipped, problems }) => [name, skipped ? "skip" : problems.length])).toEqual([
			["works > passes", 0],
			["works > each 1", 0],
			["works > each 2", 0],
			["works > asymmetric", 0],
			["works > rejects", 0],
			["works > differs", 1],
			["works > throws", 1],
			["works > never settles, but its rejection does", 1],
			["works > left out", "skip"],
		]);
		expect(tests[5]?.problems[0]).toMatchObject({
			name: "AssertionError",
			message: "expected { left: 1, same: true } to deeply equal { left: 2, same: true }",
			diff: expect.stringMatching(/-\s+"left": 2[\s\S]*\+\s+"left": 1/),
		});
		expect(tests[6]?.problems[0]).toMatchObject({ name: "RangeError", message: "out of range" });
		expect(() => failWith(tests[5]?.problems ?? [])).toThrow(/deeply equal[\s\S]*"left": 2/);
	});

	test("no test, a failing load and a failing hook are failures", async () => {
		expect(words((await run(runtime, "empty")).faults)).toMatch(/no test/i);
		expect(words((await run(runtime, "throws")).faults)).toContain("while loading");
		const hook = await run(runtime, "hook");
		expect(words(hook.faults)).toBe("hook: in a hook");
	});

	test("an endless test is stopped and named, and those before it are kept", async () => {
		const { tests, faults } = await run(runtime, "endless", 3000);
		expect(tests.map(({ name }) => name)).toEqual(["before"]);
		expect(words(faults)).toMatch(/^runs to its end: stopped after 3000 ms, in the test "spins"/);
	});
});

test.each([processRuntime("node", "node20", process.execPath, []), denoRuntime()])(
	"$name that exits in the middle is a failure",
	async (runtime) => {
		const { tests, faults } = await run(runtime, "dies");
		expect(tests.map(({ name }) => name)).toEqual(["before"]);
		expect(words(faults)).toMatch(/^runs to its end: ended in the test "exits": exit code 5/);
	},
);

test("a worker that closes itself and a command that does not exist are failures", async () => {
	const { faults } = await run(chromiumRuntime(browser, "worker"), "dies", 3000);
	expect(words(faults)).toMatch(/^runs to its end: stopped after 3000 ms, in the test "exits"/);
	const none = await run(processRuntime("none", "es2022", "/nowhere/runtime", []), "works");
	expect(words(none.faults)).toMatch(/^runs to its end: ended between tests: \/nowhere\/runtime did not start/);
});
