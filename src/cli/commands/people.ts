/** What the verbs for people share. */
import { StructuralIndexError, show } from "../../core/errors.ts";
import type { StructuralIndex } from "../../core/types.ts";
import type { Library } from "../terminal.ts";

/**
 * Opens the index. The five operations answer emptily where there is none; a person is told so.
 * @throws StructuralIndexError `index-missing`.
 */
export async function openForPeople(library: Library, state_root: string | undefined): Promise<StructuralIndex> {
	const index = await library.openIndex({ state_root });
	if (index.manifest !== null || index.source !== "empty") return index;
	await index.close();
	const place = show(`${state_root ?? "."}/workspace`);
	throw new StructuralIndexError("index-missing", `no index in ${place}: run "mantis-structural-index build" first`);
}
