/** What a search finds: parts of names, and else the symbol of a name with its module (`json.dumps`), of which no part matches. */
import type { SymbolRow } from "../../browser/index.ts";
import type { Session } from "../state/session.ts";

interface Wanted {
	query: string;
	kind?: SymbolRow["kind"];
	language?: string;
	limit: number;
	offset?: number;
}

export async function matches({ index }: Session, wanted: Wanted) {
	const found = await index.search_symbols(wanted);
	if (found.total > 0 || wanted.kind !== undefined || /\s/.test(wanted.query)) return found;
	const { query: name, language, limit, offset } = wanted;
	return index.resolve_symbol({ name, language, limit, offset });
}
