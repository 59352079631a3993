/** Every definition that a name may mean, to choose from; and the calls of that name of which nobody knows the target. */
import type { SymbolRow } from "../../browser/index.ts";
import { counted } from "../format.ts";
import type { Session } from "../state/session.ts";
import { Icon } from "../ui/icon.tsx";
import { usePaged } from "../ui/paged.ts";
import { More } from "./more.tsx";
import { SymbolItem } from "./symbol-row.tsx";
import { UnresolvedCalls } from "./unresolved-calls.tsx";

export function Definitions({ session, name }: { session: Session; name: string }) {
	const paged = usePaged<SymbolRow, Awaited<ReturnType<Session["index"]["resolve_symbol"]>>>(
		`${session.name}\n${name}`,
		(offset) => session.index.resolve_symbol({ name, limit: 50, offset }),
	);
	const { rows, last } = paged;
	return (
		<section class="panel" aria-labelledby="definitions-title">
			<h2 id="definitions-title">
				Definitions named <code>{name}</code>
			</h2>
			{last && (
				<p class="note">
					<Icon name="info" />
					<span>{sentence(name, last.total, last.coverage.partition_status === "complete")}</span>
				</p>
			)}
			<ul class="items">
				{rows.map((row) => (
					<SymbolItem key={row.symbol_id} row={row} />
				))}
			</ul>
			<More paged={paged} />
			{last && <UnresolvedCalls key={name} session={session} name={name} unfolded={last.total === 0} />}
		</section>
	);
}

function sentence(name: string, total: number, complete: boolean): string {
	if (total > 1)
		return `${counted(total, "definition")} bear this name. Which one a call means is not known unless its call site is resolved: choose one.`;
	if (total === 1)
		return "One definition bears this name. An unresolved call of it may still mean something outside the index.";
	return complete
		? `Nothing in the index is named “${name}”: it is defined outside, in a library or the language.`
		: `Nothing indexed is named “${name}”. The index is incomplete, so it may be in a file that is not indexed.`;
}
