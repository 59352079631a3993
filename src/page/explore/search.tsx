/** The search box: symbols as one types, best first. Arrow keys choose, Enter opens; without a choice it lists all matches. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { SymbolRow } from "../../browser/index.ts";
import { counted } from "../format.ts";
import { announce } from "../state/announce.ts";
import { go, goToSymbol, route } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { Icon, Kind } from "../ui/icon.tsx";
import { SEARCH_FORM } from "../ui/search-form.ts";
import { Matched } from "./matched.tsx";
import { matches } from "./matches.ts";
import { readRecent, remember } from "./recent.ts";

const SHOWN = 30;
/** Long enough to skip the letters of a word being typed, too short to be felt as waiting. */
const DEBOUNCE_MS = 90;

export function Search({ session }: { session: Session }) {
	const text = useSignal(route.value.query ?? "");
	const asked = useSignal(text.value.trim());
	const open = useSignal(false);
	const active = useSignal(-1);
	const input = useRef<HTMLInputElement>(null);

	// Back and forward bring their query along.
	const { query } = route.value;
	useEffect(() => {
		if (query !== undefined && document.activeElement !== input.current) {
			text.value = query;
			asked.value = query;
		}
	}, [query]);
	useEffect(() => {
		const timer = setTimeout(() => {
			asked.value = text.value.trim();
		}, DEBOUNCE_MS);
		return () => clearTimeout(timer);
	}, [text.value]);

	const wanted = asked.value;
	const { data, failure, loading } = useAnswer(
		wanted === "" || !open.value ? undefined : `${session.name}\n${wanted}`,
		() => matches(session, { query: wanted, limit: SHOWN }),
		true,
	);
	const recent = wanted === "";
	const rows: SymbolRow[] = recent ? readRecent(session.name) : (data?.results ?? []);
	useEffect(() => {
		if (data && wanted !== "") announce(data.total === 0 ? "No symbols found" : counted(data.total, "symbol"));
	}, [data]);

	const choose = (row: SymbolRow) => {
		remember(session.name, row);
		open.value = false;
		go({ query: wanted || undefined }, true);
		goToSymbol(row, route.value.view === "graph" ? "graph" : "source");
		input.current?.blur();
	};
	const listAll = async () => {
		const now = text.value.trim();
		if (now === "") return;
		open.value = false;
		const answer = await matches(session, { query: now, limit: 2 }).catch(() => undefined);
		const [only] = answer?.results ?? [];
		if (only && answer?.total === 1) choose(only);
		else go({ query: now, symbol: undefined, name: undefined, view: "symbol" });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step !== undefined) {
			event.preventDefault();
			open.value = true;
			// One place more than rows: none chosen.
			const places = rows.length + 1;
			active.value = ((active.value + 1 + step + places) % places) - 1;
			document.getElementById(`option-${active.value}`)?.scrollIntoView({ block: "nearest" });
		} else if (event.key === "Enter" && !event.isComposing) {
			event.preventDefault();
			const row = rows[active.value];
			if (row) choose(row);
			else void listAll();
		} else if (event.key === "Escape") {
			if (open.value) open.value = false;
			else text.value = "";
		}
	};

	const shown = open.value && (wanted !== "" || rows.length > 0);
	return (
		<form class="search" {...SEARCH_FORM}>
			<Icon name="search" />
			<input
				ref={input}
				id="search"
				type="text"
				role="combobox"
				placeholder="Search symbols"
				aria-label="Search symbols"
				aria-keyshortcuts="/"
				aria-expanded={shown}
				aria-controls="search-list"
				aria-autocomplete="list"
				aria-activedescendant={shown && active.value >= 0 ? `option-${active.value}` : undefined}
				autocomplete="off"
				autocapitalize="off"
				spellcheck={false}
				value={text.value}
				onInput={(event) => {
					text.value = event.currentTarget.value;
					open.value = true;
					// What was marked was of another list.
					active.value = -1;
				}}
				onFocus={() => {
					open.value = true;
				}}
				onBlur={() => {
					open.value = false;
				}}
				onKeyDown={onKeyDown}
			/>
			<kbd>/</kbd>
			{shown && (
				// biome-ignore lint/a11y/noStaticElementInteractions: pressing the mouse in the list must not take the focus from the box.
				<div class="search-popover" onMouseDown={(event) => event.preventDefault()}>
					{recent && <p class="search-note">Recent</p>}
					{failure && <p class="search-note bad">{failure.message}</p>}
					{!recent && data?.total === 0 && !loading && (
						<p class="search-note">
							No symbol matches “{wanted}”.{wanted.length < 3 && " One or two letters must begin the name."}
						</p>
					)}
					{!recent && !data && loading && <p class="search-note">Searching…</p>}
					<div id="search-list" role="listbox" aria-label="Symbols" class={loading ? "stale" : ""}>
						{rows.map((row, at) => (
							// biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus.
							<div
								key={row.symbol_id}
								id={`option-${at}`}
								role="option"
								tabIndex={-1}
								aria-selected={at === active.value}
								class="option"
								onClick={() => choose(row)}
							>
								<Kind kind={row.kind} />
								<span class="option-name">
									<Matched text={row.qualified_name} query={wanted} />
								</span>
								<span class="option-lang">{row.language}</span>
								<span class="option-place">
									{row.file_path}:{row.start_line}
								</span>
							</div>
						))}
					</div>
					{!recent && data && data.total > 0 && (
						<button type="button" class="search-all" tabIndex={-1} onClick={() => void listAll()}>
							{data.total > rows.length
								? `List all ${counted(data.total, "match", "matches")}`
								: counted(data.total, "match", "matches")}
							<kbd>Enter</kbd>
						</button>
					)}
				</div>
			)}
		</form>
	);
}
