/** Chromium with a profile on the disk, where OPFS is real files, and a server of built files, for the cases that need them. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".webmanifest": "application/manifest+json",
	".wasm": "application/wasm",
	".svg": "image/svg+xml",
};

/** @param folders tried in turn. @param html what `/` is; index.html of a folder otherwise. */
export async function serve(folders, html) {
	const bases = folders.map((folder) => resolve(fileURLToPath(folder)));
	const server = createServer(async (request, response) => {
		const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
		if (path === "/" && html !== undefined)
			return response.writeHead(200, { "content-type": TYPES[".html"] }).end(html);
		for (const base of bases) {
			const file = resolve(base, `.${path.endsWith("/") ? `${path}index.html` : path}`);
			const body = file.startsWith(base + sep) ? await readFile(file).catch(() => undefined) : undefined;
			if (body === undefined) continue;
			const type = TYPES[extname(file)] ?? "application/octet-stream";
			return response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
		}
		response.writeHead(404).end();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${server.address().port}/`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}

export async function openChromium() {
	const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", chromium.executablePath()].find(
		(path) => path && existsSync(path),
	);
	if (!executablePath)
		throw new Error("this case needs Chromium: apt-get install chromium, or set $CHROMIUM to its path");
	const profile = await mkdtemp(join(tmpdir(), "bench-profile-"));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"],
	});
	return {
		version: context.browser()?.version() ?? "unknown",
		/** A page of its own process's heap, as far as Chromium gives one. */
		async page(url) {
			const page = await context.newPage();
			await page.goto(url);
			return page;
		},
		async close() {
			await context.close();
			await rm(profile, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
