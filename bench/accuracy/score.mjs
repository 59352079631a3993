/** Runs the scorer on one catalog and reads its figures; each is [right, of]. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const OF_SITES = /^(site_|edge_recall_|caller_|kinds$)/;
/** The edge kind that each of the scorer's resolutions asks for. */
const KINDS = { static: "direct", virtual: "virtual" };

/** @param hasLines its edges say where they are; else figures about call sites say nothing and are left empty */
export function score({ python, script, truth, catalog, root, state, hasLines }) {
	mkdirSync(state, { recursive: true });
	const file = join(state, "figures.json");
	const args = [script, "--oracle", truth, "--db", catalog, "--root", root, "--json", file];
	const report = execFileSync(python, args, { encoding: "utf8", maxBuffer: 2 ** 28 });
	const { oracle: _, ...figures } = JSON.parse(readFileSync(file, "utf8"));
	const all = { ...figures, kinds: kinds(report) };
	if (!hasLines) for (const name of Object.keys(all)) if (OF_SITES.test(name)) all[name] = [0, 0];
	return all;
}

/** Figures of several repositories together. */
export function sum(rows) {
	const total = {};
	for (const { figures } of rows) {
		for (const [name, [right, of]] of Object.entries(figures)) {
			const [before, all] = total[name] ?? [0, 0];
			total[name] = [before + right, all + of];
		}
	}
	return total;
}

/** Of the edges that reach a symbol: how many have the kind that the truth's resolution asks for. */
function kinds(report) {
	const [, part] = report.split("EDGE KIND by oracle class");
	const [, heads, ...rows] = part.split("\n");
	const columns = heads.trim().split(/\s+/);
	let right = 0;
	let of = 0;
	for (const row of rows) {
		const [resolution, ...counts] = row.trim().split(/\s+/);
		const wanted = KINDS[resolution];
		if (wanted === undefined) continue;
		columns.forEach((kind, i) => {
			// a macro and what its body calls stand on one line by one name
			if (kind.endsWith("/null") || kind === "macro") return;
			of += Number(counts[i]);
			if (kind === wanted) right += Number(counts[i]);
		});
	}
	return [right, of];
}
