/** The right-hand panel: a symbol, the definitions a name may mean, all matches of a search, or the index itself. */
import { route } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { Definitions } from "./definitions.tsx";
import { Overview } from "./overview.tsx";
import { SearchResults } from "./search-results.tsx";
import { SymbolDetails } from "./symbol-details.tsx";

export function SymbolPanel({ session }: { session: Session }) {
	const { symbol, name, query } = route.value;
	if (symbol !== undefined) return <SymbolDetails session={session} symbol_id={symbol} />;
	if (name !== undefined) return <Definitions session={session} name={name} />;
	if (query !== undefined) return <SearchResults session={session} query={query} />;
	return <Overview session={session} />;
}
