/** Builds what is picked in the page's input, as build.mjs does. */
import { createBrowserIndexer, sourceFromFiles } from "/browser/index.js";

export async function build(workers) {
	const indexer = createBrowserIndexer();
	const source = sourceFromFiles(document.querySelector("input").files);
	const { manifest } = await indexer.buildIndex({ source, index: "tree", workers, default_ignores: false });
	const index = await indexer.openIndex({ index: "tree" });
	const lines = [];
	for await (const line of index.dump()) lines.push(line);
	await index.close();
	await indexer.close();
	return { ...manifest.units, lines };
}
