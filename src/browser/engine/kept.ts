/** Copies of the sources that a build reads, and the text that is read from them later. */
import type { SourceKeeper } from "../../core/host.ts";
import { decodeText } from "../../core/text/decode.ts";
import type { SourceStore } from "./storage.ts";

/** @param wanted without it nothing is kept, and what an earlier build kept is dropped: it is no longer what is indexed. */
export function keepSources(store: SourceStore, wanted: boolean): SourceKeeper {
	const kept = new Set<string>();
	return {
		async put(content_sha256, bytes) {
			if (!wanted || kept.has(content_sha256)) return;
			kept.add(content_sha256);
			await store.put(content_sha256, bytes);
		},
		settle: () => store.settle(kept),
	};
}

/** As the engine read it, so that its lines are the catalog's; null when it was not kept, or is no text. */
export async function readKept(store: SourceStore, content_sha256: string | null): Promise<string | null> {
	const bytes = content_sha256 === null ? undefined : await store.get(content_sha256);
	if (bytes === undefined) return null;
	const decoded = decodeText(bytes);
	return decoded.kind === "text" ? decoded.text : null;
}
