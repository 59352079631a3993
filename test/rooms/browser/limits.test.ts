/** What a browser may do to an index: no room left, storage cleared, nothing lasting offered, a tab out of sight. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../e2e/support.ts";
import type { Handler } from "../../support/chromium.ts";
import { build, checkCatalog, inLab, look, Profile, realTree, serveLab, Trees } from "./lab.ts";

/** Engines of browsers that lack something. */
const LACKING: Record<string, { without: string; reason: RegExp }> = {
	"no private files": { without: "StorageManager.prototype.getDirectory", reason: /private files \(OPFS\)/ },
	"no synchronous handles": {
		without: "FileSystemFileHandle.prototype.createSyncAccessHandle",
		reason: /cannot be written by workers/,
	},
	"no locks": { without: "Navigator.prototype.locks", reason: /locks/ },
};
const engines: Handler = (path) => {
	const lacking = LACKING[/^\/workers\/(.+)\.js$/.exec(path)?.[1] ?? ""];
	if (lacking === undefined) return undefined;
	const without = lacking.without.replace("Navigator.", "WorkerNavigator.");
	return { body: `delete ${without};\n${readFileSync(join(ROOT, "dist/workers/engine.browser.js"), "utf8")}` };
};

const profile = new Profile(["--host-resolver-rules=MAP host.test 127.0.0.1"]);
const trees = new Trees();
const served = await serveLab(trees, {}, [engines]);
const files = realTree();
trees.set("0", files);
trees.set("1", Object.fromEntries(Object.entries(files).map(([path, text]) => [path, `${text}\n\n`])));

async function storageOf(page: Page): Promise<CDPSession> {
	return page.context().newCDPSession(page);
}

describe("a full storage", () => {
	test.each([0, 300_000, 1_500_000])("with %i bytes left", async (left) => {
		const page = await profile.open(served.url);
		const index = `full ${left}`;
		const before = await build(page, index, "0");
		const session = await storageOf(page);
		const { usage } = await session.send("Storage.getUsageAndQuota", { origin: served.url });
		await session.send("Storage.overrideQuotaForOrigin", { origin: served.url, quotaSize: usage + left });
		try {
			const refused = await inLab(page, "build", index, "1");
			expect(refused).toEqual({
				failed: { code: "state-unwritable", message: expect.stringMatching(/is full: \d+ bytes are used here/) },
			});
			const now = await look(page, index);
			expect(now.manifest?.build_id).toBe(before.build_id);
			expect(now.dump).toBe(await trees.scratch("0"));
			expect(await checkCatalog(page, index)).toBe(before.build_id);
		} finally {
			await session.send("Storage.overrideQuotaForOrigin", { origin: served.url });
		}
		expect((await build(page, index, "1")).status).toBe("complete");
		expect((await look(page, index)).dump).toBe(await trees.scratch("1"));
		expect(await inLab(page, "ask", "removeIndex", index)).toBe(null);
		await page.close();
	});
});

describe("storage that the browser clears", () => {
	const clear = async (page: Page) => {
		const session = await storageOf(page);
		await session.send("Storage.clearDataForOrigin", { origin: served.url, storageTypes: "file_systems" });
	};

	test("between builds: there is nothing, and a build makes it anew", async () => {
		const page = await profile.open(served.url);
		await build(page, "cleared", "0");
		await clear(page);
		expect(await inLab(page, "ask", "listIndexes")).toEqual([]);
		expect(await look(page, "cleared")).toMatchObject({ manifest: null, coverage: { partition_status: "empty" } });
		expect((await build(page, "cleared", "1")).units.reused).toBe(0);
		expect((await look(page, "cleared")).dump).toBe(await trees.scratch("1"));
		await page.close();
	});

	// Chromium 156 never returns from closing a handle whose file was cleared away: the engine stands still until its tab goes.
	test("in the midst of a build: when that tab is closed, the next build completes", async () => {
		const page = await profile.open(served.url);
		let index: () => void = () => {};
		const indexing = new Promise<void>((resolve) => {
			index = resolve;
		});
		await page.exposeFunction("told", ({ phase }: { phase: string }) => phase === "index" && index());
		const building = inLab(page, "build", "midst", "0").catch(() => {});
		await indexing;
		await clear(page);
		await Promise.race([building, sleep(2000)]);
		await page.close();
		const again = await profile.open(served.url);
		expect((await build(again, "midst", "1")).status).toBe("complete");
		expect((await look(again, "midst")).dump).toBe(await trees.scratch("1"));
		await again.close();
	});
});

describe("a browser without lasting storage keeps indexes in memory, and says why", () => {
	const works = async (page: Page, reason: RegExp) => {
		expect(await inLab(page, "ask", "storage")).toMatchObject({
			kind: "memory",
			reason: expect.stringMatching(reason),
		});
		expect((await build(page, "memory", "0")).status).toBe("complete");
		expect((await build(page, "memory", "1")).status).toBe("complete");
		expect((await look(page, "memory")).dump).toBe(await trees.scratch("1"));
		await checkCatalog(page, "memory");
		expect(await inLab(page, "ask", "listIndexes")).toMatchObject([{ name: "memory", readable: true }]);
		await page.close();
	};

	test.each(Object.entries(LACKING))("%s", async (name, { reason }) => {
		const page = await profile.open(served.url);
		await inLab(page, "restart", { workers: { engine: `/workers/${encodeURIComponent(name)}.js` } });
		await works(page, reason);
	});

	test("a page over http from another host", async () => {
		const page = await profile.open(served.url.replace("127.0.0.1", "host.test"));
		expect(await page.evaluate("isSecureContext")).toBe(false);
		await works(page, /https or from localhost/);
	});
});

test("a file that is too large is told by its name and size", async () => {
	const page = await profile.open(served.url);
	const [large, text] = Object.entries(files).find(([, text]) => Buffer.byteLength(text) > 20_000) ?? ["", ""];
	const manifest = await build(page, "large", "0", { max_file_bytes: Buffer.byteLength(text) - 1 });
	expect(manifest.status).toBe("partial");
	const coverage = await inLab(page, "fileCoverage", "large", large);
	expect(coverage?.status).toBe("skipped");
	expect(coverage?.reason).toContain(String(Buffer.byteLength(text)));
});
