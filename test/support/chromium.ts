/**
 * Chromium and a static server for tests. `openBrowser()` at the top of a test file, `serve(…)` what the page needs, then
 * `browser.open(served.url)`: a page in a context of its own, which fails the running test when the page logs an error, throws,
 * or asks for anything beyond where it was served from.
 */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, extname, join, resolve, sep } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
	"/usr/bin",
	"/usr/local/bin",
	"/snap/bin",
	...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
].flatMap((folder) => NAMES.map((name) => join(folder, name)));
PLACES.push(
	"/Applications/Chromium.app/Contents/MacOS/Chromium",
	"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
	"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
);

/** The Chromium to test with: `$CHROMIUM`, else a usual place, else the one Playwright has installed. Throws how to get one. */
export function findChromium(
	env: Record<string, string | undefined> = process.env,
	places: readonly string[] = [...PLACES, chromium.executablePath()],
): string {
	const named = env.CHROMIUM;
	if (named) {
		if (existsSync(named)) return named;
		throw new Error(`$CHROMIUM expected the path of a Chromium, got "${named}", which does not exist`);
	}
	const found = places.find((place) => existsSync(place));
	if (found) return found;
	throw new Error(
		"these tests need Chromium: install it (Debian: apt-get install chromium; elsewhere: npx playwright-core install chromium) or set $CHROMIUM to its path",
	);
}

/** Nothing but what the tests ask for: no first-run pages, updates, sync or QUIC. */
export const ARGUMENTS = [
	"--headless",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

export interface OpenOptions extends BrowserContextOptions {
	/** Problems (lines such as `console: …`) that this page is expected to have. */
	allow?: readonly RegExp[];
	/** A context to open the page in, for two tabs of one profile; its own otherwise, with empty storage. */
	context?: BrowserContext;
}

export interface TestBrowser {
	browser: Browser;
	/** A profile of its own, with empty storage, behind the wall that `outside` tells of (`browser.newContext` is not). */
	newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
	/** Opens `url` in a new page that is watched until it closes. */
	open(url: string, options?: OpenOptions): Promise<Page>;
	/** What watched pages have done wrong since the last test, and forgets it. */
	problems(): string[];
	/** What anything in its contexts, nested and service workers too, asked for beyond loopback. Nothing is reached. */
	outside: readonly string[];
}

/**
 * One Chromium for a test file, closed after its tests. Call it at the top level of the file, not in a hook. After each test,
 * problems of watched pages and requests beyond loopback fail it.
 */
export async function openBrowser(options: { args?: readonly string[] } = {}): Promise<TestBrowser> {
	// Playwright tells of no request of a nested worker; a proxy sees them all. Loopback does not go through it.
	const outside: string[] = [];
	const wall = await listen(
		createServer((request, response) => {
			outside.push(`${request.method} ${request.url}`);
			response.writeHead(502).end();
		}).on("connect", (request, socket) => {
			outside.push(`CONNECT ${request.url}`);
			socket.destroy();
		}),
	);
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: [...ARGUMENTS, ...(options.args ?? [])],
	});
	// A context's, not the browser's: Chromium itself calls home whatever it is told. Naming a loopback address exempts all.
	const proxy = { server: `http://127.0.0.1:${wall.port}`, bypass: "127.0.0.1" };
	const newContext = (options?: BrowserContextOptions) => browser.newContext({ ...options, proxy });
	const seen: string[] = [];
	const problems = () => seen.splice(0);
	afterEach(() => {
		expect([...problems(), ...outside.splice(0).map((request) => `request beyond loopback: ${request}`)]).toEqual([]);
	});
	afterAll(async () => {
		await browser.close();
		await wall.close();
	});
	return {
		browser,
		newContext,
		problems,
		outside,
		async open(url, { allow = [], context, ...rest } = {}) {
			const page = await (context ?? (await newContext(rest))).newPage();
			watch(page, new URL(url).origin, (problem) => {
				if (!allow.some((pattern) => pattern.test(problem))) seen.push(problem);
			});
			await page.goto(url);
			return page;
		},
	};
}

