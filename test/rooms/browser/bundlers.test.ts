/** docs/browser.md is true: its pages run as served and as bundled by vite, and its examples run in order, under its policy. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as bundle } from "esbuild";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { BrowserIndexer, Source } from "../../../src/browser/index.ts";
import { folder, type Handler, openBrowser, serve } from "../../support/chromium.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const DOC = readFileSync(join(ROOT, "docs/browser.md"), "utf8");
const blocks = [...DOC.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, , role = "", text = ""]) => ({
	role,
	text,
}));
const block = (role: string): string => {
	const found = blocks.filter((each) => each.role === role);
	expect(found, `docs/browser.md has one block ${role}`).toHaveLength(1);
	return found[0]!.text;
};

interface Examples {
	fromPicker(): Promise<Source>;
	fromArchive(file: File): Source;
	indexer: BrowserIndexer;
}

const CSP = block("csp").trim();
const ANSWER = "main a.py:4";

const browser = await openBrowser();
const work = mkdtempSync(join(tmpdir(), "bundlers-"));
const closers: (() => unknown)[] = [() => rmSync(work, { recursive: true, force: true })];
afterAll(async () => {
	for (const close of closers.reverse()) await close();
});

const dist: Handler = (path) =>
	path.startsWith("/mantis/") ? folder(join(ROOT, "dist"))(path.slice("/mantis".length)) : undefined;
const icon: Handler = (path) => (path === "/favicon.ico" ? { body: "", type: "image/x-icon" } : undefined);
const files =
	(contents: Record<string, string>): Handler =>
	(path) =>
		contents[path] === undefined ? undefined : { body: contents[path] };

async function answered(page: Page): Promise<string | null> {
	await page.waitForFunction(() => document.querySelector("#out")?.textContent);
	return page.textContent("#out");
}

/** Blobs and data: URLs are refused by the policy, so a page that works has needed none. */
async function open(handlers: readonly (string | Handler)[]): Promise<Page> {
	const served = await serve([icon, ...handlers], { csp: CSP });
	closers.push(served.close);
	return browser.open(served.url);
}

/** The app of the page, with the package as npm would have put it there. */
function viteApp(): string {
	const app = join(work, "app");
	mkdirSync(join(app, "node_modules/mantis-structural-index"), { recursive: true });
	const [, rest = ""] = /^import .*?;\n(.*)$/s.exec(block("plain/main.js")) ?? [];
	writeFileSync(join(app, "index.html"), block("plain/index.html"));
	writeFileSync(join(app, "main.js"), block("vite/main.js") + rest);
	writeFileSync(join(app, "package.json"), JSON.stringify({ private: true, type: "module" }));
	const installed = join(app, "node_modules/mantis-structural-index");
	for (const part of ["package.json", "dist"]) cpSync(join(ROOT, part), join(installed, part), { recursive: true });
	return app;
}

test("plain scripts, served as they are", async () => {
	const page = await open([files({ "/": block("plain/index.html"), "/main.js": block("plain/main.js") }), dist]);
	expect(await answered(page)).toBe(ANSWER);
});

test.each(["browser/index", "workers/engine.browser", "workers/parse.browser", "workers/catalog.browser"])(
	"%s.js imports nothing",
	async (entry) => {
		const { metafile } = await bundle({
			...{ entryPoints: [join(ROOT, `dist/${entry}.js`)], bundle: true, packages: "external", format: "esm" },
			...{ write: false, metafile: true, logLevel: "silent" },
		});
		expect(Object.values(metafile.inputs).map(({ imports }) => imports)).toEqual([[]]);
	},
);

test("the packages within are named with their licences", () => {
	const text = readFileSync(join(ROOT, "dist/browser/LICENSES.txt"), "utf8");
	const parts = text.split(`\n${"-".repeat(80)}\n\n`);
	const names = parts.map((part) => part.slice(0, part.indexOf("\n")).replace(/ [\d.]+$/, ""));
	const expected = ["@journeyapps/wa-sqlite", "@zip.js/zip.js", "comlink", "ignore", "modern-tar", "web-tree-sitter"];
	expect(names).toEqual(expect.arrayContaining(expected));
	for (const part of parts) expect(part).toMatch(/copyright/i);
});

