/** A user's Deno project: the built package in its node_modules, scripts, and the real Deno without a network. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildOptions } from "mantis-structural-index/node";
import { newFolder, type Ran, ROOT } from "../../e2e/support.ts";
import { DENO } from "../../support/portable/processes.ts";

/** Takes one JSON argument, prints one line of JSON; a failure of ours is one line on stderr. */
const USE = `import { buildIndex, openIndex, StructuralIndexError } from "mantis-structural-index/deno";
const { call, options, abort } = JSON.parse(Deno.args[0]);
const calls = {
	async build() {
		const control = new AbortController();
		const on_progress = ({ phase, done }) => {
			console.error(phase, done);
			if (phase === abort?.phase && done >= abort.done) control.abort();
		};
		const { manifest, problems, warnings } = await buildIndex({ ...options, on_progress, signal: control.signal });
		return { manifest, problems, warnings };
	},
	async open() {
		await using index = await openIndex(options);
		return { source: index.source, coverage: await index.get_coverage() };
	},
	async dump() {
		await using index = await openIndex(options);
		const lines = [];
		for await (const line of index.dump()) lines.push(line);
		return lines;
	},
};
try {
	console.log(JSON.stringify(await calls[call]()));
} catch (error) {
	if (!(error instanceof StructuralIndexError)) throw error;
	console.error(error.code + ": " + error.message);
	Deno.exit(1);
}
`;

/** A namespace without a network, where the machine can make one. The registry and the proxy lead nowhere in any case. */
const OFFLINE = spawnSync("unshare", ["-rn", "true"]).status === 0 ? ["unshare", "-rn"] : [];
const NOWHERE = "http://127.0.0.1:9";

export const folder = newFolder();
export const PACKAGE = join(folder, "node_modules/mantis-structural-index");

const { name, version, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
mkdirSync(PACKAGE, { recursive: true });
for (const part of ["package.json", "dist"]) cpSync(join(ROOT, part), join(PACKAGE, part), { recursive: true });
for (const dependency of Object.keys(dependencies)) {
	const path = join(folder, "node_modules", dependency);
	mkdirSync(dirname(path), { recursive: true });
	symlinkSync(join(ROOT, "node_modules", dependency), path);
}
writeFileSync(
	join(folder, "package.json"),
	JSON.stringify({ type: "module", dependencies: { [name]: version, ...dependencies } }),
);
writeFileSync(join(folder, "use.ts"), USE);

export interface Flags {
	read?: string[];
	write?: string[];
	/** Others, as they are. */
	more?: string[];
	env?: Record<string, string>;
	cwd?: string;
}

function command(words: string[], { env = {}, cwd = folder }: Flags) {
	const [file, ...args] = [...OFFLINE, DENO, ...words] as [string, ...string[]];
	const clean = { PATH: process.env.PATH, HOME: folder, DENO_DIR: join(folder, "cache"), NO_COLOR: "1" };
	const nowhere = { NPM_CONFIG_REGISTRY: NOWHERE, HTTPS_PROXY: NOWHERE, HTTP_PROXY: NOWHERE };
	return { file, args, options: { cwd, env: { ...clean, ...nowhere, ...env } } };
}

/** `deno …`, to its end. */
export function deno(words: string[], flags: Flags = {}): Ran {
	const { file, args, options } = command(words, flags);
	const { status, stdout, stderr, error } = spawnSync(file, args, {
		...options,
		encoding: "utf8",
		timeout: 60_000,
		maxBuffer: 2 ** 28,
	});
	if (error) throw error;
	return { status, stdout, stderr };
}

/** The words of `deno run` with exactly these permissions. */
export function runWords(script: string, args: string[], { read, write, more = [] }: Flags): string[] {
	const list = (flag: string, paths?: string[]) => (paths === undefined ? [] : [`--allow-${flag}=${paths.join(",")}`]);
	const allowed = [...list("read", read), ...list("write", write), ...more];
	return ["run", "--no-prompt", "--node-modules-dir=manual", ...allowed, script, ...args];
}

export interface Call {
	call: "build" | "open" | "dump";
	options: BuildOptions;
	abort?: { phase: string; done: number };
}

/** The permissions that a call takes, and no others. */
export function needed({ call, options }: Call): Flags {
	const { target_root, state_root } = options as Required<BuildOptions>;
	if (call !== "build") return { read: [state_root, PACKAGE] };
	return { read: [target_root, state_root, PACKAGE], write: [state_root] };
}

export function use(call: Call, flags: Flags = needed(call)): Ran {
	return deno(runWords("use.ts", [JSON.stringify(call)], flags), flags);
}

/** What the call printed. */
export function useJson<T>(call: Call, flags?: Flags): T {
	const { status, stdout, stderr } = use(call, flags);
	if (status !== 0) throw new Error(`${JSON.stringify(call)} ended with ${status}: ${stderr}`);
	return JSON.parse(stdout) as T;
}

/** Starts the call. */
export function start(call: Call): ChildProcess {
	const flags = needed(call);
	const { args, options } = command(runWords("use.ts", [JSON.stringify(call)], flags), flags);
	// Without unshare: the process that is killed must be Deno itself.
	return spawn(DENO, args.slice(args.indexOf("run")), { ...options, stdio: ["ignore", "ignore", "pipe"] });
}
