/**
 * The package's build: each entry at the place `exports` names, shared code in dist/chunks, npm packages left to npm, and
 * the assets (wasm, language folders, helpers) beside them. The browser's entries hold all they need, so that a page takes
 * them without a bundler. Types come from `tsc -b`, which runs before.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { defineConfig, type Options } from "tsup";
import { readLanguages, readLock, readPinned } from "./grammars/tools/check-lock.mjs";

const BUNDLED_LICENCES = "dist/browser/LICENSES.txt";

const portable: Options = {
	entry: {
		index: "src/index.ts",
		"node/index": "src/node/index.ts",
		"deno/index": "src/deno/index.ts",
		"cli/main": "src/cli/main.ts",
		"workers/parse.node": "workers/parse.node.ts",
		"workers/catalog.node": "workers/catalog.node.ts",
		"workers/parse.deno": "workers/parse.deno.ts",
		"workers/catalog.deno": "workers/catalog.deno.ts",
	},
	format: "esm",
	target: "es2022",
	platform: "neutral",
	external: [/^node:/],
	splitting: true,
	dts: false,
	silent: true,
	esbuildOptions(options) {
		// One level below dist like every entry that looks for files beside it: `new URL("../", import.meta.url)` is dist.
		options.chunkNames = "chunks/[name]-[hash]";
	},
	async onSuccess() {
		await copyAssets();
		await copyTypes(".build/types", "dist");
	},
};

/** For the branches that npm packages take in Node: modules of Node, and their wasm, which they are given as bytes instead. */
const withoutNode: NonNullable<Options["esbuildPlugins"]>[number] = {
	name: "without-node",
	setup(build) {
		build.onResolve({ filter: /^(module|fs\/promises)$/ }, ({ path }) => ({ path, namespace: "absent" }));
		build.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "" }));
		// A bundler that meets the package would look for these files beside the built script.
		build.onLoad({ filter: /\/(web-tree-sitter\.js|wa-sqlite\.mjs)$/ }, async ({ path }) => {
			const text = await readFile(path, "utf8");
			const contents = text.replace(/new URL\(("[\w-]+\.wasm"), ?import\.meta\.url\)\.href/, "$1");
			if (contents === text) throw new Error(`${path} expected the URL of its wasm, found none: see tsup.config.ts`);
			// For JavaScript inside a grammar, which has none. Bundlers warn of it, a policy would refuse it.
			return { contents: contents.replaceAll("= eval(func)", "= undefined") };
		});
	},
};

/** The licences of all packages whose code is in the browser's bundles, beside them. */
const licences: NonNullable<Options["esbuildPlugins"]>[number] = {
	name: "licences",
	setup(build) {
		build.initialOptions.metafile = true;
		build.onEnd(async ({ metafile }) => {
			const inputs = Object.keys(metafile?.inputs ?? {});
			const folders = inputs.map((path) => /^node_modules\/(@[^/]+\/)?[^/]+/.exec(path)?.[0]);
			const texts: string[] = [];
			for (const folder of [...new Set(folders)].sort()) {
				if (folder === undefined) continue;
				const { name, version } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
				const file = (await readdir(folder)).find((each) => /^licen[cs]e/i.test(each));
				if (file === undefined) throw new Error(`${folder} expected a licence file, found none`);
				texts.push(`${name} ${version}\n\n${(await readFile(`${folder}/${file}`, "utf8")).trim()}\n`);
			}
			await mkdir(dirname(BUNDLED_LICENCES), { recursive: true });
			await writeFile(BUNDLED_LICENCES, texts.join(`\n${"-".repeat(80)}\n\n`));
		});
	},
};

const browser: Options = {
	entry: {
		"browser/index": "src/browser/index.ts",
		"workers/engine.browser": "workers/engine.browser.ts",
		"workers/parse.browser": "workers/parse.browser.ts",
		"workers/catalog.browser": "workers/catalog.browser.ts",
	},
	format: "esm",
	target: "es2022",
	platform: "browser",
	noExternal: [/.*/],
	splitting: false,
	dts: false,
	silent: true,
	// Names stay, for errors that tell where; the rest of the text is half of what a page loads.
	esbuildOptions(options) {
		options.minifySyntax = true;
		options.minifyWhitespace = true;
	},
	esbuildPlugins: [withoutNode, licences],
};

export default defineConfig(async () => {
	// Once for both: `clean` would have each remove what the other has written.
	await rm("dist", { recursive: true, force: true });
	return [portable, browser];
});

async function copyAssets() {
	await mkdir("dist/assets/grammars", { recursive: true });
	for (const file of [
		"node_modules/web-tree-sitter/web-tree-sitter.wasm",
		"node_modules/wa-sqlite/dist/wa-sqlite.wasm",
		"src/core/publish/manifest.schema.json",
	]) {
		await cp(file, `dist/assets/${basename(file)}`);
	}
	await cp("src/core/publish/helpers", "dist/assets/helpers", {
		recursive: true,
		filter: (path) => !path.includes("__pycache__"),
	});
	for (const entry of await readLock())
		await writeFile(`dist/assets/grammars/${entry.wasm}.wasm`, await readPinned(entry));
	for (const { id, folder } of await readLanguages()) {
		const files = (await readdir(folder)).filter((name) => name === "language.json" || name.endsWith(".scm"));
		for (const name of files) await cp(new URL(name, folder), `dist/assets/languages/${id}/${name}`);
	}
}

/**
 * Declarations of the sources that exist (`tsc -b` leaves those of deleted ones), with imports of `./x.ts` turned into the
 * `./x.js` that is there. None when only `tsup` was run.
 */
async function copyTypes(from: string, to: string) {
	for (const file of await readdir(from, { recursive: true }).catch(() => [])) {
		if (!file.endsWith(".d.ts")) continue;
		const source = await readFile(`src/${file.replace(/\.d\.ts$/, ".ts")}`).catch(() => undefined);
		if (source === undefined) continue;
		const text = await readFile(`${from}/${file}`, "utf8");
		await cp(`${from}/${file}`, `${to}/${file}`);
		await writeFile(`${to}/${file}`, text.replace(/(from|import\()(\s*)"(\.[^"]*)\.ts"/g, '$1$2"$3.js"'));
	}
}
