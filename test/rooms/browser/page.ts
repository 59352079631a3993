/** A page with the built browser entry on it, as `room`, for functions that run there. */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import type * as Room from "../../../src/browser/index.ts";
import { type Handler, type Served, serve, type TestBrowser } from "../../support/chromium.ts";

export type BrowserRoom = typeof Room;
declare global {
	var room: BrowserRoom;
	/** Calls, and says what came or what was thrown: errors lose their fields on the way out of a page. */
	var outcome: (work: () => unknown) => Promise<unknown>;
}

/** What the browser room needs and no more. */
export const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const DIST = fileURLToPath(new URL("../../../dist", import.meta.url));
const OWN: Record<string, string> = {
	"/": `<!doctype html><link rel="icon" href="/icon"><title>room</title><input type="file" webkitdirectory><script type="module" src="/main.js"></script>`,
	"/icon": "",
	"/main.js": `import * as room from "/browser/index.js";
globalThis.room = room;
globalThis.outcome = async (work) => {
	try {
		return await work();
	} catch (error) {
		return { thrown: { name: error.name, code: error.code, message: error.message, cause: error.cause?.message } };
	}
};`,
};

/** Serves the built package, a page with it, and what a test adds. */
export function serveRoom(csp = STRICT, more: Handler = () => undefined): Promise<Served> {
	return serve([more, (path) => (OWN[path] === undefined ? undefined : { body: OWN[path] }), DIST], { csp });
}

export async function openRoom(browser: TestBrowser, url: string, allow: readonly RegExp[] = []): Promise<Page> {
	const page = await browser.open(url, { allow });
	await page.waitForFunction(() => globalThis.room !== undefined);
	return page;
}
