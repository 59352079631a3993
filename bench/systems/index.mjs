/** Ours: a cold build, nothing cached, into an empty state folder. */
import { readFileSync } from "node:fs";
import { buildIndex } from "mantis-structural-index/node";

const { root, state, workers } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const start = performance.now();
const { manifest } = await buildIndex({ target_root: root, state_root: state, workers });
console.log(
	JSON.stringify({
		files: manifest.coverage.indexed_files,
		status: manifest.status,
		...manifest.counts,
		/** Without the start of the process. */
		call_ms: performance.now() - start,
		max_rss_kb: process.resourceUsage().maxRSS,
	}),
);
