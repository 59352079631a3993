/** What the verbs share. */
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

/** Runs a query; a language that nobody knows is answered with those that the index has. */
export async function namingLanguages<T>(index: StructuralIndex, query: () => Promise<T>): Promise<T> {
	try {
		return await query();
	} catch (error) {
		if (!(error instanceof StructuralIndexError) || error.code !== "language-unknown" || !index.manifest) throw error;
		const known = Object.keys(index.manifest.provider.backend_versions).sort().join(", ");
		throw new StructuralIndexError(error.code, `${error.message}; indexed here: ${known || "none"}`, { cause: error });
	}
}
