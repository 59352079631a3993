/** What does the built page load before its first meaningful paint? On a first visit, nothing cached. */
import { existsSync } from "node:fs";
import { openChromium, serve } from "../chromium.mjs";

const PAGE = new URL("../../dist/page/", import.meta.url);

/** @returns bytes as decoded, requests, and milliseconds to the paint. */
export async function pageLoad() {
	if (!existsSync(PAGE)) throw new Error("dist/page expected, found none: npm run build");
	const served = await serve([PAGE]);
	const browser = await openChromium();
	try {
		const page = await browser.page("about:blank");
		await page.goto(served.url);
		await page.getByRole("heading", { level: 1 }).waitFor();
		const { paint_ms, loaded } = await page.evaluate(measure);
		const scripts = loaded.filter(({ name }) => /\.m?js$/.test(name));
		return {
			paint_ms,
			requests: loaded.length,
			script_bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
			bytes: loaded.reduce((sum, { bytes }) => sum + bytes, 0),
			loaded: loaded.map(({ name, bytes }) => ({ path: new URL(name).pathname, bytes })),
		};
	} finally {
		await browser.close();
		served.close();
	}
}

/** In the page: what it asked for before it painted content. */
async function measure() {
	const paint_ms = await new Promise((resolve) => {
		new PerformanceObserver((list) => {
			const paint = list.getEntriesByName("first-contentful-paint")[0];
			if (paint) resolve(paint.startTime);
		}).observe({ type: "paint", buffered: true });
	});
	const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
	const before = all.filter(({ startTime, responseEnd }) => startTime < paint_ms && responseEnd <= paint_ms);
	return { paint_ms, loaded: before.map(({ name, decodedBodySize }) => ({ name, bytes: decodedBodySize })) };
}
