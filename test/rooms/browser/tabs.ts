/** Tabs with the worker of workers/publisher.ts, in a profile on the disk. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";
import { serve } from "../../support/chromium.ts";
import { openProfile } from "../../support/chromium-profile.ts";

export interface Look {
	manifest: number;
	catalog: number;
	jsonl: number;
	units: number;
	kept: boolean;
}
interface Told {
	ready?: true;
	published?: number;
	looked?: Look;
	refused?: { code: string; message: string; written: number };
	failed?: string;
}

const bundle = await build({
	entryPoints: [fileURLToPath(new URL("workers/publisher.ts", import.meta.url))],
	bundle: true,
	format: "esm",
	target: "es2022",
	write: false,
});
export const served = await serve((path) =>
	path === "/worker.js"
		? { body: bundle.outputFiles[0]?.contents ?? "" }
		: path === "/"
			? { body: `<link rel="icon" href="data:,"><title>kills</title>` }
			: undefined,
);
export const profile = await openProfile();
afterAll(async () => {
	await profile.close();
	await served.close();
});

/** A tab with the worker; `ask` posts to it, and `told` waits for an answer that fits. */
export async function openTab() {
	const page = await profile.open(`${served.url}/`);
	const seen: Told[] = [];
	let wake = () => {};
	await page.exposeFunction("tell", (told: Told) => {
		seen.push(told);
		wake();
	});
	await page.evaluate(() => {
		const worker = new Worker("/worker.js", { type: "module" });
		worker.onmessage = ({ data }) => (globalThis as unknown as { tell(told: unknown): void }).tell(data);
		Object.assign(globalThis, { worker });
	});
	const told = async <T>(choose: (told: Told) => T | undefined): Promise<T> => {
		for (let next = 0; ; next++) {
			while (next >= seen.length) {
				await new Promise<void>((done) => {
					wake = done;
				});
			}
			const { failed } = seen[next] as Told;
			if (failed) throw new Error(failed);
			const found = choose(seen[next] as Told);
			if (found !== undefined) return found;
		}
	};
	await told(({ ready }) => ready);
	const ask = (what: number | "look" | "fill units" | "fill database") =>
		page.evaluate((each) => (globalThis as unknown as { worker: Worker }).worker.postMessage(each), what);
	return { page, seen, told, ask };
}
