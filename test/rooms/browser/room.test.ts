/** The browser's Host in Chromium. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Handler, openBrowser } from "../../support/chromium.ts";
import { chromiumRuntime } from "../../support/portable/chromium.ts";
import { runPortable } from "../../support/portable/emit.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const [echo] = (
	await build({
		entryPoints: [here("workers/echo.ts")],
		bundle: true,
		format: "esm",
		target: "es2022",
		write: false,
	})
).outputFiles;
const workers: Handler = (path) => {
	if (path === "/workers/echo.js") return { body: echo?.contents ?? "" };
	return path === "/workers/throws.js" ? { body: 'throw new Error("at start");' } : undefined;
};

const browser = await openBrowser();
const serves = [workers, here("../../../dist")];
await runPortable(chromiumRuntime(browser, "worker", { serves }), new URL("room.suites.ts", import.meta.url));
