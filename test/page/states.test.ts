/** What the page says when things are not as one wishes: partial indexes, files without text, cancelled builds, wrong files, old links. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type Served, serve } from "../support/chromium.ts";

const PAGE = new URL("../../dist/page", import.meta.url).pathname;
const POLICY =
	/Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync(join(PAGE, "index.html"), "utf8"))?.[1] ?? "";

const SHOP: Record<string, string> = {
	"a.py": "import b\n\ndef run():\n    return b.go(1) + helper(2)\n\ndef helper(x):\n    return mystery(x)\n",
	"b.py": "def go(n):\n    if n: return go(n-1)\n    return inner()\n\ndef inner():\n    return 1\n",
	"bad.py": "def x(:\n  ((((\n",
	"bin.py": "\0\0\0\x01bin\0",
	"lib/m.ts": "export class A { run(){ return this.go() } go(){ return 1 } }\n",
	"readme.md": "# hi\n",
};

const browser = await openBrowser();
/** Given instead of the built service worker. */
let newer: string | undefined;
let served: Served;
let context: BrowserContext;
let page: Page;
let temporary: string;
let shop: string;

function plant(name: string, files: Record<string, string>): string {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(temporary, name, path)), { recursive: true });
		writeFileSync(join(temporary, name, path), text);
	}
	return join(temporary, name);
}

beforeAll(async () => {
	temporary = mkdtempSync(join(tmpdir(), "mantis-states-"));
	shop = plant("shop", SHOP);
	// Larger than what is read of one file; a hole on the disk.
	writeFileSync(join(shop, "huge.py"), "");
	truncateSync(join(shop, "huge.py"), 34 * 1024 * 1024);
	served = await serve([(path) => (path === "/sw.js" && newer ? { body: newer } : undefined), PAGE], { csp: POLICY });
	context = await browser.newContext();
	await context.addInitScript("delete window.showDirectoryPicker");
	page = await browser.open(`${served.url}/`, { context });
});

afterAll(async () => {
	await served.close();
	rmSync(temporary, { recursive: true, force: true });
});

async function pick(button: string, path: string): Promise<void> {
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: button }).first().click();
	await (await chooser).setFiles(path);
}
const visit = (hash: string) =>
	page.evaluate((to) => {
		location.hash = to;
	}, hash);
const toStart = async () => {
	await visit("#/");
	await page.getByRole("heading", { level: 1, name: /Find who calls what/ }).waitFor();
};
const file = (name: RegExp) => page.getByRole("treeitem", { name });

describe("a folder that cannot be indexed whole, its sources not kept", () => {
	test("the end of the build says what is missing and why", async () => {
		await page.getByText("Build options").click();
		await page.getByText("Keep a copy of the source").click();
		await pick("Open folder", shop);
		await page.getByText("Partial: 2 files are not indexed").waitFor();
		await page
			.getByRole("listitem")
			.filter({ hasText: "bin.py" })
			.getByText(/^binary/)
			.waitFor();
		await page
			.getByRole("listitem")
			.filter({ hasText: "huge.py" })
			.getByText(/larger than max_file_bytes/)
			.waitFor();
		await page.getByRole("button", { name: "Explore the index" }).click();
	});

	test("coverage is told above everything, and on each file", async () => {
		await page
			.getByRole("note")
			.getByText(/Partial index: 4 of 6 files of a known language/)
			.waitFor();
		await file(/^bad\.py, indexed, with a note: .*syntax errors/).waitFor();
		await page.getByRole("button", { name: "Show the files" }).click();
		await expect.poll(() => page.getByRole("treeitem").count()).toBe(2);
		await page.getByRole("combobox", { name: "Which files" }).selectOption("all");
		await file(/^readme\.md, no known language/).waitFor();
	});

	test("a file without its text offers the folder again, and lists its functions meanwhile", async () => {
		await file(/^a\.py/).click();
		await page.getByText("The text of this file is not kept here").waitFor();
		await page.locator(".outline").getByRole("link", { name: "helper" }).waitFor();
		await pick("Open the folder again", shop);
		await page.getByRole("button", { name: "Explore the index" }).click();
		await file(/^a\.py/).click();
		await expect.poll(() => page.locator(".cm-content").textContent()).toContain("return mystery(x)");
	});

	test("absence is not claimed", async () => {
		await visit("#/index/shop?view=symbol&name=run");
		await page.getByText("2 definitions bear this name").waitFor();
		await page.getByRole("link", { name: "run", exact: true }).first().click();
		await page
			.getByText(/No callers found in what is indexed\. The index is incomplete \(2 files not indexed\)/)
			.waitFor();
	});

	test("a call without a known target leads to what its name may mean", async () => {
		await file(/^a\.py/).click();
		await page.locator(".call-unresolved").first().click();
		await page.getByRole("heading", { name: "Definitions named mystery" }).waitFor();
		await page.getByText(/Nothing indexed is named “mystery”\. The index is incomplete/).waitFor();
		await page.getByText("not counted as callers").waitFor();
		await page.locator(".call-direct").first().click();
		await page.getByRole("heading", { name: "go" }).waitFor();
	});
});

