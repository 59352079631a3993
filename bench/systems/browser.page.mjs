/** Ours in Chromium: what the bench page runs. Reads the picked folder, and builds it cold into OPFS. */
import { createBrowserIndexer, sourceFromFiles } from "/browser/index.js";

/** @returns as index.mjs prints it. */
globalThis.build = async (index, workers) => {
	const { files } = document.querySelector("input");
	await using indexer = createBrowserIndexer();
	const { kind, reason } = await indexer.storage();
	if (kind !== "opfs") throw new Error(`storage expected "opfs", got "${kind}": ${reason}`);
	await indexer.close();
	await using cold = createBrowserIndexer();
	const start = performance.now();
	const { manifest } = await cold.buildIndex({ source: sourceFromFiles(files), index, workers });
	const call_ms = performance.now() - start;
	await cold.removeIndex(index);
	return { files: manifest.coverage.indexed_files, status: manifest.status, ...manifest.counts, call_ms };
};
