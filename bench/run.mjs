/**
 * Runs the benchmark cases on the built package:
 * `npm run bench -- [--cases cold,browser,page] [--rounds 7] [--corpora redis,cpython] [--workers 2]`.
 * Prints a table a case and writes bench/results/<version>.json with machine and commit; cases that did not run stay in it as
 * they were. Ratios are what counts: both sides of each were measured in this run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { parseArgs } from "node:util";

const { values } = parseArgs({
	options: {
		cases: { type: "string", default: "cold" },
		rounds: { type: "string", default: "7" },
		corpora: { type: "string", default: "redis,cpython" },
		workers: { type: "string", default: "2" },
	},
});
const rounds = Number(values.rounds);
const workers = Number(values.workers);
if (!Number.isInteger(rounds) || rounds < 1)
	throw new Error(`"--rounds" expected an integer >= 1, got ${values.rounds}`);
if (!Number.isInteger(workers) || workers < 1)
	throw new Error(`"--workers" expected an integer >= 1, got ${values.workers}`);

const given = { corpora: values.corpora.split(","), rounds, workers, log: (line) => console.error(line) };
const title = (what) => console.log(`\n${what}, ${rounds} rounds, ${workers} workers, medians\n`);

/** Each is loaded when it is asked for: not every machine has a browser. */
const CASES = {
	async cold() {
		const { coldBuild } = await import("./cases/cold-build.mjs");
		const rows = await coldBuild(given);
		title("cold build against parse only");
		console.log("corpus     files     MB   symbols    calls   parse ms   build ms   ratio   peak MB");
		for (const row of rows) {
			const cells = [
				row.corpus.padEnd(8),
				String(row.files).padStart(7),
				row.megabytes.toFixed(1).padStart(6),
				String(row.symbols).padStart(9),
				String(row.call_edges).padStart(8),
				row.parse_ms.toFixed(0).padStart(10),
				row.build_ms.toFixed(0).padStart(10),
				row.ratio.toFixed(2).padStart(7),
				row.peak_mb.toFixed(0).padStart(9),
			];
			console.log(cells.join(" "));
		}
		return { rounds, workers, cold_build: rows };
	},
	async browser() {
		const { browserBuild } = await import("./cases/browser-build.mjs");
		const { chromium, rows } = await browserBuild(given);
		title(`cold build in Chromium ${chromium} against Node`);
		console.log("corpus     files   symbols    node ms   chromium ms   ratio");
		for (const row of rows) {
			const cells = [
				row.corpus.padEnd(8),
				String(row.files).padStart(7),
				String(row.symbols).padStart(9),
				row.node_ms.toFixed(0).padStart(10),
				row.chromium_ms.toFixed(0).padStart(13),
				row.ratio.toFixed(2).padStart(7),
			];
			console.log(cells.join(" "));
		}
		return { browser_build: { machine, commit, chromium, rounds, workers, rows } };
	},
	async page() {
		const { pageLoad } = await import("./cases/page-load.mjs");
		const load = await pageLoad();
		console.log("\nbefore the page's first contentful paint\n");
		for (const { path, bytes } of load.loaded) console.log(`${String(bytes).padStart(9)}  ${path}`);
		console.log(
			`\n${load.requests} requests, ${load.bytes} bytes, ${load.script_bytes} of script, painted after ${load.paint_ms.toFixed(0)} ms`,
		);
		return { page_load: { machine, commit, ...load } };
	},
};

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0].model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${platform()} ${arch()}, node ${process.version}`;
const cases = values.cases.split(",");
for (const name of cases) {
	if (!Object.hasOwn(CASES, name))
		throw new Error(`"--cases" expected of ${Object.keys(CASES).join(", ")}, got ${values.cases}`);
}

mkdirSync(new URL("results/", import.meta.url), { recursive: true });
const file = new URL(`results/${version}.json`, import.meta.url);
let results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
for (const name of cases) {
	const found = await CASES[name]();
	// The machine and commit on top are those of the cold build.
	results = name === "cold" ? { ...results, machine, commit, ...found } : { ...results, ...found };
	writeFileSync(file, `${JSON.stringify(results, null, "\t")}\n`);
}
console.log(`\n${machine}, commit ${commit}`);
