/**
 * Suites in another runtime, shown as tests of this process. `await runPortable(runtime, new URL("suites.ts", import.meta.url))`
 * at the top level of a test file bundles the suites, runs them there, and declares a test for each of theirs, by name.
 */
import { mkdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import type { Message, Problem } from "./messages.ts";

export interface Runtime {
	/** `deno`, `chromium worker`. */
	name: string;
	/** The syntax it understands, in esbuild's words. */
	target: string;
	/**
	 * Runs a bundle, a module that calls `globalThis.tell(json)` for each message, until it ends or `signal` aborts.
	 * Resolves to why it ended, in words: exit code, last lines of output. Never rejects.
	 */
	run(bundle: string, tell: (json: string) => void, signal: AbortSignal): Promise<string>;
	/** A statement at the bundle's start that defines `globalThis.tell`. */
	tell: string;
}

/** Milliseconds for a whole run. */
const PATIENCE = 240_000;

export interface Outcome {
	tests: Extract<Message, { kind: "test" }>[];
	/** What failed outside the tests, and what is wrong with the run itself. */
	faults: { name: string; problems: Problem[] }[];
}

/** Runs the suites that `entry` declares when it is imported. */
export async function collectPortable(runtime: Runtime, entry: URL, patience = PATIENCE): Promise<Outcome> {
	const outcome: Outcome = { tests: [], faults: [] };
	const fault = (name: string, message: string) => outcome.faults.push({ name, problems: [{ message }] });
	let running: string | undefined;
	let ended = false;
	const listen = (json: string) => {
		const message = JSON.parse(json) as Message;
		if (message.kind === "start") running = message.name;
		else if (message.kind === "end") ended = true;
		else if (message.kind === "outside") outcome.faults.push(message);
		else {
			running = undefined;
			outcome.tests.push(message);
		}
	};
	const folder = await bundle(runtime, entry);
	try {
		const signal = AbortSignal.timeout(patience);
		const why = await runtime.run(`${folder}/bundle.mjs`, listen, signal);
		if (!ended) {
			const at = running === undefined ? "between tests" : `in the test "${running}"`;
			fault("runs to its end", signal.aborted ? `stopped after ${patience} ms, ${at}: ${why}` : `ended ${at}: ${why}`);
		} else if (outcome.tests.length === 0) fault("has tests", "the suites declared no test");
	} catch (error) {
		fault("starts", error instanceof Error ? (error.stack ?? error.message) : String(error));
	}
	await rm(folder, { recursive: true, force: true });
	return outcome;
}

/** Declares the tests; see the head of this file. */
export async function runPortable(runtime: Runtime, entry: URL): Promise<void> {
	declareTests(`in ${runtime.name}`, await collectPortable(runtime, entry));
}

/** A test for each test and fault of a run elsewhere. */
export function declareTests(title: string, { tests, faults }: Outcome): void {
	describe(title, () => {
		for (const { name, problems } of faults) test(name || "loads", () => failWith(problems));
		for (const { name, skipped, problems } of tests) {
			(skipped ? test.skip : test)(name, () => {
				if (problems.length > 0) failWith(problems);
				expect(problems).toEqual([]);
			});
		}
	});
}

/** Throws the first problem as it was over there, the others in its message. */
export function failWith([first, ...others]: Problem[]): never {
	const words = [first, ...others].map((problem) => [problem?.message, problem?.diff].filter(Boolean).join("\n\n"));
	const error = new Error(words.join("\n\n"));
	error.name = first?.name ?? "Error";
	if (first?.stack) error.stack = first.stack;
	throw error;
}

/** Makes `bundle.mjs` in a new folder, inside the repository so that what is left to the runtime finds npm packages. */
async function bundle(runtime: Runtime, entry: URL): Promise<string> {
	const root = fileURLToPath(new URL("../../../", import.meta.url));
	const folder = `${root}.build/portable/${runtime.name.replaceAll(/\W+/g, "-")}-${process.pid}-${Date.now()}`;
	await mkdir(folder, { recursive: true });
	const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
	await build({
		stdin: {
			contents: [
				`import { runSuites } from ${JSON.stringify(here("run.ts"))};`,
				`await runSuites(() => import(${JSON.stringify(fileURLToPath(entry))}), (message) => globalThis.tell(JSON.stringify(message)));`,
			].join("\n"),
			resolveDir: root,
		},
		outfile: `${folder}/bundle.mjs`,
		banner: { js: runtime.tell },
		bundle: true,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		target: runtime.target,
		external: ["node:*"],
		alias: { vitest: here("vitest.ts") },
		logLevel: "silent",
	});
	return folder;
}
