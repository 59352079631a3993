/** What of the graph is to be drawn: the nodes that open sides reach, the edges between them, and where there is more. */
import type { CallRow } from "../../browser/index.ts";
import { type Graph, type GraphNode, type OpenSide, type Side, sideKey } from "./model.ts";

export interface VisibleNode extends GraphNode {
	/** `more` stands for neighbours that are not drawn, `ghost` for a callee of which only the name is known. */
	role: "symbol" | "more" | "ghost";
	callers?: OpenSide;
	callees?: OpenSide;
	/** Of `more`: whose neighbours, on which side. */
	owner?: { id: string; side: Side };
}

export interface VisibleEdge {
	id: string;
	from: string;
	to: string;
	kind: CallRow["edge_kind"];
	precision: CallRow["precision"];
	sites: number;
	/** Leads to a `more` node. */
	more: boolean;
}

export interface Visible {
	nodes: Map<string, VisibleNode>;
	edges: VisibleEdge[];
	/** Distinct names of unresolved callees beside the drawn nodes, drawn or not. */
	unresolved: number;
}

const SIDES: readonly Side[] = ["callers", "callees"];

export function visibleOf({ root, sides }: Graph, ghosts: boolean): Visible {
	const nodes = new Map<string, VisibleNode>();
	const edges = new Map<string, VisibleEdge>();
	let unresolved = 0;
	const queue: GraphNode[] = [root];
	for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
		if (nodes.has(node.id)) continue;
		const callers = sides.get(sideKey(node.id, "callers"));
		const callees = sides.get(sideKey(node.id, "callees"));
		nodes.set(node.id, { ...node, role: "symbol", callers, callees });
		for (const side of [callers, callees]) {
			if (side?.open) queue.push(...side.neighbours.slice(0, side.shown).map((neighbour) => neighbour.node));
		}
	}
	const add = (edge: Omit<VisibleEdge, "id">) => {
		const id = [edge.from, edge.to, edge.kind, edge.precision].join("\n");
		edges.set(id, { ...edge, id });
	};
	for (const owner of [...nodes.values()]) {
		for (const side of SIDES) {
			const opened = owner[side];
			if (!opened?.open) continue;
			const ends = (other: string) =>
				side === "callers" ? { from: other, to: owner.id } : { from: owner.id, to: other };
			// Also to neighbours that are drawn for another node's sake.
			for (const { node, kinds } of opened.neighbours) {
				if (!nodes.has(node.id)) continue;
				for (const { kind, precision, sites } of kinds) add({ ...ends(node.id), kind, precision, sites, more: false });
			}
			const hidden = opened.neighbours.filter(({ node }) => !nodes.has(node.id)).length;
			if (hidden > 0 || opened.read < opened.total) {
				const id = `more ${sideKey(owner.id, side)}`;
				const name = opened.read < opened.total ? (hidden > 0 ? `${hidden}+ more…` : "more…") : `${hidden} more…`;
				const node = { id, name, qualified_name: name, kind: null, file: owner.file, line: owner.line };
				nodes.set(id, { ...node, role: "more", owner: { id: owner.id, side } });
				add({ ...ends(id), kind: "direct", precision: "ast", sites: 1, more: true });
			}
			unresolved += opened.unresolved.size;
			if (!ghosts) continue;
			for (const [name, sites] of opened.unresolved) {
				const id = `ghost ${owner.id} ${name}`;
				nodes.set(id, {
					id,
					name,
					qualified_name: name,
					kind: null,
					file: owner.file,
					line: owner.line,
					role: "ghost",
				});
				add({ from: owner.id, to: id, kind: "unresolved", precision: "ast", sites, more: false });
			}
		}
	}
	return { nodes, edges: [...edges.values()], unresolved };
}

/** Nothing to open where a side is known to be empty. */
export function hasHandle(node: VisibleNode, side: Side): boolean {
	const state = node[side];
	return (
		node.role === "symbol" && (!state || state.loading || state.failure !== undefined || state.neighbours.length > 0)
	);
}
