/**
 * Runs the benchmark cases on the built package: `npm run bench -- [--rounds 7] [--corpora redis,cpython] [--workers 2]`.
 * Prints a table and writes bench/results/<version>.json with machine and commit. Ratios are what counts: both sides of
 * each were measured in this run.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { coldBuild } from "./cases/cold-build.mjs";

const { values } = parseArgs({
	options: {
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

const rows = await coldBuild({
	corpora: values.corpora.split(","),
	rounds,
	workers,
	log: (line) => console.error(line),
});
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const machine = `${cpus().length} × ${cpus()[0].model}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${platform()} ${arch()}, node ${process.version}`;

console.log(`cold build against parse only, ${rounds} rounds, ${workers} workers, medians\n`);
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
console.log(`\n${machine}, commit ${commit}`);
mkdirSync(new URL("results/", import.meta.url), { recursive: true });
const file = new URL(`results/${version}.json`, import.meta.url);
writeFileSync(file, `${JSON.stringify({ machine, commit, rounds, workers, cold_build: rows }, null, "\t")}\n`);
