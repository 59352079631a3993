/** The page of the browser room's hard tests: the built room as `lab`, and versions of a tree that the test serves. */
import * as room from "/browser/index.js";

let indexer = room.createBrowserIndexer();
const controllers = new Map();

const told = (error) => ({ failed: { code: error.code ?? error.name, message: error.message } });

globalThis.lab = {
	room,
	get indexer() {
		return indexer;
	},
	/** Another engine, without storage of the last one. */
	restart(options) {
		indexer = room.createBrowserIndexer(options);
	},
	/** @returns the manifest, or `failed`. Progress goes to `window.told`, if the test has put it there. */
	async build(index, version, options = {}) {
		const files = await (await fetch(`/trees/${version}.json`)).json();
		const controller = new AbortController();
		controllers.set(index, controller);
		try {
			const { manifest } = await indexer.buildIndex({
				source: room.sourceFromMap(files),
				index,
				default_ignores: false,
				workers: 2,
				signal: controller.signal,
				on_progress: (event) => globalThis.told?.(event),
				...options,
			});
			return manifest;
		} catch (error) {
			return told(error);
		}
	},
	abort: (index) => controllers.get(index).abort(),
	/** What a reader finds. */
	async look(index) {
		try {
			await using opened = await indexer.openIndex({ index });
			const lines = [];
			for await (const line of opened.dump()) lines.push(line);
			const coverage = await opened.get_coverage({});
			return { manifest: opened.manifest, dump: lines.join("\n"), coverage };
		} catch (error) {
			return told(error);
		}
	},
	async fileCoverage(index, file) {
		await using opened = await indexer.openIndex({ index });
		return (await opened.get_coverage({ file })).file;
	},
	/** The catalog as base64: what Playwright carries. */
	async catalog(index) {
		const bytes = new Uint8Array(await (await indexer.exportCatalog(index)).arrayBuffer());
		let text = "";
		for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
		return btoa(text);
	},
	/** Any call of the indexer, or `failed`. */
	async ask(method, ...args) {
		try {
			return (await indexer[method](...args)) ?? null;
		} catch (error) {
			return told(error);
		}
	},
};
