/**
 * Scores the built package with ground truth made by compilers and type checkers:
 * `npm run bench:accuracy -- --oracle <folder> --trees <folder> [--only ky,flask] [--peers] [--python python3]`.
 * The oracle folder holds `truth/<repository>.jsonl.gz` and `score.py`; the other one a source tree a repository, by the
 * same name. Prints a table and writes bench/results/accuracy.json, with every figure as [right, of].
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { ours } from "./ours.mjs";
import { peers } from "./peers.mjs";
import { score, sum } from "./score.mjs";
import { table } from "./table.mjs";

/** What the ground truth is written for. */
const LANGUAGES = {
	".c": "C",
	".h": "C",
	".cc": "C++",
	".cpp": "C++",
	".go": "Go",
	".java": "Java",
	".js": "JavaScript",
	".mjs": "JavaScript",
	".py": "Python",
	".rs": "Rust",
	".ts": "TypeScript",
	".tsx": "TypeScript",
};

const { values } = parseArgs({
	options: {
		oracle: { type: "string" },
		trees: { type: "string" },
		only: { type: "string" },
		peers: { type: "boolean", default: false },
		python: { type: "string", default: "python3" },
	},
});
for (const name of ["oracle", "trees"]) {
	if (values[name] === undefined || !existsSync(values[name]))
		throw new Error(`"--${name}" expected a folder, got ${values[name]}`);
}
const oracle = resolve(values.oracle);
const trees = resolve(values.trees);
const SUFFIX = ".jsonl.gz";
const known = readdirSync(join(oracle, "truth"))
	.filter((name) => name.endsWith(SUFFIX))
	.map((name) => name.slice(0, -SUFFIX.length))
	.sort();
const wanted = values.only?.split(",") ?? known;
for (const name of wanted) {
	if (!known.includes(name)) throw new Error(`"--only" expected some of ${known.join(", ")}, got ${name}`);
}

const work = fileURLToPath(new URL("../../.build/accuracy/", import.meta.url));
const systems = [ours, ...(values.peers ? peers(work, values.python) : [])];
const rows = [];
const left = [];
for (const repository of wanted) {
	const root = join(trees, repository);
	if (!existsSync(root)) {
		left.push(`${repository}: no folder ${root}`);
		continue;
	}
	const truth = join(oracle, "truth", repository + SUFFIX);
	for (const { name, index, hasLines } of systems) {
		console.error(`${repository}: ${name}`);
		const state = join(work, name.replaceAll("/", "+"), repository);
		try {
			const catalog = await index({ root, state });
			const script = join(oracle, "score.py");
			const figures = score({ python: values.python, script, truth, catalog, root, state, hasLines });
			rows.push({ repository, language: languageOf(truth), system: name, figures });
		} catch (error) {
			left.push(`${repository}, ${name}: ${error.message}`);
		}
	}
}

const languages = [...new Set(rows.map((row) => row.language))].sort();
const sums = languages.flatMap((language) =>
	systems.flatMap(({ name }) => {
		const of = rows.filter((row) => row.language === language && row.system === name);
		return of.length === 0 ? [] : [{ repository: `all ${language}`, language, system: name, figures: sum(of) }];
	}),
);
console.log(table([...rows, ...sums]));
for (const line of left) console.log(`not scored: ${line}`);
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const results = new URL("../results/", import.meta.url);
mkdirSync(results, { recursive: true });
const result = { version, commit, rows, languages: sums, not_scored: left };
writeFileSync(new URL("accuracy.json", results), `${JSON.stringify(result, null, "\t")}\n`);

/** The language of most files that the truth covers, by their extension. */
function languageOf(truth) {
	const counts = new Map();
	for (const line of gunzipSync(readFileSync(truth)).toString("utf8").split("\n")) {
		const record = line === "" ? undefined : JSON.parse(line);
		if (record?.kind !== "file") continue;
		const extension = record.file.slice(record.file.lastIndexOf("."));
		const language = LANGUAGES[extension] ?? extension;
		counts.set(language, (counts.get(language) ?? 0) + 1);
	}
	return [...counts].sort((a, b) => b[1] - a[1])[0][0];
}
