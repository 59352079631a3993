/** The symbols opened last, for the empty search box. They last as long as the tab. */
import type { SymbolRow } from "../../browser/index.ts";

const MOST = 8;
const recent = new Map<string, SymbolRow[]>();

export function readRecent(index: string): SymbolRow[] {
	return recent.get(index) ?? [];
}

export function remember(index: string, row: SymbolRow): void {
	const others = readRecent(index).filter(({ symbol_id }) => symbol_id !== row.symbol_id);
	recent.set(index, [row, ...others].slice(0, MOST));
}
