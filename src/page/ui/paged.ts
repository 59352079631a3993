/** An answer that comes in pages: rows gather as more are asked for. */
import { useEffect, useRef, useState } from "preact/hooks";
import { explain, type Failure } from "../state/failure.ts";

interface Page<Row> {
	results: Row[];
	total: number;
	has_more: boolean;
}

export interface Paged<Row, Answer extends Page<Row>> {
	rows: Row[];
	/** The last page that came. */
	last?: Answer;
	loading: boolean;
	failure?: Failure;
	more(): void;
}

/** @param key says what is asked: a new key begins anew; undefined asks nothing. */
export function usePaged<Row, Answer extends Page<Row>>(
	key: string | undefined,
	fetch: (offset: number) => Promise<Answer>,
): Paged<Row, Answer> {
	const current = useRef(key);
	current.current = key;
	const [state, setState] = useState<{ key?: string; rows: Row[]; last?: Answer; loading: boolean; failure?: Failure }>(
		{
			rows: [],
			loading: key !== undefined,
		},
	);
	const ask = (rows: Row[]) => {
		if (key === undefined) return;
		setState((last) => ({ ...(rows.length > 0 ? last : { rows: [] }), key, loading: true, failure: undefined }));
		fetch(rows.length).then(
			(last) => {
				if (current.current === key) setState({ key, rows: [...rows, ...last.results], last, loading: false });
			},
			(error: unknown) => {
				if (current.current === key) setState({ key, rows, loading: false, failure: explain(error) });
			},
		);
	};
	useEffect(() => ask([]), [key]);
	const stale = state.key !== key;
	return {
		rows: stale ? [] : state.rows,
		last: stale ? undefined : state.last,
		loading: key !== undefined && (stale || state.loading),
		failure: stale ? undefined : state.failure,
		more: () => ask(state.rows),
	};
}
