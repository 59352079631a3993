/**
 * The page's service worker: at install it takes a copy of everything the page is made of, grammars too, so that after the
 * first visit all works without a network. One cache a version; an old version serves until its last tab is closed or the
 * user asks for the new one, so that a page never meets files of two versions.
 */
declare const self: ServiceWorkerGlobalScope;
/** Set at the page's build. */
declare const VERSION: string;
/** Path relative to the scope → digest of the content. */
declare const PRECACHE: Readonly<Record<string, string>>;

const PREFIX = "mantis-page-";
const CACHE = PREFIX + VERSION;
const DIGEST = "x-mantis-digest";

self.addEventListener("install", (event) => {
	event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
	event.waitUntil(takeOver());
});

self.addEventListener("message", (event) => {
	if (event.data === "take-over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
	const { request } = event;
	if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
	event.respondWith(answer(request));
});

/** What an older version's cache holds with the same digest is copied from there: an update costs what changed. */
async function fill(): Promise<void> {
	const cache = await caches.open(CACHE);
	const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
	await Promise.all(
		Object.entries(PRECACHE).map(async ([path, digest]) => {
			const url = new URL(path, self.registration.scope).href;
			for (const name of older) {
				const kept = await (await caches.open(name)).match(url);
				if (kept?.headers.get(DIGEST) === digest) return cache.put(url, kept);
			}
			const response = await fetch(url, { cache: "no-cache" });
			if (!response.ok) throw new Error(`${url}: expected status 200, got ${response.status}`);
			const headers = new Headers(response.headers);
			headers.set(DIGEST, digest);
			await cache.put(url, new Response(await response.blob(), { headers }));
		}),
	);
}

async function takeOver(): Promise<void> {
	for (const name of await caches.keys()) {
		if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
	}
	await self.clients.claim();
}

async function answer(request: Request): Promise<Response> {
	const url = new URL(request.url);
	const page = url.href.split(/[?#]/)[0] === self.registration.scope;
	const cache = await caches.open(CACHE);
	const kept = await cache.match(page ? new URL("index.html", self.registration.scope).href : request, {
		ignoreSearch: true,
		// A copy was asked for by address alone; a page's own request for it may say where it comes from.
		ignoreVary: true,
	});
	return kept ?? fetch(request);
}
