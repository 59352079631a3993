/** The end of a list that may go on: what comes next, that it is coming, or why it does not. */
import { count } from "../format.ts";
import { FailureNote } from "../ui/failure.tsx";
import type { Paged } from "../ui/paged.ts";

// biome-ignore lint/suspicious/noExplicitAny: whatever the rows are, their number is all that matters here.
export function More({ paged }: { paged: Paged<any, any> }) {
	const { rows, last, loading, failure, more } = paged;
	if (failure) return <FailureNote failure={failure} />;
	if (loading && rows.length === 0) return <div class="skeleton" role="presentation" />;
	if (!last?.has_more) return null;
	return (
		<button type="button" class="button small more" disabled={loading} onClick={more}>
			{loading ? "Loading…" : `Show more (${count(last.total - rows.length)} left)`}
		</button>
	);
}
