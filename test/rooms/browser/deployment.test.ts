/** What a page is told when the package is served wrongly, or the page's policy stands in its way. */
import { afterAll, afterEach, expect, test } from "vitest";
import type { BrowserOptions } from "../../../src/browser/index.ts";
import { type Content, openBrowser, type Served } from "../../support/chromium.ts";
import { openRoom, STRICT, serveRoom } from "./page.ts";

const browser = await openBrowser();
const opened: Served[] = [];
afterEach(async () => {
	for (const context of browser.browser.contexts()) await context.close();
});
afterAll(async () => {
	for (const served of opened) await served.close();
});

/** What a build ends with; errors on the console are what such pages have. */
async function build(options: BrowserOptions, csp?: string, answers: Record<string, Content> = {}) {
	const served = await serveRoom(csp, (path) => answers[path]);
	opened.push(served);
	const page = await openRoom(browser, served.url, [/./]);
	const found = await page.evaluate(
		(options) =>
			outcome(async () => {
				const source = room.sourceFromMap({ "a.py": "def f():\n    return f()\n" }, "tree");
				return (await room.createBrowserIndexer(options).buildIndex({ source })).manifest.status;
			}),
		options,
	);
	browser.problems();
	const { thrown } = found as { thrown: { code: string; message: string } };
	return thrown === undefined ? found : `${thrown.code}: ${thrown.message.replaceAll(served.url, "")}`;
}

const missing: Content = { body: "none", status: 404, type: "text/plain" };
const page: Content = { body: "<!doctype html>", type: "text/html" };
const script = (body: string): Content => ({ body, type: "text/javascript" });

test("with folders of its own", async () => {
	const workers = { engine: "/workers/engine.browser.js", parse: "/workers/parse.browser.js" };
	expect(await build({ assets: "assets", workers })).toBe("complete");
});

test("the engine's script is missing, elsewhere, refused, or throws", async () => {
	expect(await build({ workers: { engine: "/no/engine.js" } })).toBe(
		"worker-failed: engine worker failed: its script /no/engine.js cannot be loaded",
	);
	expect(await build({}, undefined, { "/workers/engine.browser.js": page })).toBe(
		"worker-failed: engine worker failed: its script engine.browser.js beside /browser/index.js cannot be loaded",
	);
	expect(await build({}, `${STRICT}; worker-src 'none'`)).toMatch(
		/^worker-failed: .*engine\.browser\.js.*Content-Security-Policy \(worker-src\)/,
	);
	expect(await build({ workers: { engine: "https://elsewhere.example/engine.js" } })).toMatch(
		/^worker-failed: cannot start the engine worker https:\/\/elsewhere\.example\/engine\.js: /,
	);
	expect(await build({}, undefined, { "/workers/engine.browser.js": script('throw new Error("at start")') })).toMatch(
		/^worker-failed: engine worker failed: .*at start/,
	);
});

test("a parse worker's script is missing or refused", async () => {
	const failed =
		/^worker-failed: parse worker could not be started, 10 times in a row: parse worker failed: its script/;
	const gone = await build({ workers: { parse: "/no/parse.js" } });
	expect(gone).toMatch(failed);
	expect(gone).toContain("/no/parse.js cannot be loaded");
	const engine = {
		...script('import "/workers/engine.browser.js?";'),
		headers: { "content-security-policy": `${STRICT}; worker-src 'none'` },
	};
	const refused = await build({ workers: { engine: "/strict-engine.js" } }, undefined, { "/strict-engine.js": engine });
	expect(refused).toContain("Content-Security-Policy (worker-src)");
});

test("the catalog worker's script is missing", async () => {
	expect(await build({ workers: { catalog: "/no/catalog.js" } })).toBe(
		"worker-failed: catalog worker ended: catalog worker failed: its script /no/catalog.js cannot be loaded",
	);
});

test("an asset is missing, a page instead, or refused", async () => {
	const python = "/assets/grammars/tree-sitter-python.wasm";
	const asset = 'io: cannot read the asset "grammars/tree-sitter-python.wasm": ';
	expect(await build({}, undefined, { [python]: missing })).toBe(`${asset}${python}: the server answered status 404`);
	expect(await build({}, undefined, { [python]: page })).toBe(`${asset}${python}: the server answered a page`);
	expect(await build({ assets: "/nowhere" })).toMatch(/^io: cannot read the asset "[^"]+": \/nowhere\/.*status 404$/);
	expect(await build({}, `${STRICT}; connect-src 'none'`)).toMatch(
		/^io: cannot read the asset "[^"]+": \/assets\/[^ ]+: refused by the Content-Security-Policy \(connect-src\)$/,
	);
});

test("a server that never answers for an asset: the build still ends with its signal", async () => {
	const wasm = "/assets/grammars/tree-sitter-python.wasm";
	const served = await serveRoom(undefined, (path) => (path === wasm ? new Promise<never>(() => {}) : undefined));
	opened.push(served);
	const page = await openRoom(browser, served.url);
	const found = page.evaluate(() =>
		outcome(() => {
			const source = room.sourceFromMap({ "a.py": "def f(): pass\n" }, "tree");
			const controller = new AbortController();
			addEventListener("stop", () => controller.abort());
			return room.createBrowserIndexer().buildIndex({ source, signal: controller.signal });
		}),
	);
	await expect.poll(() => served.requests).toContain(wasm);
	await page.evaluate(() => dispatchEvent(new Event("stop")));
	expect(await found).toMatchObject({ thrown: { code: "aborted" } });
});

test("the policy refuses WebAssembly", async () => {
	expect(await build({}, "default-src 'self'")).toMatch(
		/^unsupported: WebAssembly is refused: a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src/,
	);
});
