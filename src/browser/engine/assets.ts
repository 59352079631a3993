/** The package's assets over HTTP: where bundlers have put them, or in a folder that the caller names. */
import { messageOf, StructuralIndexError, show } from "../../core/errors.ts";
import type { AssetSource } from "../../core/host.ts";
import { ASSETS } from "../../generated/browser/assets.ts";
import { refusal, watchPolicy } from "../policy.ts";

/**
 * Each is fetched once and kept, 1 to 8 MB in all: builds and queries ask for the same ones again and again.
 * @param folder absolute URL; default: where the build of the package, or of what bundles it, has put them.
 */
export function browserAssets(folder?: string): AssetSource {
	watchPolicy();
	const base = folder === undefined || folder.endsWith("/") ? folder : `${folder}/`;
	const fetched = new Map<string, Promise<ArrayBuffer>>();
	return {
		async read(name) {
			let bytes = fetched.get(name);
			if (bytes === undefined) {
				bytes = download(name, base);
				fetched.set(name, bytes);
				bytes.catch(() => fetched.delete(name));
			}
			return new Uint8Array((await bytes).slice(0));
		},
		folder(path) {
			throw new StructuralIndexError("unsupported", `language folder ${show(path)}: a browser has no folders by path`);
		},
	};
}

async function download(name: string, base: string | undefined): Promise<ArrayBuffer> {
	const failed = (why: string, cause?: unknown) =>
		new StructuralIndexError("io", `cannot read the asset ${show(name)}: ${why}`, { cause });
	const known = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
	if (known === undefined) throw failed("the package has no such asset");
	const { href } = base === undefined ? known : new URL(name, base);
	// Bundlers put small files into the script; fetching those again may be against the page's policy.
	if (href.startsWith("data:")) return decodeDataUrl(href);
	let response: Response;
	try {
		response = await fetch(href);
		// Servers of single-page applications answer so for whatever they do not have.
		const isPage = response.headers.get("content-type")?.startsWith("text/html");
		if (response.ok && !isPage) return await response.arrayBuffer();
	} catch (cause) {
		const why = await refusal(({ url }) => url === href || url === new URL(href).origin);
		throw failed(`${href}: ${why ?? messageOf(cause)}`, cause);
	}
	throw failed(`${href}: the server answered ${response.ok ? "a page" : `status ${response.status}`}`);
}

/** RFC 2397. */
function decodeDataUrl(url: string): ArrayBuffer {
	const comma = url.indexOf(",");
	const body = decodeURIComponent(url.slice(comma + 1));
	if (!url.slice(0, comma).endsWith(";base64")) return new TextEncoder().encode(body).buffer;
	return Uint8Array.from(atob(body), (char) => char.charCodeAt(0)).buffer;
}
