/** No index: every answer is empty and says so. */
import type { Coverage } from "../types.ts";
import type { Source } from "./source.ts";

export const EMPTY_COVERAGE: Coverage = {
	total_files: 0,
	indexed_files: 0,
	failed: 0,
	deferred: 0,
	partition_status: "empty",
	backends_used: [],
	snapshot_id: "unknown",
	stale: false,
};

export const emptySource: Source = {
	coverage: () => ({ ...EMPTY_COVERAGE, backends_used: [] }),
	file: () => undefined,
	knowsLanguage: () => true,
	resolve: () => ({ rows: [], total: 0 }),
	symbol: () => undefined,
	callers: () => ({ rows: [], total: 0, unresolved_same_name: 0 }),
	callees: () => ({ rows: [], total: 0 }),
	unresolved: () => ({ rows: [], total: 0 }),
	files: () => ({ rows: [], total: 0 }),
	search: () => ({ rows: [], total: 0 }),
	symbols: () => ({ rows: [], total: 0 }),
	calls: () => ({ rows: [], total: 0 }),
	boundary: () => undefined,
	dump: () => [],
	close: () => {},
};
