/** One symbol: what it is, who calls it, what it calls. */
import { useEffect, useRef } from "preact/hooks";
import type { CallRow, CallsAnswer, SymbolRow } from "../../browser/index.ts";
import { count, counted } from "../format.ts";
import { announce } from "../state/announce.ts";
import { goToName } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon, Kind } from "../ui/icon.tsx";
import { Link, toSymbol } from "../ui/link.tsx";
import { usePaged } from "../ui/paged.ts";
import { CallList } from "./call-list.tsx";
import { noCallers } from "./coverage.ts";
import { PRECISIONS } from "./edge-badge.tsx";
import { More } from "./more.tsx";
import { remember } from "./recent.ts";
import { UnresolvedCalls } from "./unresolved-calls.tsx";

const PAGE = 50;

export function SymbolDetails({ session, symbol_id }: { session: Session; symbol_id: string }) {
	const { data, failure } = useAnswer(`${session.name}\n${symbol_id}`, () => session.index.get_symbol({ symbol_id }));
	const symbol = data?.symbol;
	const title = useRef<HTMLHeadingElement>(null);
	const last = useRef<string | undefined>(undefined);
	useEffect(() => {
		if (!symbol) return;
		remember(session.name, symbol);
		// A link of the last symbol's lists is gone with them, and the focus with it: it goes on from here.
		if (last.current !== undefined && document.activeElement === document.body) title.current?.focus();
		last.current = symbol.symbol_id;
	}, [symbol]);
	if (failure) return <FailureNote failure={failure} />;
	if (symbol === undefined)
		return (
			<div class="panel">
				<div class="skeleton" />
			</div>
		);
	if (symbol === null) return <p class="hint">Nothing is indexed.</p>;
	return (
		<section class="panel" aria-labelledby="symbol-title">
			<div class="symbol-head">
				<h2 id="symbol-title" ref={title} tabIndex={-1}>
					<Kind kind={symbol.kind} />
					<code>{symbol.qualified_name}</code>
				</h2>
				{symbol.namespace !== null && <span class="quiet-text mono">{symbol.namespace}</span>}
				{symbol.signature !== null && <pre class="signature">{symbol.signature}</pre>}
				<p class="symbol-facts">
					<span>{symbol.kind}</span>
					<span>{symbol.language}</span>
					<Link to={{ ...toSymbol(symbol), view: "source" }}>
						{symbol.file_path}:{symbol.start_line}
						{symbol.end_line > symbol.start_line && `–${symbol.end_line}`}
					</Link>
					<span title={PRECISIONS[symbol.precision]}>
						{symbol.precision} · {symbol.backend}
					</span>
				</p>
				<div class="row wrap">
					<Link to={{ ...toSymbol(symbol), view: "graph" }} class="button small">
						<Icon name="graph" /> Call graph
					</Link>
					<Link to={{ ...toSymbol(symbol), view: "source" }} class="button small narrow-only">
						<Icon name="code" /> Source
					</Link>
				</div>
				<Namesakes session={session} symbol={symbol} />
			</div>
			<Callers session={session} symbol={symbol} />
			<Callees session={session} symbol={symbol} />
		</section>
	);
}

/** Others of the same name: the choice was the user's, and can be made again. */
function Namesakes({ session, symbol }: { session: Session; symbol: SymbolRow }) {
	const { data } = useAnswer(`${session.name}\n${symbol.name}`, () =>
		session.index.resolve_symbol({ name: symbol.name, limit: 1 }),
	);
	if (!data || data.total < 2) return null;
	return (
		<p class="namesakes">
			<Icon name="info" />
			<span>{counted(data.total, "definition")} bear this name.</span>
			<button type="button" class="button small" onClick={() => goToName(symbol.name)}>
				Choose another
			</button>
		</p>
	);
}

function Callers({ session, symbol }: { session: Session; symbol: SymbolRow }) {
	const paged = usePaged<CallRow, CallsAnswer>(`${session.name}\n${symbol.symbol_id}`, (offset) =>
		session.index.find_callers({ symbol_id: symbol.symbol_id, limit: PAGE, offset }),
	);
	const { rows, last } = paged;
	const unresolved = last?.unresolved_same_name ?? 0;
	useEffect(() => {
		if (last && rows.length <= PAGE) announce(`${symbol.name}: ${counted(last.total, "caller")}`);
	}, [last]);
	return (
		<section aria-labelledby="callers-title" class="calls">
			<h3 id="callers-title">
				<Icon name="incoming" /> Callers
				{last && <span class="badge">{counted(last.total, "call site")}</span>}
			</h3>
			{last?.total === 0 && (
				<p class="hint">
					{noCallers(last.coverage, unresolved, session.index.manifest?.coverage.unsupported_files ?? 0)}
				</p>
			)}
			<CallList session={session} rows={rows} />
			<More paged={paged} />
			{last && <UnresolvedCalls session={session} name={symbol.name} total={unresolved} />}
		</section>
	);
}

function Callees({ session, symbol }: { session: Session; symbol: SymbolRow }) {
	const paged = usePaged<CallRow, CallsAnswer>(`${session.name}\n${symbol.symbol_id}`, (offset) =>
		session.index.find_callees({ symbol_id: symbol.symbol_id, limit: PAGE, offset }),
	);
	const { rows, last } = paged;
	const unresolved = rows.filter(({ edge_kind }) => edge_kind === "unresolved");
	const known = rows.filter(({ edge_kind }) => edge_kind !== "unresolved");
	return (
		<section aria-labelledby="callees-title" class="calls">
			<h3 id="callees-title">
				<Icon name="outgoing" /> Callees
				{last && <span class="badge">{counted(last.total, "call site")}</span>}
			</h3>
			{last?.total === 0 && <p class="hint">No call sites in its body.</p>}
			<CallList session={session} rows={known} />
			{unresolved.length > 0 && (
				<details class="fold" open={known.length === 0}>
					<summary>
						Calls whose target is not known
						<span class="badge">
							{count(unresolved.length)}
							{last?.has_more && "+"}
						</span>
					</summary>
					<CallList session={session} rows={unresolved} />
				</details>
			)}
			<More paged={paged} />
		</section>
	);
}
