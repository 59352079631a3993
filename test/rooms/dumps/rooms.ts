/** The rooms, each as something that builds a tree and tells the logical dump. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newFolder, ROOT } from "../../e2e/support.ts";
import { serve, type TestBrowser } from "../../support/chromium.ts";
import { DENO } from "../../support/portable/processes.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

export interface Built {
	total: number;
	reused: number;
	rebuild: number;
	failed: number;
	/** Of the logical dump. */
	lines: string[];
}

export interface Room {
	name: string;
	/** A place for indexes, empty at first; builds of one place come one after another. */
	place(): Promise<{ build(root: string, workers: number): Promise<Built> }>;
}

/** A runtime that is a command, with the room's built entry. */
function command(name: string, entry: string, path: string, args: readonly string[] = []): Room {
	return {
		name,
		async place() {
			const state = newFolder();
			return {
				async build(root, workers) {
					const all = [...args, join(HERE, "build.mjs"), join(ROOT, "dist", entry), root, state, String(workers)];
					const { stdout } = await promisify(execFile)(path, all, { maxBuffer: 2 ** 30 });
					return JSON.parse(stdout) as Built;
				},
			};
		},
	};
}

export const nodeRoom = (name: string, path: string) => command(name, "node/index.js", path);
/** Bun runs the Node room. */
export const bunRoom = (path: string) => command("bun", "node/index.js", path);
export const denoRoom = command("deno", "deno/index.js", DENO, [
	..."run --no-prompt --no-check --cached-only --node-modules-dir=manual --allow-read --allow-write".split(" "),
]);

/** The folder is picked as a user picks it: by `<input webkitdirectory>`. */
export function chromiumRoom(browser: TestBrowser): Room {
	return {
		name: "chromium",
		async place() {
			const body =
				'<!doctype html><link rel="icon" href="data:,"><title>dumps</title><input type="file" webkitdirectory>';
			const served = await serve([(path) => (path === "/" ? { body } : undefined), HERE, join(ROOT, "dist")]);
			const page = await browser.open(served.url);
			page.once("close", () => served.close());
			return {
				async build(root, workers) {
					await page.setInputFiles("input", root);
					return page.evaluate<Built>(`import("/build.page.mjs").then(({ build }) => build(${workers}))`);
				},
			};
		},
	};
}
