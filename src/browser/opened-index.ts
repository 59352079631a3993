/** An open index on the page's side: each method is a call to the engine's session. */
import type { Opened, Operation } from "./calls.ts";
import type { EngineConnection } from "./connection.ts";
import type { BrowserIndex } from "./types.ts";

/** The record makes the compiler ask for every one. */
const OPERATIONS: Record<Operation, true> = {
	resolve_symbol: true,
	find_callers: true,
	find_callees: true,
	get_function_boundary: true,
	get_coverage: true,
	get_symbol: true,
	unresolved_calls: true,
	list_files: true,
	search_symbols: true,
	list_symbols: true,
	list_calls: true,
};

/** @param engine the one that holds the session: with it the index ends. */
export function openedIndex(engine: EngineConnection, name: string, opened: Opened): BrowserIndex {
	const { session, manifest, source } = opened;
	let dumps = 0;
	let closed = false;
	const ask = (operation: Operation) => (query: unknown) =>
		engine.call((calls) => calls.query(session, operation, query));
	const operations = Object.keys(OPERATIONS).map((operation) => [operation, ask(operation as Operation)]);
	const close = async () => {
		if (closed) return;
		closed = true;
		if (!engine.ended) await engine.call((calls) => calls.closeSession(session));
	};
	return {
		...(Object.fromEntries(operations) as Pick<BrowserIndex, Operation>),
		name,
		manifest,
		source,
		async read_source(query) {
			const text = await engine.call((calls) => calls.readSource(session, query));
			return { file: query.file, text };
		},
		async *dump() {
			const dump = ++dumps;
			try {
				for (;;) {
					const lines = await engine.call((calls) => calls.dump(session, dump));
					if (lines.length === 0) return;
					yield* lines;
				}
			} finally {
				// It is over when the engine or the session is.
				await engine.call((calls) => calls.endDump(session, dump)).catch(() => {});
			}
		},
		close,
		[Symbol.asyncDispose]: close,
	};
}
