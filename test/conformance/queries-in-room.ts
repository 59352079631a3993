/** The answers of a room: the index of catalog-fixture.ts, written, published and opened by the room's own files. */
import type { StateFolder } from "../../src/core/host.ts";
import { PATHS } from "../../src/core/publish/paths.ts";
import { openQueries } from "../../src/core/query/open.ts";
import { buildCatalogIn, type CatalogRoom, SPECS } from "./catalog-fixture.ts";
import { queriesSuite } from "./queries.suite.ts";

/** A fresh state folder, and what reads the databases in it. */
export interface QueriesFixture extends CatalogRoom {
	state: StateFolder;
}

export function queriesInRoom(name: string, lend: () => Promise<QueriesFixture>): void {
	const open = async (parts: "all" | "jsonl") => {
		const { state, databases, sqlite } = await lend();
		const made = `${PATHS.tmp}/made`;
		const utf8 = (text: string) => new TextEncoder().encode(text);
		const built = await buildCatalogIn({ databases, sqlite }, state.locate(`${made}/catalog.sqlite`), SPECS);
		await state.write(PATHS.jsonl, built.jsonl);
		if (parts === "all") {
			await state.rename(`${made}/catalog.sqlite`, PATHS.catalog);
			await state.write(PATHS.manifest, utf8(JSON.stringify(built.manifest)));
		}
		await state.release?.();
		return openQueries({ state, databases, sqlite: async () => sqlite });
	};
	queriesSuite(`a catalog, ${name}`, () => open("all"));
	queriesSuite(`a JSONL, ${name}`, () => open("jsonl"), ["resolution", "namespaces", "languages", "file facts"]);
}
