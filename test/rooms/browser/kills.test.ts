/** A tab that is killed at any instant while it writes: what was published is whole, and the next tab goes on. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openTab, profile } from "./tabs.ts";

const KILLS = 24;

const ways: Record<string, (page: Page) => Promise<unknown>> = {
	async crash(page) {
		const crashed = page.waitForEvent("crash");
		const session = await profile.context.newCDPSession(page);
		session.send("Page.crash").catch(() => {});
		await crashed;
		await page.close();
	},
	close: (page) => page.close(),
	reload: (page) => page.reload(),
};

test(
	`${KILLS} kills`,
	async () => {
		let published = 0;
		let seed = 7;
		let amidst = 0;
		for (let kill = 0; kill < KILLS; kill++) {
			seed = (seed * 48271) % 2147483647;
			const way = Object.keys(ways)[kill % 3] as string;
			const writer = await openTab();
			await writer.ask(published + 1);
			await new Promise((wake) => setTimeout(wake, 20 + (seed % 400)));
			await ways[way]?.(writer.page);
			for (const { published: version = 0, failed } of writer.seen) {
				expect(failed).toBeUndefined();
				published = Math.max(published, version);
			}
			const looker = await openTab();
			await looker.ask("look");
			const look = await looker.told(({ looked }) => looked);
			const context = `kill ${kill} (${way}): ${JSON.stringify({ ...look, published })}`;
			// What was told to be published is, and what comes after it in the order of publishing is not ahead of it.
			expect(look.manifest, context).toBeGreaterThanOrEqual(published);
			expect(look.manifest, context).toBeLessThanOrEqual(look.catalog);
			expect(look.catalog, context).toBeLessThanOrEqual(look.jsonl);
			expect(look.jsonl, context).toBeLessThanOrEqual(look.manifest + 1);
			expect(look.units, context).toBeGreaterThanOrEqual(6 * look.manifest);
			expect(look.kept, context).toBe(true);
			if (look.jsonl > look.manifest) amidst++;
			published = look.manifest;
			await Promise.all([looker.page.close(), writer.page.close()]);
		}
		// Else the kills came too early, or never while files were moved over.
		expect(published).toBeGreaterThan(0);
		expect(amidst).toBeGreaterThan(0);
	},
	KILLS * 10_000,
);
