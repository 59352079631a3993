/**
 * How long does a cold build take, against parsing the same files only? Whole processes, run in turn (parse, build,
 * parse, build, …) so that both meet the same machine; medians, and their ratio.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openIndex } from "mantis-structural-index/node";
import { corpus } from "../corpora.mjs";
import { median } from "../median.mjs";

const SYSTEMS = fileURLToPath(new URL("../systems/", import.meta.url));
const ASSETS = fileURLToPath(new URL("../../dist/assets/", import.meta.url));

/** @returns rows for the report. */
export async function coldBuild({ corpora, rounds, workers, log }) {
	const rows = [];
	for (const name of corpora) {
		const root = corpus(name);
		const work = mkdtempSync(join(tmpdir(), "bench-"));
		try {
			const plan = join(work, "plan.json");
			// a new folder a round: ext4 is slow to give out again what was deleted just before
			const state = (round) => join(work, `state-${round}`);
			const run = (system) => {
				const start = process.hrtime.bigint();
				const out = execFileSync(process.execPath, [join(SYSTEMS, `${system}.mjs`), plan], { encoding: "utf8" });
				return { ms: Number(process.hrtime.bigint() - start) / 1e6, ...JSON.parse(out) };
			};
			const write = (round, files) =>
				writeFileSync(plan, JSON.stringify({ root, state: state(round), workers, files, assets: ASSETS }));
			write("first", []);
			const first = run("index");
			const files = await indexedFiles(state("first"));
			const parse = [];
			const build = [];
			for (let round = 0; round < rounds; round++) {
				write(round, files);
				parse.push(run("parse-only"));
				build.push(run("index"));
				log(
					`${name} ${round + 1}/${rounds}: parse ${parse.at(-1).ms.toFixed(0)} ms, build ${build.at(-1).ms.toFixed(0)} ms`,
				);
			}
			const parse_ms = median(parse.map((r) => r.ms));
			const build_ms = median(build.map((r) => r.ms));
			rows.push({
				corpus: name,
				files: files.length,
				megabytes: parse[0].bytes / 1e6,
				symbols: first.symbols,
				call_edges: first.call_edges,
				parse_ms,
				build_ms,
				ratio: build_ms / parse_ms,
				ratios: parse.map((r, i) => build[i].ms / r.ms).sort((a, b) => a - b),
				peak_mb: Math.max(...build.map((r) => r.max_rss_kb)) / 1024,
			});
		} finally {
			rmSync(work, { recursive: true, force: true });
		}
	}
	return rows;
}

/** The files the index parsed, and with which grammar, told by the index itself. */
async function indexedFiles(state) {
	const extensions = { ".tsx": "tree-sitter-tsx" };
	const index = await openIndex({ state_root: state });
	const files = [];
	for await (const line of index.dump()) {
		if (!line.startsWith("coverage\t")) continue;
		const row = Object.fromEntries(
			line
				.split("\t")
				.slice(1)
				.map((cell) => [cell.slice(0, cell.indexOf("=")), JSON.parse(cell.slice(cell.indexOf("=") + 1))]),
		);
		if (row.status !== "indexed") continue;
		const language = row.partition_key.slice("lang:".length);
		const extension = row.file_path.slice(row.file_path.lastIndexOf("."));
		files.push({ path: row.file_path, wasm: extensions[extension] ?? `tree-sitter-${language}` });
	}
	await index.close();
	return files;
}
