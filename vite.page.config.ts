/**
 * The page's build: src/page → dist/page, a folder that any static server can serve. The engine is not bundled again: the
 * built browser room (dist/browser, dist/workers, dist/assets) is copied beside the page as it is, and loaded at run time.
 */
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, transformWithOxc } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here("dist/page");

/** As the page's own meta element: a worker takes its policy from the response that brings it. */
const POLICY = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
	await readFile(here("src/page/index.html"), "utf8"),
)?.[1];
if (POLICY === undefined) throw new Error("src/page/index.html: expected a Content-Security-Policy");
const headers = { "Content-Security-Policy": POLICY, "Cache-Control": "no-cache" };

export default defineConfig({
	root: here("src/page"),
	base: "./",
	build: {
		outDir: OUT,
		emptyOutDir: true,
		license: { fileName: "licenses.md" },
		target: "es2022",
		// The policy lets no data: URL be fetched.
		assetsInlineLimit: 0,
		// light-dark() is wanted as it stands.
		cssTarget: ["chrome123", "safari17.5", "firefox120"],
		modulePreload: { polyfill: false },
		chunkSizeWarningLimit: 700,
		reportCompressedSize: false,
	},
	preview: { host: "127.0.0.1", port: 4173, headers },
	plugins: [beside()],
	logLevel: "warn",
});

/** Puts the engine beside the page, then the service worker, which lists all that lies there. */
function beside(): Plugin {
	return {
		name: "beside-the-page",
		apply: "build",
		async closeBundle() {
			await cp(here("dist/assets"), join(OUT, "engine/assets"), { recursive: true });
			await mkdir(join(OUT, "engine/browser"), { recursive: true });
			for (const name of ["index.js", "LICENSES.txt"])
				await cp(here(`dist/browser/${name}`), join(OUT, "engine/browser", name));
			await mkdir(join(OUT, "engine/workers"), { recursive: true });
			for (const name of await readdir(here("dist/workers"))) {
				if (name.endsWith(".browser.js")) await cp(here(`dist/workers/${name}`), join(OUT, "engine/workers", name));
			}
			await writeServiceWorker();
		},
	};
}

async function writeServiceWorker() {
	const files: Record<string, string> = {};
	const entries = await readdir(OUT, { recursive: true, withFileTypes: true });
	for (const entry of entries.filter((each) => each.isFile())) {
		const path = join(entry.parentPath, entry.name);
		const digest = createHash("sha256").update(await readFile(path));
		files[relative(OUT, path).split(sep).join("/")] = digest.digest("hex").slice(0, 16);
	}
	const precache = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
	const source = await readFile(here("src/page/sw/sw.ts"), "utf8");
	const version = createHash("sha256").update(JSON.stringify(precache)).update(source).digest("hex").slice(0, 16);
	const { code } = await transformWithOxc(source, "sw.ts", { target: "es2022" });
	const constants = `const VERSION = ${JSON.stringify(version)};\nconst PRECACHE = ${JSON.stringify(precache)};\n`;
	await writeFile(join(OUT, "sw.js"), constants + code);
}
