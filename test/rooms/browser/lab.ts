/**
 * A laboratory for the browser room's hard tests: a profile on the disk whose Chromium may be killed and started again, a
 * real tree in versions, what Node builds of each, and the page that builds them.
 */

import { isUtf8 } from "node:buffer";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIndex, type Manifest } from "mantis-structural-index/node";
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { digestOf, dumpOf, newFolder, ROOT, run, sqlite } from "../../e2e/support.ts";
import {
	ARGUMENTS,
	findChromium,
	type Handler,
	type Served,
	type ServeOptions,
	serve,
} from "../../support/chromium.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PAGE =
	'<!doctype html><link rel="icon" href="data:,"><title>lab</title><script type="module" src="/lab.page.mjs"></script>';

/** Packages of Python's library that every version since 3.9 has: some hundred small files. One language: workers are soon ready. */
const PYTHON = "asyncio concurrent ctypes email encodings html http importlib json logging urllib wsgiref xml";
const MAX_BYTES = 30_000;

export type Files = Record<string, string>;

export interface Failed {
	failed: { code: string; message: string };
}

export interface Looked {
	manifest: Manifest | null;
	/** sha256 of the logical dump; from the page, the dump itself. */
	dump: string;
	coverage: { partition_status: string; total_files: number };
}

/** What lab.page.mjs puts into the page. */
export interface Lab {
	restart(options?: object): void;
	build(index: string, version: string, options?: object): Promise<Manifest | Failed>;
	abort(index: string): void;
	look(index: string): Promise<Looked | Failed>;
	fileCoverage(index: string, file: string): Promise<{ status: string; reason: string | null } | null>;
	catalog(index: string): Promise<string>;
	ask(method: string, ...args: unknown[]): Promise<unknown>;
}

export function realTree(): Files {
	const library = run("python3", ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).stdout.trim();
	const files: Files = {};
	const take = (from: string, to: string) => {
		for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
			if (!entry.isFile() || !entry.name.endsWith(".py")) continue;
			const path = join(entry.parentPath, entry.name);
			const bytes = readFileSync(path);
			if (bytes.length <= MAX_BYTES && isUtf8(bytes)) files[`${to}${path.slice(from.length)}`] = bytes.toString();
		}
	};
	for (const name of PYTHON.split(" ")) take(join(library, name), name);
	return files;
}

/** Versions of a tree, by name, for the page to fetch. */
export class Trees {
	readonly #versions = new Map<string, Files>();
	readonly #scratch = new Map<string, Promise<string>>();

	set(version: string, files: Files): void {
		this.#versions.set(version, files);
	}

	readonly handler: Handler = (path) => {
		const files = this.#versions.get(/^\/trees\/(.+)\.json$/.exec(path)?.[1] ?? "");
		return files && { body: JSON.stringify(files), type: "application/json" };
	};

	/** sha256 of the dump of what Node builds of a version from scratch. */
	scratch(version: string): Promise<string> {
		let digest = this.#scratch.get(version);
		if (digest === undefined) {
			digest = this.#build(version);
			this.#scratch.set(version, digest);
		}
		return digest;
	}

	async #build(version: string): Promise<string> {
		const work = newFolder();
		for (const [path, text] of Object.entries(this.#versions.get(version) ?? {})) {
			mkdirSync(dirname(join(work, "memory", path)), { recursive: true });
			writeFileSync(join(work, "memory", path), text);
		}
		const state_root = join(work, "state");
		await buildIndex({ target_root: join(work, "memory"), state_root, default_ignores: false, workers: 2 });
		return digestOf(Buffer.from((await dumpOf(state_root)).join("\n")));
	}
}

/** Serves the lab, the built package and the trees until the file's tests end. */
export async function serveLab(trees: Trees, options?: ServeOptions, more: readonly Handler[] = []): Promise<Served> {
	const page: Handler = (path) => (path === "/" ? { body: PAGE } : undefined);
	const served = await serve([page, trees.handler, ...more, HERE, join(ROOT, "dist")], options);
	afterAll(() => served.close());
	return served;
}

/** Has loaded its module. */
export async function ready(page: Page): Promise<Page> {
	await page.waitForFunction("globalThis.lab !== undefined");
	return page;
}

/** Calls a function of the page's lab. */
export function inLab<K extends keyof Lab>(
	page: Page,
	name: K,
	...given: Parameters<Lab[K]>
): Promise<Awaited<ReturnType<Lab[K]>>> {
	return page.evaluate(
		([name, given]) =>
			(globalThis as unknown as { lab: Record<string, (...given: unknown[]) => never> }).lab[name]?.(...given),
		[name, given] as const,
	) as Promise<Awaited<ReturnType<Lab[K]>>>;
}

/** A Chromium with a user data folder of its own, which outlives it. */
export class Profile {
	readonly #folder = join(newFolder(), "profile");
	readonly #args: readonly string[];
	#context: BrowserContext | undefined;

	constructor(args: readonly string[] = []) {
		this.#args = args;
		afterAll(() => this.#context?.close());
	}

	async context(): Promise<BrowserContext> {
		this.#context ??= await chromium.launchPersistentContext(this.#folder, {
			executablePath: findChromium(),
			args: [...ARGUMENTS, ...this.#args],
		});
		return this.#context;
	}

	async open(url: string): Promise<Page> {
		const page = await (await this.context()).newPage();
		await page.goto(url);
		return ready(page);
	}

	/** Process ids of a kind: `browser`, `renderer`. */
	async processes(type: string): Promise<number[]> {
		const browser = (await this.context()).browser();
		const session = (await browser?.newBrowserCDPSession()) as CDPSession;
		const { processInfo } = await session.send("SystemInfo.getProcessInfo");
		await session.detach();
		return processInfo.filter((process) => process.type === type).map((process) => process.id);
	}

	/** The Chromium is gone; the next `open` starts another. */
	async gone(): Promise<void> {
		const context = this.#context;
		this.#context = undefined;
		await context?.close().catch(() => {});
	}
}

/** An exported catalog, as Debian's sqlite3 sees it. @returns the build_id of the manifest that it carries. */
export async function checkCatalog(page: Page, index: string): Promise<string> {
	const file = join(newFolder(), "catalog.sqlite");
	writeFileSync(file, Buffer.from(await inLab(page, "catalog", index), "base64"));
	expect(sqlite(file, "PRAGMA integrity_check; PRAGMA foreign_key_check;")).toBe("ok");
	const meta = (key: string) => sqlite(file, `SELECT value FROM schema_meta WHERE key = '${key}'`);
	const { build_id } = JSON.parse(meta("manifest")) as Manifest;
	expect(meta("build_id")).toBe(build_id);
	return build_id;
}

export async function build(page: Page, index: string, version: string, options?: object): Promise<Manifest> {
	return whole<Manifest>(await inLab(page, "build", index, version, options));
}

/** What a reader finds now. */
export async function look(page: Page, index: string): Promise<Looked> {
	const looked = whole<Looked>(await inLab(page, "look", index));
	return { ...looked, dump: digestOf(Buffer.from(looked.dump)) };
}

function whole<T extends object>(answer: T | Failed): T {
	if ("failed" in answer) expect.fail(`${answer.failed.code}: ${answer.failed.message}`);
	return answer;
}
