/** What the browser gives is used up: it is said, with figures, the published index stays, and goes on when there is room. */
import { expect, test } from "vitest";
import { openTab, profile, served } from "./tabs.ts";

const FULL =
	/: the disk, or what the browser gives this site of it, is full: \d+ bytes are used here, .* limit is \d+$/;

test("a full storage", async () => {
	const tab = await openTab();
	await tab.ask(1);
	await tab.told(({ published }) => (published === 2 ? true : undefined));
	await tab.page.reload();
	const session = await profile.context.newCDPSession(tab.page);
	const limit = (quotaSize?: number) =>
		session.send("Storage.overrideQuotaForOrigin", { origin: served.url, quotaSize });
	await limit(3_000_000);
	const second = await openTab();
	for (const what of ["fill units", "fill database"] as const) {
		await second.ask(what);
		const refused = await second.told((told) =>
			told.refused?.message.includes(what === "fill units" ? "large" : "catalog") ? told.refused : undefined,
		);
		expect(refused).toMatchObject({ code: "state-unwritable", message: expect.stringMatching(FULL) });
		if (what === "fill units") expect(refused.written).toBeGreaterThan(100_000);
	}
	await second.ask("look");
	const look = await second.told(({ looked }) => looked);
	expect(look.manifest).toBeGreaterThanOrEqual(2);
	// The reload may have come between the two renames: such a catalog carries its own manifest.
	expect([look.manifest, look.manifest + 1]).toContain(look.catalog);
	expect(look.kept).toBe(true);
	await limit();
	await second.ask(look.manifest + 1);
	await second.told(({ published }) => (published === look.manifest + 2 ? true : undefined));
	expect(profile.problems).toEqual([]);
});
