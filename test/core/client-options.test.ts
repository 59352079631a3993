import { describe, expect, test } from "vitest";
import { nearest } from "../../src/client/nearest.ts";
import { checkBuildOptions, checkOpenOptions, timeBudget } from "../../src/client/options.ts";
import type { BuildOptions } from "../../src/core/types.ts";

const ALL: Required<BuildOptions> = {
	target_root: "a",
	snapshot_root: "b",
	snapshot_id: "c",
	state_root: "d",
	workers: 2,
	languages: ["x"],
	language_folders: ["y"],
	ignore: ["*.z"],
	gitignore: false,
	default_ignores: false,
	max_file_bytes: 1,
	time_budget_ms: 1,
	max_jsonl_records: 0,
	on_progress: () => {},
	on_warning: () => {},
	signal: new AbortController().signal,
};

describe("options", () => {
	test("all are accepted, undefined counts as absent", () => {
		expect(checkBuildOptions(ALL)).toEqual(ALL);
		expect(checkBuildOptions({ workers: undefined })).toEqual({});
		expect(checkBuildOptions({})).toEqual({});
	});

	test.each<[string, unknown, string]>([
		["workers", 0, '"workers" expected integer in 1..64, got 0'],
		["workers", 65, '"workers" expected integer in 1..64, got 65'],
		["workers", 1.5, '"workers" expected integer in 1..64, got 1.5'],
		["workers", Number.NaN, '"workers" expected integer in 1..64, got NaN'],
		["workers", "2", '"workers" expected integer in 1..64, got "2"'],
		["target_root", "", '"target_root" expected a path, got ""'],
		["target_root", 3, '"target_root" expected a path, got 3'],
		["state_root", "a\0b", '"state_root" expected a path, got "a\\u0000b"'],
		["snapshot_id", null, '"snapshot_id" expected a string without NUL, got null'],
		["languages", [], '"languages" expected an array of one or more strings, got an array of 0'],
		["languages", "python", '"languages" expected an array of one or more strings, got "python"'],
		["ignore", [1], '"ignore" expected an array of ignore patterns that can be read, got an array of 1'],
		["ignore", ["a".repeat(1e6)], '"ignore" expected an array of ignore patterns that can be read, got an array of 1'],
		["signal", { aborted: false, addEventListener: 1 }, '"signal" expected an AbortSignal, got an object'],
		["gitignore", "no", '"gitignore" expected true or false, got "no"'],
		["max_file_bytes", -1, '"max_file_bytes" expected integer in 1..2147483647, got -1'],
		["time_budget_ms", 0, '"time_budget_ms" expected integer in 1..3600000, got 0'],
		["max_jsonl_records", -1, '"max_jsonl_records" expected integer in 0..1000000000, got -1'],
		["on_progress", 1, '"on_progress" expected a function, got 1'],
		["signal", {}, '"signal" expected an AbortSignal, got an object'],
	])("%s: %j is refused", (name, value, message) => {
		expect(() => checkBuildOptions({ [name]: value })).toThrow(
			expect.objectContaining({ code: "invalid-argument", message }),
		);
	});

	test("unknown options name the nearest known one, or all", () => {
		expect(() => checkBuildOptions({ stateRoot: "x" })).toThrow(
			'unknown option "stateRoot": did you mean "state_root"?',
		);
		expect(() => checkBuildOptions({ zzz: 1 })).toThrow(/unknown option "zzz": known are target_root, /);
		expect(() => checkBuildOptions({ __proto__: null, constructor: 1 })).toThrow(/unknown option "constructor"/);
		expect(() => checkBuildOptions(null)).toThrow('"options" expected an object, got null');
		expect(() => checkBuildOptions([])).toThrow('"options" expected an object, got an array of 0');
		expect(() => checkOpenOptions({ state: "x" })).toThrow(/unknown option "state"/);
	});

	test("nearest finds a slip and nothing far", () => {
		expect(nearest("pyton", ["python", "c"])).toBe("python");
		expect(nearest("Workers", ["workers"])).toBe("workers");
		expect(nearest("x", ["c", "python"])).toBe("c");
		expect(nearest("fortran", ["python", "c"])).toBeUndefined();
		expect(nearest("", ["a"])).toBe("a");
	});

	test("the time budget grows with the file unless it is given", () => {
		expect(timeBudget({}, 0)).toBe(20_000);
		expect(timeBudget({}, 9 * 1024 * 1024)).toBe(20_000 + 5 * 9 * 1024);
		expect(timeBudget({ time_budget_ms: 7 }, 10_000)).toBe(7);
	});
});
