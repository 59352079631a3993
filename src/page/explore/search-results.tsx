/** All matches of a search, to be narrowed by kind and language. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SymbolRow } from "../../browser/index.ts";
import { counted } from "../format.ts";
import { announce } from "../state/announce.ts";
import type { Session } from "../state/session.ts";
import { usePaged } from "../ui/paged.ts";
import { SEARCH_FORM } from "../ui/search-form.ts";
import { matches } from "./matches.ts";
import { More } from "./more.tsx";
import { SymbolItem } from "./symbol-row.tsx";

export function SearchResults({ session, query }: { session: Session; query: string }) {
	const kind = useSignal<SymbolRow["kind"] | "">("");
	const language = useSignal("");
	const languages = Object.keys(session.index.manifest?.provider.backend_versions ?? {}).sort();
	const filter = { kind: kind.value || undefined, language: language.value || undefined };
	const paged = usePaged<SymbolRow, Awaited<ReturnType<typeof matches>>>(
		[session.name, query, kind.value, language.value].join("\n"),
		(offset) => matches(session, { query, ...filter, limit: 50, offset }),
	);
	const { rows, last } = paged;
	const total = last?.total;
	useEffect(() => {
		if (total !== undefined) announce(counted(total, "match", "matches"));
	}, [total]);
	return (
		<section class="panel" aria-labelledby="results-title">
			<h2 id="results-title">Symbols matching “{query}”</h2>
			<form class="row wrap" {...SEARCH_FORM} aria-label="Matches">
				<select
					class="field"
					aria-label="Kind"
					value={kind.value}
					onChange={(event) => {
						kind.value = event.currentTarget.value as SymbolRow["kind"] | "";
					}}
				>
					<option value="">Any kind</option>
					{session.room.SYMBOL_KINDS.map((each) => (
						<option key={each} value={each}>
							{each}
						</option>
					))}
				</select>
				{languages.length > 1 && (
					<select
						class="field"
						aria-label="Language"
						value={language.value}
						onChange={(event) => {
							language.value = event.currentTarget.value;
						}}
					>
						<option value="">Any language</option>
						{languages.map((each) => (
							<option key={each} value={each}>
								{each}
							</option>
						))}
					</select>
				)}
				{total !== undefined && <span class="quiet-text">{counted(total, "match", "matches")}</span>}
			</form>
			{total === 0 && <p class="hint">No symbol matches.</p>}
			<ul class="items">
				{rows.map((row) => (
					<SymbolItem key={row.symbol_id} row={row} query={query} />
				))}
			</ul>
			<More paged={paged} />
		</section>
	);
}
