/**
 * How long does Chromium take for a cold build, against Node? The same files, picked as a user picks a folder and read from
 * the disk by both, the same number of workers, in turn (Node, Chromium, Node, …), each in a new process or page; from the
 * call to the published index. Medians, and their ratio.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openChromium, serve } from "../chromium.mjs";
import { corpus } from "../corpora.mjs";
import { median } from "../median.mjs";

const SYSTEM = fileURLToPath(new URL("../systems/index.mjs", import.meta.url));
const PAGE = `<!doctype html><link rel="icon" href="data:,"><title>bench</title><input type="file" webkitdirectory>
<script type="module" src="/browser.page.mjs"></script>`;

/** @returns rows for the report. @throws Error when the two have not indexed the same. */
export async function browserBuild({ corpora, rounds, workers, log }) {
	const served = await serve([new URL("../systems/", import.meta.url), new URL("../../dist/", import.meta.url)], PAGE);
	const browser = await openChromium();
	const rows = [];
	try {
		for (const name of corpora) {
			const root = corpus(name);
			const work = mkdtempSync(join(tmpdir(), "bench-"));
			const inNode = (round) => {
				const plan = join(work, "plan.json");
				writeFileSync(plan, JSON.stringify({ root, state: join(work, `state-${round}`), workers }));
				return JSON.parse(execFileSync(process.execPath, [SYSTEM, plan], { encoding: "utf8" }));
			};
			const inChromium = async (round) => {
				const page = await browser.page(served.url);
				try {
					await page.setInputFiles("input", root);
					await page.waitForFunction("globalThis.build !== undefined");
					return await page.evaluate(`build("round ${round}", ${workers})`);
				} finally {
					await page.close();
				}
			};
			try {
				const node = [];
				const chromium = [];
				for (let round = 0; round < rounds; round++) {
					node.push(inNode(round));
					chromium.push(await inChromium(round));
					const [a, b] = [node.at(-1), chromium.at(-1)];
					for (const key of ["files", "status", "symbols", "call_edges", "resolved_edges"]) {
						if (a[key] !== b[key]) throw new Error(`${name}: ${key} expected ${a[key]} as in Node, got ${b[key]}`);
					}
					log(`${name} ${round + 1}/${rounds}: Node ${a.call_ms.toFixed(0)} ms, Chromium ${b.call_ms.toFixed(0)} ms`);
				}
				const node_ms = median(node.map((each) => each.call_ms));
				const chromium_ms = median(chromium.map((each) => each.call_ms));
				rows.push({
					corpus: name,
					files: node[0].files,
					symbols: node[0].symbols,
					node_ms,
					chromium_ms,
					ratio: chromium_ms / node_ms,
					ratios: node.map((each, i) => chromium[i].call_ms / each.call_ms).sort((a, b) => a - b),
				});
			} finally {
				rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
			}
		}
		return { chromium: browser.version, rows };
	} finally {
		await browser.close();
		served.close();
	}
}