describe("ways in", () => {
	test("an archive that is dropped", async () => {
		await toStart();
		const archive = join(temporary, "packed.tar.gz");
		execFileSync("tar", ["czf", archive, "-C", temporary, "shop"]);
		const bytes = readFileSync(archive).toString("base64");
		await page.evaluate((base64) => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], "packed.tar.gz"));
			document.body.dispatchEvent(
				new DragEvent("dragenter", { dataTransfer: transfer, bubbles: true, cancelable: true }),
			);
			document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
		}, bytes);
		await page.getByRole("heading", { name: "packed is indexed" }).waitFor();
		await page.getByText("4 of 7").waitFor();
	});

	test("the same folder again: update or keep both", async () => {
		await toStart();
		await pick("Open folder", shop);
		const dialog = page.getByRole("dialog");
		await dialog.getByRole("button", { name: "Keep both" }).click();
		await page.getByRole("heading", { name: "shop (2) is indexed" }).waitFor();
		await toStart();
		await page.getByRole("link", { name: "shop (2)" }).waitFor();
		await page.getByRole("button", { name: "Remove the index shop (2)" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
		await expect.poll(() => page.getByRole("link", { name: "shop (2)" }).count()).toBe(0);
	});

	test("a catalog and a whole index come back in", async () => {
		await visit("#/index/shop");
		for (const [what, name] of [
			["Catalog", "shop.sqlite"],
			["Whole index", "shop.tar.gz"],
		] as const) {
			await page.getByRole("button", { name: "Export" }).click();
			const download = page.waitForEvent("download");
			await page.getByRole("menuitem", { name: what }).click();
			await (await download).saveAs(join(temporary, `again-${name}`));
		}
		for (const name of ["again-shop.sqlite", "again-shop.tar.gz"]) {
			await toStart();
			await pick("Open archive or index", join(temporary, name));
			if (name.endsWith(".gz")) await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
			await page.getByRole("tree").waitFor();
			expect(page.url()).toContain("#/index/again-shop");
			await toStart();
		}
	});

	test("a file that is nothing of all this is refused in words, and nothing is lost", async () => {
		await pick("Open archive or index", join(shop, "b.py"));
		await page
			.getByRole("alert")
			.getByText(/expected a zip, tar or tar\.gz/)
			.waitFor();
		await page.getByRole("button", { name: "Back to the start" }).click();
		await page.getByRole("link", { name: "shop", exact: true }).waitFor();
	});
});

test("a link to what is not there says so", async () => {
	await visit("#/index/elsewhere?symbol=x");
	await page.getByText("There is no index “elsewhere” in this browser").waitFor();
	await visit("#/index/shop?symbol=nonsense");
	await page.getByRole("alert").getByText("The index has no such symbol").waitFor();
	await visit("#/index/shop?file=none.py");
	await page.getByRole("alert").getByText("The index has no such file").first().waitFor();
});

test("a cancelled build is told, and goes on from there", async () => {
	await toStart();
	const body = Array.from(
		{ length: 400 },
		(_, at) => `def f${at}(x):\n    return f${(at + 1) % 400}(x) + ${at}\n`,
	).join("\n");
	const many = plant(
		"many",
		Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`m${at}.py`, `# ${at}\n${body}`])),
	);
	await pick("Open folder", many);
	await page.getByText(/^[1-9]\d* of 250$/).waitFor();
	await page.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("heading", { name: "Build of many cancelled" }).waitFor();
	await page.getByRole("button", { name: "Continue the build" }).click();
	await page.getByRole("tree").waitFor({ timeout: 60_000 });
	expect(page.url()).toContain("#/index/many");
});

test.each([
	["360 px", 360, 740],
	["200 % zoom", 640, 400],
])("nothing is wider than the window at %s", async (_, width, height) => {
	await page.setViewportSize({ width, height });
	for (const hash of [
		"#/",
		"#/index/shop?view=files",
		"#/index/shop?file=a.py&line=3",
		"#/index/shop?view=symbol&name=run",
		"#/index/shop?view=symbol&q=go",
	]) {
		await visit(hash);
		await page.locator("main:visible, aside:visible").first().waitFor();
		await page.waitForTimeout(200);
		const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
		expect(beyond, hash).toBeLessThanOrEqual(0);
	}
	await page.getByRole("link", { name: "Files" }).click();
	await page.getByRole("tree").waitFor();
});

test("a newer version is fetched for what changed, told, and takes over when asked", async () => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await toStart();
	await page.evaluate(() => navigator.serviceWorker.ready);
	newer = readFileSync(join(PAGE, "sw.js"), "utf8").replace(/VERSION = "\w+"/, 'VERSION = "newer"');
	const before = served.requests.length;
	await page.reload();
	await page.getByText("A new version of this page is ready").waitFor();
	expect(served.requests.slice(before).filter((path) => path !== "/sw.js")).toEqual([]);
	const shown = page.waitForEvent("load");
	await page.getByRole("complementary", { name: "Update" }).getByRole("button", { name: "Reload" }).click();
	await shown;
	await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(["mantis-page-newer"]);
	await page.getByRole("link", { name: "shop", exact: true }).waitFor();
});
