/** Runtimes in Chromium: a page, or a dedicated worker (synchronous handles of private files exist only there). */
import { readFile } from "node:fs/promises";
import { type Handler, serve, type TestBrowser } from "../chromium.ts";
import type { Runtime } from "./emit.ts";

export interface ChromiumOptions {
	/** What the suites fetch, beside the bundle. */
	serves?: readonly (string | Handler)[];
	csp?: string;
}

/**
 * Suites on a page, or in a dedicated module worker of it. The page's problems (errors on the console, requests elsewhere)
 * are the test file's own, see `openBrowser`.
 */
export function chromiumRuntime(
	browser: Pick<TestBrowser, "open">,
	where: "page" | "worker",
	options: ChromiumOptions = {},
): Runtime {
	return {
		name: `chromium ${where}`,
		target: "es2022",
		tell: where === "worker" ? "globalThis.tell = (json) => postMessage(json);" : "",
		async run(bundle, tell, signal) {
			const body = await readFile(bundle);
			const files: Record<string, string> = {
				"/": `<!doctype html><link rel="icon" href="data:,"><title>suites</title>`,
				"/start.js":
					where === "page"
						? `await import("/bundle.mjs").then(() => told("ended"), (error) => told(String(error.stack)));`
						: `const worker = new Worker("/bundle.mjs", { type: "module" });
worker.onmessage = ({ data }) => tell(data);
worker.onerror = (event) => told("the worker failed: " + (event.message ?? "its script cannot be loaded"));`,
			};
			const own: Handler = (path) =>
				path === "/bundle.mjs" ? { body } : files[path] === undefined ? undefined : { body: files[path] };
			const served = await serve([own, ...(options.serves ?? [])], options);
			const page = await browser.open(served.url);
			const closed = new Promise<string>((done) => {
				page.on("crash", () => done("the page crashed"));
				page.on("close", () => done("the page closed"));
				signal.addEventListener("abort", () => done("no end"), { once: true });
			});
			let why: (reason: string) => void = () => {};
			const ended = new Promise<string>((done) => {
				why = done;
			});
			await page.exposeFunction("told", (reason: string) => why(reason));
			await page.exposeFunction("tell", (json: string) => {
				tell(json);
				if (json === '{"kind":"end"}') why("ended");
			});
			await page.addScriptTag({ url: "/start.js", type: "module" });
			const reason = await Promise.race([ended, closed]);
			// An endless loop on the page would never let it close by itself.
			await page.context().close();
			await served.close();
			return reason;
		},
	};
}
