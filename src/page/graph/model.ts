/**
 * The part of the call graph that is asked for: neighbours are fetched when a node is opened to their side, and what is seen
 * is whatever can be reached from the root through open sides.
 */
import { signal } from "@preact/signals";
import type { CallRow, SymbolRow } from "../../browser/index.ts";
import { explain, type Failure } from "../state/failure.ts";
import type { Session } from "../state/session.ts";

export type Side = "callers" | "callees";

export interface GraphNode {
	id: string;
	name: string;
	qualified_name: string;
	kind: string | null;
	file: string;
	line: number;
}

/** A symbol on one side of another, with all call sites between them that were read. */
export interface Neighbour {
	node: GraphNode;
	/** Edge kinds are never merged: one entry each, with its number of call sites. */
	kinds: { kind: CallRow["edge_kind"]; precision: CallRow["precision"]; sites: number }[];
}

export interface OpenSide {
	neighbours: Neighbour[];
	/** How many of them are drawn. */
	shown: number;
	/** Call sites read and in all. */
	read: number;
	total: number;
	/** Of callees: names of which no target is known, with their number of call sites. */
	unresolved: Map<string, number>;
	open: boolean;
	loading: boolean;
	failure?: Failure;
}

export interface Graph {
	root: GraphNode;
	/** By `sideKey`. */
	sides: ReadonlyMap<string, OpenSide>;
}

/** Drawn at once beside a node: as many as stay readable in one column. */
const STEP = 10;
/** Call sites read at once. */
const FETCH = 200;

export const graph = signal<Graph | undefined>(undefined);
/** Whether callees without a known target are drawn. */
export const withUnresolved = signal(false);

export function sideKey(id: string, side: Side): string {
	return `${side} ${id}`;
}

export function nodeOf(symbol: SymbolRow): GraphNode {
	const { symbol_id, name, qualified_name, kind, file_path, start_line } = symbol;
	return { id: symbol_id, name, qualified_name, kind, file: file_path, line: start_line };
}

/** Begins anew around a symbol, with both sides open. */
export async function startGraph(session: Session, root: GraphNode): Promise<void> {
	graph.value = { root, sides: new Map() };
	await Promise.all([openSide(session, root.id, "callers"), openSide(session, root.id, "callees")]);
}

/** Opens a side, or draws more of one that is open. */
export async function openSide(session: Session, id: string, side: Side): Promise<void> {
	const started = graph.value?.root;
	const last = graph.value?.sides.get(sideKey(id, side));
	if (last?.loading) return;
	if (last !== undefined && !last.open) return change(id, side, { open: true });
	const shown = (last?.shown ?? 0) + STEP;
	const known = last?.neighbours.length ?? 0;
	if (last !== undefined && !last.failure && (shown <= known || last.read >= last.total)) {
		return change(id, side, { shown: Math.min(shown, known) });
	}
	const fresh = { neighbours: [], shown: 0, read: 0, total: 0, unresolved: new Map(), open: true };
	change(id, side, { ...(last ?? fresh), loading: true, failure: undefined });
	try {
		const query = { symbol_id: id, limit: FETCH, offset: last?.read ?? 0 };
		const answer = await (side === "callers" ? session.index.find_callers(query) : session.index.find_callees(query));
		if (graph.value?.root !== started) return;
		const neighbours = gather(last?.neighbours ?? [], answer.results);
		const unresolved = new Map(last?.unresolved);
		for (const { symbol_id, callee_name } of answer.results) {
			if (symbol_id === null) unresolved.set(callee_name, (unresolved.get(callee_name) ?? 0) + 1);
		}
		change(id, side, {
			neighbours,
			unresolved,
			shown: Math.min(shown, neighbours.length),
			read: (last?.read ?? 0) + answer.results.length,
			total: answer.total,
			loading: false,
		});
	} catch (error) {
		if (graph.value?.root === started) change(id, side, { loading: false, failure: explain(error) });
	}
}

export function closeSide(id: string, side: Side): void {
	if (graph.value?.sides.has(sideKey(id, side))) change(id, side, { open: false });
}

function change(id: string, side: Side, part: Partial<OpenSide>): void {
	const last = graph.value;
	if (last === undefined) return;
	const key = sideKey(id, side);
	const sides = new Map(last.sides);
	sides.set(key, { ...(sides.get(key) as OpenSide), ...part });
	graph.value = { ...last, sides };
}

/** In the order in which the index names them first: best precision first. */
function gather(known: readonly Neighbour[], rows: readonly CallRow[]): Neighbour[] {
	const out = new Map(known.map(({ node, kinds }) => [node.id, { node, kinds: kinds.map((each) => ({ ...each })) }]));
	for (const row of rows) {
		const { symbol_id, defined_in, start_line, qualified_name, name, kind, edge_kind, precision } = row;
		if (symbol_id === null) continue;
		let at = out.get(symbol_id);
		if (at === undefined) {
			const node = {
				id: symbol_id,
				name,
				qualified_name: qualified_name ?? name,
				kind,
				file: defined_in ?? "",
				line: start_line ?? 1,
			};
			at = { node, kinds: [] };
			out.set(symbol_id, at);
		}
		const same = at.kinds.find((each) => each.kind === edge_kind && each.precision === precision);
		if (same) same.sites++;
		else at.kinds.push({ kind: edge_kind, precision, sites: 1 });
	}
	return [...out.values()];
}
