/** Calls of a name whose target is not known. Kept apart: none of them is counted as a caller. */
import { useSignal } from "@preact/signals";
import type { CallRow } from "../../browser/index.ts";
import { count } from "../format.ts";
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { usePaged } from "../ui/paged.ts";
import { CallList } from "./call-list.tsx";
import { More } from "./more.tsx";

type Answer = Awaited<ReturnType<Session["index"]["unresolved_calls"]>>;

interface UnresolvedCallsProps {
	session: Session;
	name: string;
	/** How many there are, when that is known. */
	total?: number;
	unfolded?: boolean;
}

export function UnresolvedCalls({ session, name, total, unfolded = false }: UnresolvedCallsProps) {
	const open = useSignal(unfolded);
	const key = `${session.name}\n${name}`;
	const asked = useAnswer(total === undefined ? key : undefined, () =>
		session.index.unresolved_calls({ name, limit: 1 }),
	);
	const number = total ?? asked.data?.total;
	const paged = usePaged<CallRow, Answer>(open.value ? key : undefined, (offset) =>
		session.index.unresolved_calls({ name, limit: 50, offset }),
	);
	if (number === undefined || number === 0) return null;
	return (
		<details
			class="fold"
			open={unfolded}
			onToggle={(event) => {
				open.value = event.currentTarget.open;
			}}
		>
			<summary>
				Unresolved calls of <code>{name}</code>
				<span class="badge">{count(number)}</span>
			</summary>
			<p class="quiet-text">
				The target of these call sites is not known: they may or may not mean this name, and are not counted as callers.
			</p>
			<CallList session={session} rows={paged.rows} />
			<More paged={paged} />
		</details>
	);
}
