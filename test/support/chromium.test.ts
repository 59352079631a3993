/** The browser helper fails where it must: each kind of problem is seen, and nothing gets out. */
import { afterAll, expect, test } from "vitest";
import { findChromium, openBrowser, serve } from "./chromium.ts";

const page = (script: string) => ({
	body: `<!doctype html><script type="module">${script}</script>`,
	type: "text/html",
});
const PAGES: Record<string, string> = {
	"/console.html": `console.error("told")`,
	"/throws.html": `throw new Error("thrown")`,
	"/rejects.html": `Promise.reject(new Error("rejected"))`,
	"/outside.html": `fetch("http://example.com/x").catch(() => {})`,
	"/nested.html": `new Worker("/outer.js", { type: "module" })`,
	"/missing.html": `import "/none.js"`,
	"/good.html": `document.title = String(crossOriginIsolated)`,
};
const SCRIPTS: Record<string, string> = {
	"/outer.js": `new Worker("/inner.js", { type: "module" })`,
	"/inner.js": `fetch("https://nested.example/x").catch(() => {})`,
};

const browser = await openBrowser();
const served = await serve((path) => {
	if (PAGES[path]) return page(PAGES[path]);
	return SCRIPTS[path] === undefined ? undefined : { body: SCRIPTS[path] };
});
afterAll(() => served.close());

const untilSome = (read: () => readonly string[]) => expect.poll(read, { timeout: 10_000 }).not.toEqual([]);

test.each([
	["/console.html", /^console: told/],
	["/throws.html", /^page error: .*thrown/],
	["/rejects.html", /^page error: .*rejected/],
	["/missing.html", /^console: .*404/],
])("%s", async (path, expected) => {
	const seen: string[] = [];
	await browser.open(served.url + path);
	await untilSome(() => {
		seen.push(...browser.problems());
		return seen;
	});
	expect(seen[0]).toMatch(expected);
	browser.problems();
});

test("a request beyond the own origin, also of a nested worker, is told and gets nowhere", async () => {
	const outside = browser.outside as string[];
	await browser.open(`${served.url}/outside.html`);
	await untilSome(() => outside);
	expect(outside.splice(0)).toEqual(["GET http://example.com/x"]);
	expect(browser.problems().join("\n")).toContain("request beyond");
	await browser.open(`${served.url}/nested.html`);
	await untilSome(() => outside);
	expect(outside.splice(0)).toEqual(["CONNECT nested.example:443"]);
	browser.problems();
});

test("a good page has no problem; isolation and policy are what was asked for", async () => {
	const opened = await browser.open(`${served.url}/good.html`);
	expect(await opened.title()).toBe("false");
	const strict = await serve((path) => page(PAGES[path] as string), { csp: "script-src 'none'", isolated: true });
	const refused = await browser.open(`${strict.url}/good.html`, { allow: [/Content Security Policy/] });
	expect(await refused.title()).toBe("");
	expect(await refused.evaluate("crossOriginIsolated")).toBe(true);
	await strict.close();
});

test("a Chromium that is not there is a failure that says how to get one", () => {
	expect(() => findChromium({}, ["/nowhere/chromium"])).toThrow(/apt-get install chromium/);
	expect(() => findChromium({ CHROMIUM: "/nowhere/c" })).toThrow(/"\/nowhere\/c"/);
});
