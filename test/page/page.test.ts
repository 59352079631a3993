/**
 * The page as its user meets it, in Chromium, from the built dist/page: a real folder is picked, searched, walked by callers and
 * graph, kept offline, exported to the command line and to sqlite3. Nothing may be asked for beyond the page's own files.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type Served, serve } from "../support/chromium.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PAGE = join(ROOT, "dist/page");
const POLICY =
	/Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync(join(PAGE, "index.html"), "utf8"))?.[1] ?? "";
const FILES = 520;

const browser = await openBrowser();
let served: Served;
let context: BrowserContext;
let page: Page;
let folder: string;
let temporary: string;

/** A real tree of the wanted size: the standard library's modules, smallest first. */
function realTree(): string {
	const library = execFileSync("python3", ["-c", "import sysconfig;print(sysconfig.get_path('stdlib'))"], {
		encoding: "utf8",
	}).trim();
	const found = readdirSync(library, { recursive: true, withFileTypes: true })
		.filter(
			(entry) =>
				entry.isFile() &&
				entry.name.endsWith(".py") &&
				!/\/(test|tests|site-packages|dist-packages)(\/|$)/.test(entry.parentPath),
		)
		.map((entry) => join(entry.parentPath, entry.name))
		.map((path) => ({ path, size: statSync(path).size }))
		.sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1))
		.slice(0, FILES);
	expect(found.length).toBe(FILES);
	const to = join(temporary, "library");
	for (const { path } of found) {
		const copy = join(to, relative(library, path));
		mkdirSync(dirname(copy), { recursive: true });
		cpSync(path, copy);
	}
	return to;
}

beforeAll(async () => {
	temporary = mkdtempSync(join(tmpdir(), "mantis-page-"));
	folder = realTree();
	served = await serve(PAGE, { csp: POLICY });
	context = await browser.newContext();
	// The browser's folder picker cannot be driven; without it the page takes a file input.
	await context.addInitScript("delete window.showDirectoryPicker");
	page = await browser.open(`${served.url}/`, { context });
});

afterAll(async () => {
	await served.close();
	rmSync(temporary, { recursive: true, force: true });
});

const search = () => page.getByRole("combobox", { name: "Search symbols" });

/** A symbol in the list below the search box. */
const option = (name: string) =>
	page.getByRole("listbox", { name: "Symbols" }).getByRole("option").filter({ hasText: name }).first();

async function pick(path: string): Promise<void> {
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Open folder" }).click();
	await (await chooser).setFiles(path);
}

