/** The published index, opened in this thread. Loaded when needed: most builds never run SQLite on the main side. */
import type { Host, StateFolder } from "../core/host.ts";
import type { OpenIndex } from "../core/query/open.ts";

/** @throws StructuralIndexError `index-corrupt`, `index-foreign`, `io`. */
export async function openPublished(host: Host, state: StateFolder): Promise<OpenIndex> {
	const { openQueries } = await import("../core/query/open.ts");
	return openQueries({ state, databases: host.databases, sqlite: () => host.assets.read("wa-sqlite.wasm") });
}