test("vite, built and in development, without configuration", async () => {
	const { build, createServer } = await import("vite");
	const root = viteApp();
	const warnings: string[] = [];
	const warn = (message: string) => void warnings.push(message);
	const customLogger = {
		info() {},
		warn,
		warnOnce: warn,
		error: warn,
		clearScreen() {},
		hasErrorLogged: () => false,
		hasWarned: false,
	};
	const common = { root, configFile: false, customLogger } as const;
	await build(common);
	// How long its own plugins took is the machine's matter.
	expect(warnings.filter((warning) => !warning.includes("PLUGIN_TIMINGS"))).toEqual([]);
	expect(await answered(await open([join(root, "dist")]))).toBe(ANSWER);

	const server = await createServer({ ...common, server: { host: "127.0.0.1", port: 0 } });
	closers.push(() => server.close());
	await server.listen();
	const address = server.httpServer?.address() as { port: number };
	expect(await answered(await browser.open(`http://127.0.0.1:${address.port}/`, { allow: [/favicon\.ico/] }))).toBe(
		ANSWER,
	);
});

test("the examples, one after another", async () => {
	const examples = blocks.filter(({ role }) => role === "run").map(({ text }) => text);
	expect(examples.length).toBeGreaterThanOrEqual(7);
	const module = examples.join("\n").replace("mantis-structural-index/browser", "/mantis/browser/index.js");
	const page = await open([
		files({
			"/": `<!doctype html><input type="file" webkitdirectory><p id="out"></p>`,
			"/main.js": `${module}\ndocument.querySelector("#out").textContent = "done";`,
		}),
		dist,
	]);
	const project = join(work, "project");
	mkdirSync(join(project, "src"), { recursive: true });
	writeFileSync(
		join(project, "src/parser.py"),
		"def parse(text):\n    return text\n\n\ndef main():\n    return parse('')\n",
	);
	writeFileSync(join(project, ".gitignore"), "a\0b\n");
	await page.setInputFiles("input", project);
	const printed: string[] = [];
	page.on("console", (message) => printed.push(message.text()));
	await page.addScriptTag({ url: "/main.js", type: "module" });
	expect(await answered(page)).toBe("done");
	expect(printed).toEqual([
		'ignore file ".gitignore" was not used: it is not UTF-8 text',
		expect.stringMatching(/^Indexed 1 files: .* coverage complete\.$/),
		"parse 1 complete",
		"parser 0 complete",
		"def parse(text):",
		"empty",
		"index-missing",
		expect.stringMatching(/^a copy complete \d+ \d+$/),
		expect.stringMatching(/^my project complete \d+ \d+$/),
		expect.stringMatching(/^opfs null false \d+ \d+$/),
	]);
});

test("the sources that a test cannot pick: a picked folder, an archive, a drop", async () => {
	const [sources = ""] = blocks
		.filter(({ role, text }) => role === "run" && text.includes("showDirectoryPicker"))
		.map(({ text }) => text);
	const imports = blocks.find(({ role, text }) => role === "run" && text.startsWith("import"))!.text;
	const module = (imports + sources).replace("mantis-structural-index/browser", "/mantis/browser/index.js");
	const page = await open([
		files({
			"/": `<!doctype html><input type="file"><p id="out"></p>`,
			"/main.js": `${module}\nObject.assign(globalThis, { fromPicker, fromArchive, indexer });\ndocument.querySelector("#out").textContent = "loaded";`,
		}),
		dist,
	]);
	await page.addScriptTag({ url: "/main.js", type: "module" });
	expect(await answered(page)).toBe("loaded");
	const packed = spawnSync("tar", ["czf", "-", "-C", work, "project"], { maxBuffer: 1024 * 1024 }).stdout;
	const indexed = await page.evaluate(
		async (bytes) => {
			const { fromPicker, fromArchive, indexer } = globalThis as unknown as Examples;
			const picked = await navigator.storage
				.getDirectory()
				.then((root) => root.getDirectoryHandle("picked", { create: true }));
			// As the picker would give it; OPFS has the same handles, and can be written to.
			const file = await (await picked.getFileHandle("a.py", { create: true })).createWritable();
			await file.write("def f():\n    return f()\n");
			await file.close();
			Object.assign(globalThis, { showDirectoryPicker: async () => picked });
			const names: string[] = [];
			const build = async (source: Source) => names.push((await indexer.buildIndex({ source })).summary.message);
			await build(await fromPicker());
			await build(fromArchive(new File([Uint8Array.from(bytes)], "project.tar.gz")));
			const dropped = new DataTransfer();
			dropped.items.add(new File(["def g():\n    return g()\n"], "dropped.py"));
			dispatchEvent(new DragEvent("drop", { dataTransfer: dropped }));
			while ((await indexer.listIndexes()).length < 3) await new Promise((wake) => setTimeout(wake, 50));
			return [names, (await indexer.listIndexes()).map(({ name }) => name)];
		},
		[...packed],
	);
	expect(indexed[0]).toEqual(Array(2).fill(expect.stringMatching(/^Indexed 1 files: .* coverage complete\.$/)));
	expect(indexed[1]).toEqual(["dropped.py", "picked", "project"]);
});
