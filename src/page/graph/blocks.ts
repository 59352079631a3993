/**
 * Long lists of neighbours: beside one node they would be a column that nobody can take in. Leaves of one side beyond a number
 * are set as a block of several columns, about as wide as high, in the order in which the index names them.
 */
import type { Size } from "./layout.ts";
import type { VisibleEdge } from "./visible.ts";

export interface Block {
	id: string;
	/** The node that all in it are linked to. */
	owner: string;
	/** Whether they call the owner, and so lie left of it. */
	callers: boolean;
	/** Leaf → its edges, in order. */
	leaves: Map<string, VisibleEdge[]>;
	columns: { ids: string[]; width: number }[];
	width: number;
	height: number;
}

/** The most leaves that stand in one plain column. */
const TALL = 14;
/** Pixels: beside a cell for the last part of its line, between columns, so that no line seems to reach the next, between rows, around all. */
export const STUB = 32;
const COLUMN_GAP = 36;
const GAP = 12;
const PAD = 14;
const ROW = 42 + GAP;

export function blocksOf(edges: readonly VisibleEdge[], size: (id: string) => Size): Block[] {
	const others = new Map<string, Set<string>>();
	const meet = (a: string, b: string) => others.set(a, (others.get(a) ?? new Set()).add(b));
	for (const { from, to } of edges) {
		meet(from, to);
		meet(to, from);
	}
	const isLeaf = (id: string, owner: string) => others.get(id)?.size === 1 && (others.get(owner)?.size ?? 0) > 1;
	const found = new Map<string, Block>();
	for (const edge of edges) {
		const callers = isLeaf(edge.from, edge.to);
		if (!callers && !isLeaf(edge.to, edge.from)) continue;
		const [leaf, owner] = callers ? [edge.from, edge.to] : [edge.to, edge.from];
		const id = `block ${callers ? "callers" : "callees"} ${owner}`;
		let block = found.get(id);
		if (block === undefined) {
			block = { id, owner, callers, leaves: new Map(), columns: [], width: 0, height: 0 };
			found.set(id, block);
		}
		block.leaves.set(leaf, [...(block.leaves.get(leaf) ?? []), edge]);
	}
	const long = [...found.values()].filter(({ leaves }) => leaves.size > TALL);
	for (const block of long) {
		const ids = [...block.leaves.keys()];
		// A cell with its gaps is about four times as wide as it is high.
		const rows = Math.max(TALL, Math.ceil(Math.sqrt(ids.length * 4)));
		for (let at = 0; at < ids.length; at += rows) {
			const column = ids.slice(at, at + rows);
			block.columns.push({ ids: column, width: Math.max(...column.map((id) => size(id).width)) });
		}
		block.width = 2 * PAD + block.columns.reduce((sum, { width }) => sum + width + STUB + COLUMN_GAP, -COLUMN_GAP);
		block.height = 2 * PAD + Math.min(rows, ids.length) * ROW - GAP;
	}
	return long;
}

/** The middle of each leaf, from that of the block. The first column is the one next to the owner. */
export function placeLeaves(
	block: Block,
	x: number,
	y: number,
	size: (id: string) => Size,
): Map<string, Size & { x: number; y: number }> {
	const places = new Map<string, Size & { x: number; y: number }>();
	const away = block.callers ? -1 : 1;
	let near = x - away * (block.width / 2 - PAD);
	for (const { ids, width } of block.columns) {
		near += away * STUB;
		ids.forEach((id, at) => {
			const own = size(id);
			places.set(id, {
				...own,
				x: near + (away * own.width) / 2,
				y: y - block.height / 2 + PAD + 21 + at * ROW,
			});
		});
		near += away * (width + COLUMN_GAP);
	}
	return places;
}
