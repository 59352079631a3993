/**
 * Pictures of the built page (`npm run page:screenshots -- [folder]`), to be looked at: light, dark and narrow, of the start, a
 * build, an index and a graph, in .build/screenshots. Ends with an error when the page logged one.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { preview } from "vite";
import { corpus } from "../../bench/corpora.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const OUT = join(ROOT, ".build/screenshots");
const folder = process.argv[2] ?? corpus("redis");
const symbol = process.argv[3] ?? "processCommand";

mkdirSync(OUT, { recursive: true });
const server = await preview({ configFile: join(ROOT, "vite.page.config.ts"), preview: { port: 0 } });
const url = server.resolvedUrls.local[0];
const browser = await chromium.launch({
	executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
	args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
const problems = [];
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
// The folder picker of the browser cannot be driven; without it the page uses a file input.
await context.addInitScript("delete window.showDirectoryPicker");
const page = await context.newPage();
page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
page.on("pageerror", (error) => problems.push(error.stack ?? error.message));

const LOOKS = [
	["light", { width: 1440, height: 900 }],
	["dark", { width: 1440, height: 900 }],
	["narrow", { width: 360, height: 740 }],
];

/** One picture in each look. */
async function shoot(name, settle = 350) {
	for (const [look, viewport] of LOOKS) {
		await page.emulateMedia({ colorScheme: look === "dark" ? "dark" : "light" });
		await page.setViewportSize(viewport);
		await page.waitForTimeout(settle);
		await page.screenshot({ path: join(OUT, `${name}-${look}.png`) });
		const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
		if (wide > 0) problems.push(`${name}, ${look}: ${wide} px wider than the window`);
	}
	await page.setViewportSize(LOOKS[0][1]);
	await page.emulateMedia({ colorScheme: "light" });
}

try {
	await page.goto(url);
	await page.getByText("None yet").waitFor();
	await shoot("1-start-empty");

	const chooser = page.waitForEvent("filechooser");
	await page.getByRole("button", { name: "Open folder" }).click();
	await (await chooser).setFiles(folder);
	await page.getByText(/ of .* MB/).waitFor({ timeout: 120_000 });
	await shoot("2-build", 150);
	// By its role, since a policy without eval keeps Playwright's own conditions out.
	await page
		.getByRole("tree")
		.or(page.locator(".note-good, .note-warn, .note-bad"))
		.first()
		.waitFor({ timeout: 300_000 });
	if (page.url().includes("#/build")) {
		await shoot("3-summary");
		await page.getByRole("button", { name: "Explore the index" }).click();
	}
	await page.getByRole("tree").waitFor();
	await shoot("4-overview");

	await page.getByRole("combobox", { name: "Search symbols" }).fill(symbol.slice(0, -2));
	await page.getByRole("option").first().waitFor();
	await page.waitForTimeout(400);
	await page.screenshot({ path: join(OUT, "5-search-light.png") });
	await page.getByRole("option").first().click();
	await page.locator(".cm-content").waitFor();
	await page.waitForTimeout(800);
	await shoot("6-source");
	await page.evaluate('location.hash = location.hash.replace("?", "?view=symbol&")');
	await shoot("7-symbol");

	await page.evaluate('location.hash = location.hash.replace("view=symbol", "view=graph")');
	await page.locator(".node").first().waitFor();
	await page.waitForTimeout(500);
	await shoot("8-graph");
	for (let step = 0; step < 4; step++) {
		const handle = page.locator(".handle", { hasText: "+" }).nth(step * 2);
		if (await handle.count()) await handle.dispatchEvent("click");
		await page.waitForTimeout(400);
	}
	await page.getByRole("button", { name: "Fit the graph" }).click();
	await shoot("9-graph-many");
	await page.getByRole("button", { name: "Outline" }).click();
	await page.screenshot({ path: join(OUT, "10-outline-light.png") });

	await page.goto(`${url}#/`);
	await page.getByText("Update").first().waitFor();
	await shoot("11-start");
} finally {
	await page.screenshot({ path: join(OUT, "last.png") });
	await browser.close();
	await server.close();
}
console.log(OUT);
if (problems.length > 0) {
	console.error(problems.join("\n"));
	process.exitCode = 1;
}
