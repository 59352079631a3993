/** Indexes that go between a browser and the command, and source archives, with the built package. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cli, cliJson, dumpOf, expectWhole, helper, INDEX, newFolder, plant, SHOP } from "../../e2e/support.ts";
import { openBrowser } from "../../support/chromium.ts";
import { openRoom, serveRoom } from "./page.ts";

let base: string;
/** The command's index of SHOP. */
let home: string;
let dump: string[];

beforeAll(async () => {
	base = newFolder();
	home = join(base, "home");
	plant(join(base, "shop-main"), SHOP);
	cliJson(["build", join(base, "shop-main"), "--state_root", home, "--json", "--quiet"]);
	expect(cli(["export", join(base, "index.tar.gz"), "--state_root", home]).status).toBe(0);
	expect(cli(["export", join(base, "units.tar.gz"), "--state_root", home, "--units"]).status).toBe(0);
	for (const args of [
		["czf", "shop.tar.gz"],
		["cf", "shop.tar"],
	]) {
		expect(spawnSync("tar", [...args, "shop-main"], { cwd: base }).status).toBe(0);
	}
	const zip = "import shutil; shutil.make_archive('shop', 'zip', '.', 'shop-main')";
	expect(spawnSync("python3", ["-c", zip], { cwd: base }).status).toBe(0);
	dump = await dumpOf(home);
});

const browser = await openBrowser();
const served = await serveRoom(undefined, (path) => {
	const match = /^\/files\/([\w.]+)$/.exec(path);
	return match
		? {
				body: readFileSync(
					match[1] === "catalog.sqlite" ? join(home, INDEX, match[1]) : join(base, match[1] as string),
				),
			}
		: undefined;
});
afterAll(() => served.close());
let page: Page | undefined;
afterEach(() => page?.context().close());
const open = async () => {
	page = await openRoom(browser, served.url);
	return page;
};

describe.each(["opfs", "memory"] as const)("%s", (storage) => {
	test("a browser's archive and catalog are the command's", async () => {
		const page = await open();
		const made = await page.evaluate(
			async ({ files, storage }) => {
				const indexer = room.createBrowserIndexer({ storage });
				await indexer.buildIndex({ source: room.sourceFromMap(files, "shop") });
				const text = async (blob: Blob) => {
					let binary = "";
					for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte);
					return btoa(binary);
				};
				return [await text(await indexer.exportIndex("shop")), await text(await indexer.exportCatalog("shop"))];
			},
			{ files: SHOP, storage },
		);
		for (const [i, name] of ["from-browser.tar.gz", "from-browser.sqlite"].entries()) {
			const file = join(base, name);
			writeFileSync(file, Buffer.from(made[i] as string, "base64"));
			const state = newFolder();
			expect(cli(["import", file, "--state_root", state])).toMatchObject({ status: 0, stderr: "" });
			expectWhole(state);
			expect(await dumpOf(state)).toEqual(dump);
			expect(helper(state, ["resolve_symbol", "--name", "with_tax"])).toMatchObject({ total: 1 });
			if (i > 0) continue;
			const unpacked = newFolder();
			expect(spawnSync("tar", ["xzf", file, "-C", unpacked]).status).toBe(0);
			expectWhole(unpacked);
			expect(await dumpOf(unpacked)).toEqual(dump);
		}
	});

	test("the command's archives and catalog are a browser's; what is damaged leaves the index that was there", async () => {
		const page = await open();
		const found = await page.evaluate(async (storage) => {
			const indexer = room.createBrowserIndexer({ storage });
			const fetched = async (name: string) => (await fetch(`/files/${name}`)).blob();
			const archive = await fetched("index.tar.gz");
			const linesOf = async (index: string) => {
				const opened = await indexer.openIndex({ index });
				const lines: string[] = [];
				for await (const line of opened.dump()) lines.push(line);
				await opened.close();
				return lines;
			};
			await indexer.importIndex("archive", archive);
			await indexer.importIndex("units", await fetched("units.tar.gz"));
			await indexer.importCatalog("catalog", await fetched("catalog.sqlite"));
			const dumps = [await linesOf("archive"), await linesOf("units"), await linesOf("catalog")];
			const refused: unknown[] = [];
			for (const wrong of [archive.slice(0, archive.size >> 1), new Blob(["neither"]), new Blob([])]) {
				refused.push(await outcome(() => indexer.importIndex("archive", wrong)));
			}
			dumps.push(await linesOf("archive"));
			const entries = (await indexer.listIndexes()).map(({ name, files, readable }) => ({ name, files, readable }));
			return { dumps, refused, entries };
		}, storage);
		for (const lines of found.dumps) expect(lines).toEqual(dump);
		expect(found.refused.map((each) => (each as { thrown: { code: string } }).thrown.code)).toEqual([
			"index-corrupt",
			"index-foreign",
			"index-foreign",
		]);
		expect(found.entries).toEqual(
			["archive", "catalog", "units"].map((name) => ({ name, files: Object.keys(SHOP).length, readable: true })),
		);
	});
});

test("source archives give the catalog of the folder", async () => {
	const page = await open();
	const dumps = await page.evaluate(async () => {
		const indexer = room.createBrowserIndexer({ storage: "memory" });
		const dumps: string[][] = [];
		for (const name of ["shop.zip", "shop.tar", "shop.tar.gz"]) {
			const file = new File([await (await fetch(`/files/${name}`)).blob()], name);
			await indexer.buildIndex({ source: room.sourceFromArchive(file) });
			const index = await indexer.openIndex({ index: "shop" });
			const lines: string[] = [];
			for await (const line of index.dump()) lines.push(line);
			await index.close();
			dumps.push(lines);
		}
		return dumps;
	});
	for (const lines of dumps) expect(lines).toEqual(dump);
});

test("a source archive that is damaged says so and publishes nothing", async () => {
	const page = await open();
	const found = await page.evaluate(async () => {
		const indexer = room.createBrowserIndexer({ storage: "memory" });
		const zip = await (await fetch("/files/shop.zip")).blob();
		const attempts = [zip.slice(0, zip.size - 30), new Blob(["no archive"])];
		const told: unknown[] = [];
		for (const archive of attempts) {
			told.push(await outcome(() => indexer.buildIndex({ source: room.sourceFromArchive(archive, "it") })));
		}
		return { told, left: await indexer.listIndexes() };
	});
	expect(found.told).toEqual([
		{
			thrown: expect.objectContaining({
				code: "root-unreadable",
				message: expect.stringMatching(/^archive "it" cannot be unpacked as zip/),
			}),
		},
		{
			thrown: expect.objectContaining({
				code: "root-unreadable",
				message: expect.stringMatching(/^archive "it" expected a zip, tar or tar.gz/),
			}),
		},
	]);
	expect(found.left).toEqual([]);
});