/** Tells errors on the console, uncaught errors, crashes and requests to another origin than `origin`. */
export function watch(page: Page, origin: string, tell: (problem: string) => void): void {
	page.on("console", (message) => {
		if (message.type() === "error") tell(`console: ${message.text()} (${message.location().url})`);
	});
	page.on("pageerror", (error) => tell(`page error: ${error.stack ?? error.message}`));
	page.on("crash", () => tell("the page crashed"));
	page.on("request", (request) => {
		const url = new URL(request.url());
		const own = url.origin === origin || url.protocol === "data:";
		if (!own) tell(`request beyond ${origin}: ${request.method()} ${request.url()}`);
	});
}

export interface Content {
	body: string | Uint8Array;
	/** MIME type; by the path's extension otherwise. */
	type?: string;
	status?: number;
	headers?: Record<string, string>;
}

/** Answers a path such as `/a/b.js` (decoded, without query), or leaves it to the next by `undefined`. */
export type Handler = (path: string) => Content | undefined | Promise<Content | undefined>;

export interface ServeOptions {
	/** Sent as `Content-Security-Policy` with every answer: workers have their own. */
	csp?: string;
	/** Cross-origin isolation. Default false: nothing may need it. */
	isolated?: boolean;
}

export interface Served {
	/** `http://127.0.0.1:<port>`, without a slash. */
	url: string;
	/** Paths asked for, in order. */
	requests: string[];
	close(): Promise<void>;
}

const TYPES: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".webmanifest": "application/manifest+json",
	".wasm": "application/wasm",
	".svg": "image/svg+xml",
	".png": "image/png",
	".txt": "text/plain; charset=utf-8",
};

/** The files below `root`; a path that ends in a slash is its index.html. */
export function folder(root: string): Handler {
	const base = resolve(root);
	return async (path) => {
		const file = resolve(base, `.${path.endsWith("/") ? `${path}index.html` : path}`);
		if (!file.startsWith(base + sep)) return undefined;
		const body = await readFile(file).catch(() => undefined);
		return body && { body, type: typeOf(file) };
	};
}

/** Serves a folder, a handler, or several of them tried in turn, on a free port of 127.0.0.1, uncached, with right MIME types. */
export async function serve(
	what: string | Handler | readonly (string | Handler)[],
	options: ServeOptions = {},
): Promise<Served> {
	const handlers = [what].flat().map((each) => (typeof each === "string" ? folder(each) : (each as Handler)));
	const requests: string[] = [];
	const headers: Record<string, string> = {
		"cache-control": "no-store",
		"x-content-type-options": "nosniff",
		// As many servers say, vite's among them: what is cached must be found all the same.
		vary: "Origin",
	};
	if (options.csp) headers["content-security-policy"] = options.csp;
	if (options.isolated) {
		headers["cross-origin-opener-policy"] = "same-origin";
		headers["cross-origin-embedder-policy"] = "require-corp";
	}
	const answer = async (path: string): Promise<Content> => {
		requests.push(path);
		for (const handler of handlers) {
			const content = await handler(path);
			if (content) return content;
		}
		// Every browser asks for it unless the page names one; a missing icon is no error of a page.
		return path === "/favicon.ico"
			? { body: "", status: 204 }
			: { body: `no ${path}`, status: 404, type: "text/plain" };
	};
	const { port, close } = await listen(
		createServer((request, response) => {
			const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
			answer(path).then(
				({ body, status = 200, type = typeOf(path), headers: more }) => {
					response.writeHead(status, { ...headers, "content-type": type, ...more }).end(body);
				},
				(error) => response.writeHead(500, { "content-type": "text/plain" }).end(String(error)),
			);
		}),
	);
	return { url: `http://127.0.0.1:${port}`, requests, close };
}

function typeOf(path: string): string {
	return TYPES[extname(path)] ?? (path.endsWith("/") ? (TYPES[".html"] as string) : "application/octet-stream");
}

async function listen(server: Server): Promise<{ port: number; close(): Promise<void> }> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		async close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
