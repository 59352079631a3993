/** Folders, processes and comparisons for the end-to-end tests. All run the built package. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openIndex, StructuralIndexError } from "mantis-structural-index/node";
import { afterAll, expect } from "vitest";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const MAIN = join(ROOT, "dist/cli/main.js");
/** The index, relative to a state root. */
export const INDEX = "workspace/kb/structural_index";

const folders: string[] = [];
afterAll(() => {
	for (const folder of folders.splice(0)) {
		spawnSync("chmod", ["-R", "u+rwx", folder]);
		// A browser's last processes may still be writing into their profile when the first has ended.
		rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
	}
});

/** A new folder that any user may enter and that goes when the tests of the file end. */
export function newFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "mantis-e2e-")));
	chmodSync(folder, 0o755);
	folders.push(folder);
	return folder;
}

/** Writes files by path below `root`, creating folders. */
export function plant(root: string, files: Record<string, string | Uint8Array>): string {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), content);
	}
	return root;
}

/** Three languages whose files use each other. */
export const SHOP: Record<string, string> = {
	"shop/__init__.py": "",
	"shop/price.py": "def with_tax(amount, rate=0.2):\n    return amount * (1 + rate)\n",
	"shop/cart.py":
		"from shop.price import with_tax\n\n\nclass Cart:\n    def total(self):\n        return with_tax(self.sum())\n",
	"web/format.js": "export const money = (cents) => (cents / 100).toFixed(2);\n",
	"web/page.js": 'import { money } from "./format.js";\n\nexport function show() {\n\treturn money(1999);\n}\n',
	"lib/p.c": "static int one(void) { return 1; }\nint two(void) { return one() + 1; }\n",
};

/** The part in one language: a worker gets ready for Python in a fifth of the time. */
export const SMALL = Object.fromEntries(Object.entries(SHOP).filter(([path]) => path.endsWith(".py")));

export interface Ran {
	status: number | null;
	stdout: string;
	stderr: string;
}

export interface RunOptions {
	cwd?: string;
	env?: Record<string, string>;
	/** Runs as somebody whom rights stop. */
	ordinary?: boolean;
}

/** Rights stop no root, unless it gives up the capabilities that say so. */
const AS_ORDINARY =
	process.geteuid?.() === 0
		? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"]
		: [];

export function run(command: string, args: string[], { cwd, env, ordinary }: RunOptions = {}): Ran {
	const [first, ...rest] = [...(ordinary ? AS_ORDINARY : []), command, ...args] as [string, ...string[]];
	const { status, stdout, stderr, error } = spawnSync(first, rest, {
		cwd,
		env: { ...process.env, ...env },
		encoding: "utf8",
		maxBuffer: 2 ** 30,
	});
	if (error) throw error;
	return { status, stdout, stderr };
}

/** The built command. */
export function cli(args: string[], options?: RunOptions): Ran {
	return run(process.execPath, [MAIN, ...args], options);
}

/** The built command's JSON. */
export function cliJson<T = Record<string, never>>(args: string[], options?: RunOptions): T {
	const ran = cli(args, options);
	expect(ran, args.join(" ")).toMatchObject({ status: 0 });
	return JSON.parse(ran.stdout) as T;
}

/** The Python helper's JSON of a state root. */
export function helper<T = Record<string, never>>(state: string, args: string[]): T {
	const ran = run("python3", [
		join(state, "workspace/helpers/query_structural_index.py"),
		...args,
		"--state_root",
		state,
	]);
	expect(ran, args.join(" ")).toMatchObject({ status: 0, stderr: "" });
	return JSON.parse(ran.stdout) as T;
}

/** Starts the command. */
export function start(args: string[], cwd: string) {
	const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
	const said = { stdout: "", stderr: "" };
	child.stdout.on("data", (chunk) => {
		said.stdout += chunk;
	});
	child.stderr.on("data", (chunk) => {
		said.stderr += chunk;
	});
	const done = new Promise<Ran & { signal: NodeJS.Signals | null }>((resolve) => {
		child.on("close", (status, signal) => resolve({ status, signal, ...said }));
	});
	return { child, said, done };
}

/** Kind, bytes and, unless left out, the time of change of everything below a folder; `{}` when there is none. */
export function fingerprint(folder: string, times = true): Record<string, string> {
	const found: Record<string, string> = {};
	const walk = (path: string) => {
		const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
		if (status === undefined) return;
		const time = times ? ` ${status.mtimeNs} ${status.ctimeNs}` : "";
		const kind = status.isDirectory() ? "folder" : status.isFile() ? digestOf(readFileSync(path)) : "other";
		found[path.slice(folder.length)] = kind + time;
		if (status.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
	};
	walk(folder);
	return found;
}

export function digestOf(bytes: Uint8Array): string {
	return createHash("sha256").update(bytes).digest("hex");
}

/** What the sqlite3 command says, without its last line feed. */
export function sqlite(database: string, sql: string): string {
	const ran = run("sqlite3", ["-readonly", database, sql]);
	expect(ran, sql).toMatchObject({ status: 0, stderr: "" });
	return ran.stdout.replace(/\n$/, "");
}

/** A published index is whole, as another program sees it. */
export function expectWhole(state: string): void {
	expect(sqlite(join(state, INDEX, "catalog.sqlite"), "PRAGMA integrity_check; PRAGMA foreign_key_check;")).toBe("ok");
	const names = readdirSync(join(state, INDEX)).filter((name) => name !== "units");
	expect(names.sort()).toEqual(["catalog.sqlite", "manifest.json"]);
}

export async function dumpOf(state: string): Promise<string[]> {
	const index = await openIndex({ state_root: state });
	try {
		const lines: string[] = [];
		for await (const line of index.dump()) lines.push(line);
		return lines;
	} finally {
		await index.close();
	}
}

/** Resolves to what the work threw. It must be ours, in one sentence that could be shown as it is. */
export async function failureOf(work: () => Promise<unknown>): Promise<StructuralIndexError> {
	const error = await work().then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof StructuralIndexError)) expect.unreachable(`no StructuralIndexError but ${error}`);
	expect(error.message).toMatch(/^\S.*\S$/s);
	return error;
}

/** Repeatable random numbers in 0..1 (mulberry32). */
export function randomFrom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	};
}
