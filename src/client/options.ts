/** What callers may pass to a build, checked once at the door, and the defaults. */
import { invalidArgument, StructuralIndexError, show } from "../core/errors.ts";
import type { BuildOptions } from "../core/types.ts";
import { parseIgnoreFile } from "./ignore-rules.ts";
import { nearest } from "./nearest.ts";

export const DEFAULT_MAX_FILE_BYTES = 32 * 1024 * 1024;
export const DEFAULT_MAX_JSONL_RECORDS = 10_000;

/** Milliseconds one file may be parsed: 20 s and 5 ms per kB, several hundred times what wasm parsers need (5–10 MB/s). */
export function timeBudget(options: BuildOptions, bytes: number): number {
	return options.time_budget_ms ?? 20_000 + 5 * Math.ceil(bytes / 1024);
}

/** @returns what was expected when the value is not that. */
export type Check = (value: unknown) => string | undefined;

export const check =
	(expected: string, fits: (value: unknown) => boolean): Check =>
	(value) =>
		fits(value) ? undefined : expected;
const text = check("a string without NUL", (v) => typeof v === "string" && !v.includes("\0"));
const path = check("a path", (v) => typeof v === "string" && v !== "" && !v.includes("\0"));
export const flag = check("true or false", (v) => typeof v === "boolean");
const callback = check("a function", (v) => typeof v === "function");
const integer = (from: number, to: number) =>
	check(`integer in ${from}..${to}`, (v) => Number.isInteger(v) && (v as number) >= from && (v as number) <= to);
const list = (least: number) =>
	check(
		least === 0 ? "an array of strings" : "an array of one or more strings",
		(v) => Array.isArray(v) && v.length >= least && v.every((s) => typeof s === "string" && !s.includes("\0")),
	);
const signal = check("an AbortSignal", (v) => {
	const { aborted, addEventListener, removeEventListener } = (v ?? {}) as Record<string, unknown>;
	const isEmitter = typeof addEventListener === "function" && typeof removeEventListener === "function";
	return typeof aborted === "boolean" && isEmitter;
});
const patterns = check(
	"an array of ignore patterns that can be read",
	(v) => Array.isArray(v) && v.every((s) => typeof s === "string" && parseIgnoreFile(s).bad === 0),
);

/** Of each option of a build, for rooms that have other ones too. */
export const BUILD_CHECKS: Readonly<Record<keyof BuildOptions, Check>> = {
	target_root: path,
	// Empty counts as absent: callers pass unset shell variables through.
	snapshot_root: text,
	snapshot_id: text,
	state_root: path,
	workers: integer(1, 64),
	languages: list(1),
	language_folders: list(0),
	ignore: patterns,
	gitignore: flag,
	default_ignores: flag,
	max_file_bytes: integer(1, 2 ** 31 - 1),
	time_budget_ms: integer(1, 3_600_000),
	max_jsonl_records: integer(0, 1_000_000_000),
	on_progress: callback,
	on_warning: callback,
	signal,
};

/** @throws StructuralIndexError `invalid-argument` naming the option, what was expected and what came. */
export function checkBuildOptions(options: unknown): BuildOptions {
	return checkOptions(options, BUILD_CHECKS) as BuildOptions;
}

/** Undefined values count as absent. @throws StructuralIndexError `invalid-argument`. */
export function checkOptions(options: unknown, checks: Record<string, Check>): Record<string, unknown> {
	if (typeof options !== "object" || options === null || Array.isArray(options)) {
		throw invalidArgument("options", "an object", options);
	}
	const checked: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(options)) {
		if (value === undefined) continue;
		if (!Object.hasOwn(checks, name)) {
			const meant = nearest(name, Object.keys(checks));
			const hint = meant === undefined ? `known are ${Object.keys(checks).join(", ")}` : `did you mean ${show(meant)}?`;
			throw new StructuralIndexError("invalid-argument", `unknown option ${show(name)}: ${hint}`);
		}
		const expected = (checks[name] as Check)(value);
		if (expected !== undefined) throw invalidArgument(name, expected, value);
		checked[name] = value;
	}
	return checked;
}

/** @throws StructuralIndexError `invalid-argument`. */
export function checkOpenOptions(options: unknown): { state_root?: string } {
	return checkOptions(options, { state_root: path });
}
