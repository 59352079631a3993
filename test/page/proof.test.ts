/**
 * What the page promises, asked of everything it does: no request carries anything away, addresses bring a view back, keys alone
 * are enough, everything that can be used has a name, a phone shows all of it, and the command line reads and makes its indexes.
 */

import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative, sep } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cli, cliJson, newFolder, ROOT, run, sqlite } from "../e2e/support.ts";
import { folder, openBrowser } from "../support/chromium.ts";

const PAGE = join(ROOT, "dist/page");
const POLICY =
	/Content-Security-Policy"\s+content="([^"]+)"/.exec(readFileSync(join(PAGE, "index.html"), "utf8"))?.[1] ?? "";
const PACKAGES = "json email http asyncio";

/** Paths of the page's files. */
const own = new Set(
	readdirSync(PAGE, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => `/${relative(PAGE, join(entry.parentPath, entry.name)).split(sep).join("/")}`),
);

interface Asked {
	method: string;
	/** With its query. */
	url: string;
	bytes: number;
}

/** Serves the page as a static host does, and keeps what it was asked in full. */
async function serveAndWatch() {
	const asked: Asked[] = [];
	const files = folder(PAGE);
	const server = createServer((request, response) => {
		const one: Asked = { method: request.method ?? "", url: request.url ?? "", bytes: 0 };
		asked.push(one);
		request.on("data", (chunk: Buffer) => {
			one.bytes += chunk.length;
		});
		void Promise.resolve(files(new URL(one.url, "http://x").pathname)).then((found) => {
			const headers = { "content-security-policy": POLICY, "content-type": found?.type ?? "text/plain" };
			response.writeHead(found ? 200 : 404, headers).end(found?.body ?? "");
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});
	return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const browser = await openBrowser();
const { asked, url } = await serveAndWatch();
const work = newFolder();
const tree = join(work, "library");
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
	const library = run("python3", ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).stdout.trim();
	mkdirSync(tree);
	for (const name of PACKAGES.split(" ")) {
		const filter = (path: string) => !path.includes("__pycache__");
		cpSync(join(library, name), join(tree, name), { recursive: true, dereference: true, filter });
	}
	context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
	// The browser's folder picker cannot be driven; without it the page takes a file input.
	await context.addInitScript("delete window.showDirectoryPicker");
	page = await browser.open(url, { context });
	page.setDefaultTimeout(15_000);
	await pick("Open folder", tree);
	await page.getByRole("tree", { name: "Files of the index" }).waitFor();
});

async function pick(button: string, path: string): Promise<void> {
	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: button }).first().click();
	await (await chooser).setFiles(path);
}
const visit = (hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
const search = () => page.getByRole("combobox", { name: "Search symbols" });
const callers = () => page.getByRole("region", { name: /^Callers/ });
/** Before the name stands the sign of its kind. */
const ends = (name: string) => new RegExp(`(^|\\s)${name.replaceAll(".", "\\.")}$`);
const symbol = (name: string) => page.getByRole("heading", { name: ends(name) });
const option = () => page.getByRole("listbox", { name: "Symbols" }).getByRole("option").first();

async function find(name: string): Promise<void> {
	await search().fill(name);
	await option().filter({ hasText: name }).click();
	await symbol(name).waitFor();
}

async function download(what: string): Promise<string> {
	await page.getByRole("button", { name: "Export" }).click();
	const coming = page.waitForEvent("download");
	await page.getByRole("menuitem", { name: what }).click();
	const file = await coming;
	const path = join(work, file.suggestedFilename());
	await file.saveAs(path);
	return path;
}

describe("the source", () => {
	test("shows functions and calls where the catalog has them, and a call leads to its target", async () => {
		await find("JSONDecoder.decode");
		const text = page.locator(".cm-content");
		await expect.poll(() => text.textContent()).toContain("def raw_decode");
		expect(await page.locator(".bar").count()).toBeGreaterThan(5);
		await page.locator(".bar.first").first().waitFor();
		await page.locator(".call", { hasText: "raw_decode" }).first().click();
		await symbol("JSONDecoder.raw_decode").waitFor();
		await callers().getByRole("listitem").filter({ hasText: "JSONDecoder.decode" }).first().waitFor();
		expect(
			await page
				.getByRole("region", { name: /^Callees/ })
				.getByRole("listitem")
				.count(),
		).toBeGreaterThan(0);
	});
});

describe("addresses", () => {
	test("back, forward, reload and a link in another tab bring the same view", async () => {
		await visit("#/index/library");
		await find("JSONDecoder.raw_decode");
		const first = page.url();
		await callers().getByRole("link", { name: "JSONDecoder.decode", exact: true }).first().click();
		await symbol("JSONDecoder.decode").waitFor();
		await page.getByRole("link", { name: "Call graph" }).click();
		const graph = page.getByRole("application", { name: /^Call graph of JSONDecoder\.decode/ });
		await graph.waitFor();
		const last = page.url();
		await page.goBack();
		await page.goBack();
		await symbol("JSONDecoder.raw_decode").waitFor();
		expect(page.url()).toBe(first);
		await page.goForward();
		await page.goForward();
		await graph.waitFor();
		expect(page.url()).toBe(last);
		await page.reload();
		await graph.waitFor();
		await symbol("JSONDecoder.decode").waitFor();
		const other = await browser.open(first, { context });
		await other.getByRole("heading", { name: ends("JSONDecoder.raw_decode") }).waitFor();
		await expect.poll(() => other.locator(".cm-content").textContent()).toContain("def raw_decode");
		await other.close();
	});
});

/** Presses Tab until the focus is in what is wanted. */
async function tabTo(wanted: Locator): Promise<void> {
	for (let presses = 0; presses < 120; presses++) {
		await page.keyboard.press("Tab");
		if (await wanted.evaluate((element) => element === document.activeElement)) return;
	}
	expect.fail("the focus never came there");
}

test("keys alone lead from a search to a result, its callers and their graph", async () => {
	await visit("#/index/library");
	await page.keyboard.press("/");
	await page.keyboard.type("raw_decode");
	await option().filter({ hasText: "raw_decode" }).waitFor();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await symbol("JSONDecoder.raw_decode").waitFor();
	const caller = callers().getByRole("link", { name: "JSONDecoder.decode", exact: true }).first();
	await caller.waitFor();
	await tabTo(caller);
	await page.keyboard.press("Enter");
	await symbol("JSONDecoder.decode").waitFor();
	await tabTo(page.getByRole("link", { name: "Call graph" }));
	await page.keyboard.press("Enter");
	const graph = page.getByRole("application", { name: /^Call graph of JSONDecoder\.decode/ });
	await expect.poll(() => graph.getByRole("button").count()).toBeGreaterThan(1);
	await tabTo(graph.locator("[data-focus]"));
	await page.keyboard.press("ArrowRight");
	const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
	await expect.poll(focused).toMatch(/^(?!.*centre of the graph)\S/);
});

const VIEWS = [
	"#/",
	"#/index/library?view=files",
	"#/index/library?file=json%2Fdecoder.py&line=20",
	"#/index/library?view=symbol&name=decode",
	"#/index/library?view=symbol&q=parse",
];

test("everything that can be used has a role and a name", async () => {
	const nameless =
		/^\s*- (button|link|textbox|searchbox|spinbutton|combobox|checkbox|listbox|option|treeitem|tree|application|dialog|progressbar|meter|navigation|complementary)(?: \[[^\]]*\])*:?$/;
	const graph = page.url();
	for (const view of [...VIEWS, graph.slice(graph.indexOf("#"))]) {
		await visit(view);
		await page.getByRole("main").waitFor();
		await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
		// The editor is there a moment before it has its text and its label.
		const snapshot = () => page.locator("body").ariaSnapshot();
		await expect
			.poll(async () => (await snapshot()).split("\n").filter((line) => nameless.test(line)), { message: view })
			.toEqual([]);
		expect(await snapshot(), view).toContain("- main");
	}
});

test("on a phone every panel is reached, and nothing scrolls sideways", async () => {
	await visit("#/index/library");
	await find("JSONDecoder.decode");
	await page.setViewportSize({ width: 360, height: 740 });
	const panels: [string, Locator][] = [
		["Files", page.getByRole("tree", { name: "Files of the index" })],
		["Source", page.locator(".cm-content")],
		["Symbol", symbol("JSONDecoder.decode")],
		["Graph", page.getByRole("application", { name: /^Call graph of/ })],
	];
	for (const [name, panel] of panels) {
		await page.getByRole("navigation", { name: "Panels" }).getByRole("link", { name }).click();
		await panel.waitFor();
		for (const [other, away] of panels)
			if (other !== name) expect(await away.isVisible(), `${other} in ${name}`).toBe(false);
		const box = await panel.boundingBox();
		expect(box?.width, name).toBeGreaterThan(50);
		expect((box?.x ?? -1) >= 0 && (box?.x ?? 360) < 360, name).toBe(true);
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
	}
	await page.setViewportSize({ width: 1280, height: 800 });
});

describe("the command line", () => {
	const state = join(work, "state");
	interface Calls {
		results: { qualified_name: string; file_path: string; line: number }[];
		total: number;
	}
	const callersOf = (state: string, qualified: string) => {
		const { results } = cliJson<{ results: { symbol_id: string; qualified_name: string }[] }>([
			"resolve_symbol",
			"--name",
			qualified.slice(qualified.lastIndexOf(".") + 1),
			"--state_root",
			state,
		]);
		const id = results.find(({ qualified_name }) => qualified_name === qualified)?.symbol_id ?? "";
		return cliJson<Calls>(["find_callers", "--symbol_id", id, "--state_root", state]);
	};
	const shown = async () => {
		const items = callers().getByRole("listitem");
		await items.first().waitFor();
		return (await items.locator(".item-place").allTextContents()).sort();
	};

	test("opens what the page exports, with the same callers", async () => {
		await visit("#/index/library");
		await find("JSONDecoder.raw_decode");
		const there = await shown();
		cli(["import", await download("Whole index"), "--state_root", state]);
		const here = callersOf(state, "JSONDecoder.raw_decode");
		expect(here.results.map(({ file_path, line }) => `${file_path}:${line}`).sort()).toEqual(there);
		expect(cli(["callers", "raw_decode", "--state_root", state]).stdout).toContain("JSONDecoder.decode");
		const catalog = await download("Catalog");
		expect(sqlite(catalog, "PRAGMA integrity_check; PRAGMA foreign_key_check;")).toBe("ok");
	});

	test("makes what the page imports, with the same callers", async () => {
		const own = join(work, "own");
		const archive = join(work, "from-the-command.tar.gz");
		expect(cli(["build", "--target_root", tree, "--state_root", own])).toMatchObject({ status: 0 });
		expect(cli(["export", archive, "--state_root", own])).toMatchObject({ status: 0 });
		await visit("#/");
		await pick("Open archive or index", archive);
		await page.getByRole("tree", { name: "Files of the index" }).waitFor();
		expect(page.url()).toContain("#/index/from-the-command");
		await find("JSONDecoder.raw_decode");
		const here = callersOf(own, "JSONDecoder.raw_decode");
		expect(await shown()).toEqual(here.results.map(({ file_path, line }) => `${file_path}:${line}`).sort());
	});
});

describe("the wall", () => {
	test("all that was ever asked for are the page's own files, with nothing in the request", () => {
		expect(asked.length).toBeGreaterThan(10);
		expect(asked.some(({ url }) => url.endsWith(".wasm"))).toBe(true);
		expect(
			asked.filter(({ method, bytes, url }) => method !== "GET" || bytes > 0 || !(url === "/" || own.has(url))),
		).toEqual([]);
	});

	test("the policy refuses every way out, of the page and of the engine", async () => {
		const ways = {
			fetch: "fetch('https://outside.test/').then(() => 'out', () => 'refused')",
			socket:
				"new Promise((tell) => { try { const socket = new WebSocket('wss://outside.test/'); socket.onopen = () => tell('out'); socket.onerror = () => tell('refused'); } catch { tell('refused'); } })",
		};
		const ofPage = {
			...ways,
			image:
				"new Promise((tell) => { const image = new Image(); image.onload = () => tell('out'); image.onerror = () => tell('refused'); image.src = 'https://outside.test/x.png'; })",
			script:
				"new Promise((tell) => { const script = document.createElement('script'); script.onload = () => tell('out'); script.onerror = () => tell('refused'); script.src = 'https://outside.test/x.js'; document.head.append(script); })",
			module: "import('https://outside.test/x.js').then(() => 'out', () => 'refused')",
		};
		const tab = await browser.open(url, { context, allow: [/Content Security Policy/, /outside\.test/] });
		await tab.getByRole("link", { name: "library", exact: true }).waitFor();
		await tab.evaluate(
			"globalThis.refused = []; addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => refused.push(effectiveDirective + ' ' + blockedURI))",
		);
		for (const [way, code] of Object.entries(ofPage)) expect(await tab.evaluate(code), way).toBe("refused");
		// It says that it is on its way, whatever becomes of it.
		await tab.evaluate("navigator.sendBeacon('https://outside.test/beacon', 'code')");
		await expect
			.poll(() => tab.evaluate("[...new Set(refused)].sort()"))
			.toEqual([
				"connect-src https://outside.test/",
				"connect-src https://outside.test/beacon",
				"connect-src wss://outside.test/",
				"img-src https://outside.test/x.png",
				"script-src-elem https://outside.test/x.js",
			]);
		const engine = tab.workers().find((worker) => worker.url().includes("engine.browser"));
		expect(engine).toBeDefined();
		for (const [way, code] of Object.entries(ways)) {
			expect(await engine?.evaluate(code), `engine: ${way}`).toBe("refused");
		}
		await tab.close();
		// And nothing came through: a proxy stands behind the policy.
		expect(browser.outside).toEqual([]);
	});
});