describe("a visit from the first picture to an export", () => {
	test("the first picture needs no grammar and at most 300 kB of script", async () => {
		const html = readFileSync(join(PAGE, "index.html"), "utf8");
		const scripts = [...html.matchAll(/(?:src|modulepreload"[^>]*href)="\.\/([^"]+\.js)"/g)].map(
			([, path]) => path as string,
		);
		expect(scripts.length).toBeGreaterThan(0);
		const bytes = scripts.reduce((sum, path) => sum + statSync(join(PAGE, path)).size, 0);
		expect(bytes).toBeLessThanOrEqual(300_000);
		await page.getByRole("heading", { level: 1 }).waitFor();
		// What was asked for before the page drew itself: nothing else than these.
		const before = served.requests.slice(
			0,
			served.requests.findIndex((path) => path.startsWith("/engine/")),
		);
		expect(before.filter((path) => path.endsWith(".js")).sort()).toEqual(scripts.map((path) => `/${path}`).sort());
		await page.getByText("None yet").waitFor();
	});

	test("a folder of 500 real files is indexed, and its progress told", async () => {
		await pick(folder);
		await page.getByRole("progressbar", { name: "Progress of the build" }).waitFor();
		await page.getByText(new RegExp(`^\\d+ of ${FILES}$`)).waitFor();
		await page.getByRole("button", { name: "Cancel" }).waitFor();
		await page.getByRole("tree", { name: "Files of the index" }).waitFor({ timeout: 60_000 });
		expect(page.url()).toContain("#/index/library");
		await page.getByText("complete", { exact: true }).waitFor();
		await expect.poll(() => page.locator(".panel-foot").textContent()).toBe(`${FILES} files`);
	});

	test("symbols are found as one types, by keys alone", async () => {
		await page.keyboard.press("/");
		await page.keyboard.type("JSONDecoder", { delay: 10 });
		const first = option("JSONDecoder");
		await first.waitFor();
		expect(await first.textContent()).toContain("JSONDecoder");
		await page.keyboard.press("ArrowDown");
		expect(await first.getAttribute("aria-selected")).toBe("true");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "JSONDecoder" }).waitFor();
		await expect.poll(() => page.locator(".cm-content").textContent()).toContain("class JSONDecoder");
		expect(page.url()).toMatch(/symbol=.*JSONDecoder|file=json%2Fdecoder\.py/);
	});

	test("a name with several definitions shows them all", async () => {
		await search().fill("decode");
		await search().press("Enter");
		await page.getByRole("heading", { name: "Symbols matching “decode”" }).waitFor();
		await page.evaluate(() => {
			location.hash = "#/index/library?view=symbol&name=decode";
		});
		await page.getByText(/\d+ definitions bear this name/).waitFor();
		expect(await page.locator(".right .item").count()).toBeGreaterThan(1);
	});

	test("a name is found with its module before it", async () => {
		await search().fill("copy._keep_alive");
		await option("_keep_alive").waitFor();
		await search().press("Enter");
		await page.getByRole("heading", { name: "_keep_alive" }).waitFor();
		expect(page.url()).toContain("file=copy.py");
	});

	test("callers are listed with their call sites", async () => {
		await search().fill("_keep_alive");
		await option("_keep_alive").click();
		const callers = page.getByRole("region", { name: /Callers/ });
		await callers.getByRole("listitem").first().waitFor();
		expect(await callers.getByRole("listitem").count()).toBeGreaterThan(0);
		await callers.getByText(/:\d+$/).first().waitFor();
	});

	test("the graph is walked by keys and opens the source", async () => {
		await page.getByRole("link", { name: "Call graph" }).click();
		const graph = page.getByRole("application", { name: /^Call graph of/ });
		await graph.waitFor();
		await expect.poll(() => graph.getByRole("button").count()).toBeGreaterThan(1);
		const before = await graph.getByRole("button").count();
		await graph.locator("[data-focus]").focus();
		await page.keyboard.press("ArrowLeft");
		const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
		await expect.poll(focused).not.toContain("centre of the graph");
		await page.keyboard.press("Enter");
		await expect.poll(() => graph.getByRole("button").count()).toBeGreaterThan(before);
		await page.keyboard.press("Home");
		await expect.poll(focused).toContain("centre of the graph");
		await page.keyboard.press("o");
		await page.locator(".cm-content").waitFor();
		await page.goBack();
		await graph.waitFor();
		await page.getByRole("button", { name: "Outline" }).click();
		await page.getByRole("list", { name: "Nodes of the call graph" }).waitFor();
		await page.getByRole("button", { name: "Outline" }).click();
	});

	test("the graph is exported as a picture of its own", async () => {
		const svg = await exported("Graph");
		expect(svg.name).toMatch(/^calls-of-.*\.svg$/);
		const text = readFileSync(svg.path, "utf8");
		expect(text).toContain("<svg");
		expect(text).not.toMatch(/var\(--|class=/);
	});

	test("offline, after a reload, everything is there", async () => {
		// The worker has all files when it is active.
		await page.evaluate(() => navigator.serviceWorker.ready);
		await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
		await served.close();
		await context.setOffline(true);
		await page.reload();
		await page.getByRole("application", { name: /^Call graph of/ }).waitFor();
		await search().fill("JSONDecoder");
		await option("JSONDecoder").click();
		await page.getByRole("heading", { name: "JSONDecoder" }).waitFor();
		await page.getByRole("link", { name: "Source", exact: true }).click();
		await expect.poll(() => page.locator(".cm-content").textContent()).toContain("class JSONDecoder");
	});

	test("a build works offline too", async () => {
		await page.getByRole("link", { name: "Start page" }).click();
		const chooser = page.waitForEvent("filechooser");
		await page.getByRole("button", { name: "Update" }).click();
		await (await chooser).setFiles(folder);
		await page.getByRole("tree", { name: "Files of the index" }).waitFor({ timeout: 60_000 });
	});

	test("sqlite3 and the command line open what is exported", async () => {
		const catalog = await exported("Catalog");
		expect(catalog.name).toBe("library.sqlite");
		const checked = execFileSync("sqlite3", [catalog.path, "PRAGMA integrity_check; SELECT count(*) FROM coverage;"], {
			encoding: "utf8",
		});
		expect(checked).toBe(`ok\n${FILES}\n`);
		const archive = await exported("Whole index");
		expect(archive.name).toBe("library.tar.gz");
		const state = join(temporary, "state");
		const cli = (...args: string[]) =>
			execFileSync(process.execPath, [join(ROOT, "dist/cli/main.js"), ...args, "--state_root", state], {
				encoding: "utf8",
			});
		cli("import", archive.path);
		const answer = JSON.parse(cli("resolve_symbol", "--name", "JSONDecoder"));
		expect(answer.total).toBe(1);
		expect(answer.coverage.partition_status).toBe("complete");
	});

	async function exported(what: string): Promise<{ name: string; path: string }> {
		await page.getByRole("button", { name: "Export" }).click();
		const download = page.waitForEvent("download");
		await page.getByRole("menuitem", { name: what }).click();
		const file = await download;
		const path = join(temporary, file.suggestedFilename());
		await file.saveAs(path);
		return { name: file.suggestedFilename(), path };
	}
});
