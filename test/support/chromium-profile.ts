/** Chromium with a profile on the disk, where private files are real files; other contexts keep theirs in memory. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { ARGUMENTS, findChromium, type TestBrowser, watch } from "./chromium.ts";

export interface Profile extends Pick<TestBrowser, "open"> {
	context: BrowserContext;
	/** What watched pages have done wrong, a crash too. */
	problems: string[];
	close(): Promise<void>;
}

export async function openProfile(): Promise<Profile> {
	const folder = await mkdtemp(join(tmpdir(), "mantis-profile-"));
	const context = await chromium.launchPersistentContext(folder, {
		executablePath: findChromium(),
		headless: true,
		args: [...ARGUMENTS],
		// Nothing is listening: only loopback is reached.
		proxy: { server: "http://127.0.0.1:9", bypass: "127.0.0.1" },
	});
	const problems: string[] = [];
	return {
		context,
		problems,
		async open(url) {
			const page = await context.newPage();
			watch(page, new URL(url).origin, (problem) => void problems.push(problem));
			await page.goto(url);
			return page;
		},
		async close() {
			await context.close();
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
