/** Call sites in a list: who, where, the line itself, and how sure that is. */
import type { CallRow } from "../../browser/index.ts";
import { splitPath } from "../format.ts";
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { Kind } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { EdgeBadge } from "./edge-badge.tsx";

export function CallList({ session, rows }: { session: Session; rows: readonly CallRow[] }) {
	return (
		<ul class="items">
			{rows.map((row, at) => (
				// One symbol may call another twice on a line: only the place in the list tells them apart.
				<Call key={at} session={session} row={row} />
			))}
		</ul>
	);
}

function Call({ session, row }: { session: Session; row: CallRow }) {
	const name = row.qualified_name ?? row.callee_name;
	const { folder, file } = splitPath(row.file_path);
	const symbol =
		row.symbol_id !== null && row.defined_in !== null && row.start_line !== null
			? { symbol: row.symbol_id, name: undefined, file: row.defined_in, line: row.start_line }
			: { symbol: undefined, name: row.callee_name, view: "symbol" as const };
	return (
		<li class="item">
			<Kind kind={row.kind} />
			<div class="item-body">
				<span class="item-top">
					<Link to={symbol} class="item-name">
						{name}
					</Link>
					<EdgeBadge kind={row.edge_kind} precision={row.precision} backend={row.backend} />
				</span>
				<Link
					to={{ file: row.file_path, line: row.line, view: "source" }}
					class="item-site"
					title={`${row.file_path}:${row.line}`}
				>
					<span class="item-place">
						<span class="item-folder">{folder}</span>
						{file}:{row.line}
					</span>
					<SourceLine session={session} file={row.file_path} line={row.line} />
				</Link>
			</div>
		</li>
	);
}

/** Nothing where the text was not kept. */
function SourceLine({ session, file, line }: { session: Session; file: string; line: number }) {
	const { data } = useAnswer(`${session.name}\n${file}`, () => session.text(file));
	const text = data?.[line - 1]?.trim();
	return text ? <code class="item-code">{text.slice(0, 300)}</code> : null;
}
