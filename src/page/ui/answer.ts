/** An answer of the engine inside a component: asked anew when its key changes, the late answer of an old key dropped. */
import { useEffect, useState } from "preact/hooks";
import { explain, type Failure } from "../state/failure.ts";

export interface Answer<T> {
	data?: T;
	failure?: Failure;
	/** True also while `data` is that of the last key. */
	loading: boolean;
}

/**
 * @param key says what is asked: a new key asks again; undefined asks nothing.
 * @param keep shows the last key's data until the new one's is there.
 */
export function useAnswer<T>(key: string | undefined, ask: () => Promise<T>, keep = false): Answer<T> {
	const [state, setState] = useState<Answer<T> & { key?: string }>({ loading: key !== undefined });
	useEffect(() => {
		if (key === undefined) {
			setState({ loading: false });
			return;
		}
		let current = true;
		setState((last) => ({ data: keep ? last.data : undefined, loading: true, key }));
		ask().then(
			(data) => current && setState({ data, loading: false, key }),
			(error: unknown) => current && setState({ failure: explain(error), loading: false, key }),
		);
		return () => {
			current = false;
		};
	}, [key]);
	if (state.key !== key) return { data: keep ? state.data : undefined, loading: key !== undefined };
	return state;
}
