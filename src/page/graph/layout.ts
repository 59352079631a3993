/** Places for nodes and ways for edges: callers left of what they call. */
import { Graph, layout } from "@dagrejs/dagre";
import { type Block, blocksOf, placeLeaves, STUB } from "./blocks.ts";
import { hasHandle, type Visible, type VisibleEdge, type VisibleNode } from "./visible.ts";

export interface Placed {
	node: VisibleNode;
	/** Of the middle. */
	x: number;
	y: number;
	width: number;
	height: number;
}

export interface Point {
	x: number;
	y: number;
}

export interface Drawn {
	edge: VisibleEdge;
	/** An SVG path. */
	path: string;
	/** Where the number of call sites stands. */
	middle: Point;
}

export interface Size {
	width: number;
	height: number;
}

export interface Layout extends Size {
	nodes: Map<string, Placed>;
	edges: Drawn[];
	/** Grounds of blocks. */
	frames: (Size & Point)[];
}

/** Pixels a character takes in the node's font, and around the text. */
const CHARACTER = 7.3;
const AROUND = 44;
const MOST_CHARACTERS = 30;
/** Radius of the buttons at both sides of a node. */
export const HANDLE = 8.5;

export function shorten(name: string, most = MOST_CHARACTERS): string {
	return name.length <= most ? name : `…${name.slice(1 - most)}`;
}

export function layoutOf({ nodes, edges }: Visible, root: string): Layout {
	const sizes = new Map([...nodes.values()].map((node) => [node.id, sizeOf(node)]));
	const size = (id: string) => sizes.get(id) as Size;
	const blocks = blocksOf(edges, size);
	const inBlock = new Set(blocks.flatMap(({ leaves }) => [...leaves.keys()]));
	const graph = new Graph({ multigraph: true });
	graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 100, edgesep: 10, marginx: 24, marginy: 36 });
	graph.setDefaultEdgeLabel(() => ({}));
	// Dagre stacks what comes last on top.
	for (const { id, width, height } of blocks) graph.setNode(id, { width, height });
	for (const id of [...nodes.keys()].reverse()) if (!inBlock.has(id)) graph.setNode(id, { ...size(id) });
	for (const { id, owner, callers } of blocks) graph.setEdge(callers ? id : owner, callers ? owner : id, {}, id);
	for (const { from, to, id } of [...edges].reverse()) {
		if (from !== to && !inBlock.has(from) && !inBlock.has(to)) graph.setEdge(from, to, {}, id);
	}
	layout(graph);

	const placed = new Map<string, Placed>();
	const put = (id: string, place: Size & Point) => placed.set(id, { node: nodes.get(id) as VisibleNode, ...place });
	for (const id of nodes.keys()) if (!inBlock.has(id)) put(id, graph.node(id) as Size & Point);
	align(placed, root);
	const drawn: Drawn[] = [];
	const frames = blocks.map((block) => {
		const frame = graph.node(block.id) as Size & Point;
		for (const [id, place] of placeLeaves(block, frame.x, frame.y, size)) put(id, place);
		drawn.push(trunk(block, placed.get(block.owner) as Placed, frame), ...stubs(block, placed));
		const { x, y, width, height } = frame;
		return { x: x - width / 2, y: y - height / 2, width, height };
	});
	for (const edge of edges) {
		if (inBlock.has(edge.from) || inBlock.has(edge.to)) continue;
		const from = placed.get(edge.from) as Placed;
		const to = placed.get(edge.to) as Placed;
		if (from === to) {
			drawn.push(loop(edge, from));
			continue;
		}
		const { points } = graph.edge(edge.from, edge.to, edge.id) as { points: Point[] };
		const way = [leaving(from, to), ...points.slice(1, -1), leaving(to, from)];
		drawn.push({ edge, path: smooth(way), middle: way[Math.floor(way.length / 2)] as Point });
	}
	const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
	return { nodes: placed, edges: drawn, frames, width, height };
}

function sizeOf(node: VisibleNode): Size {
	const symbol = node.role === "symbol";
	const characters = Math.max(shorten(node.qualified_name).length, symbol ? shorten(fileOf(node)).length * 0.85 : 0);
	return { width: Math.ceil(characters * CHARACTER) + AROUND, height: symbol ? 42 : 28 };
}

/** One line for a whole block: the kinds stand at its cells. */
function trunk({ id, owner, callers }: Block, from: Placed, frame: Size & Point): Drawn {
	const start = leaving(from, { ...from, x: frame.x });
	const end = { x: frame.x + ((callers ? 1 : -1) * frame.width) / 2, y: frame.y };
	const edge: VisibleEdge = { id, from: owner, to: owner, kind: "direct", precision: "ast", sites: 1, more: true };
	return { edge, path: smooth([start, end]), middle: end };
}

/** The last part of each line, at its cell; several kinds lie below each other. */
function stubs(block: Block, placed: ReadonlyMap<string, Placed>): Drawn[] {
	return [...block.leaves].flatMap(([id, edges]) =>
		edges.map((edge, at): Drawn => {
			const leaf = placed.get(id) as Placed;
			const { x } = leaving(leaf, { ...leaf, x: leaf.x + (block.callers ? 1 : -1) });
			const y = leaf.y + (at - (edges.length - 1) / 2) * 7;
			const end = x + (block.callers ? 1 : -1) * (STUB - HANDLE - 2);
			// Lines run from the caller to the callee.
			const [from, to] = block.callers ? [x, end] : [end, x];
			return { edge, path: `M${round(from)} ${round(y)}H${round(to)}`, middle: { x: (from + to) / 2, y } };
		}),
	);
}

/** Dagre centres a column; names are read more easily from one edge: callers flush right, the rest flush left. */
function align(placed: ReadonlyMap<string, Placed>, root: string): void {
	const centre = placed.get(root)?.x ?? 0;
	const widest = new Map<number, number>();
	for (const { x, width } of placed.values()) widest.set(x, Math.max(widest.get(x) ?? 0, width));
	for (const each of placed.values()) {
		each.x += ((each.x < centre ? 1 : -1) * ((widest.get(each.x) as number) - each.width)) / 2;
	}
}

/** Where an edge meets a node: the middle of the side that faces the other, before its handle. */
function leaving({ node, x, y, width }: Placed, other: Placed): Point {
	const right = other.x > x;
	const beyond = hasHandle(node, right ? "callees" : "callers") ? HANDLE + 1 : 0;
	return { x: x + (right ? 1 : -1) * (width / 2 + beyond), y };
}

export function fileOf({ file, line }: VisibleNode): string {
	return `${file.slice(file.lastIndexOf("/") + 1)}:${line}`;
}

/** A curve that leaves and arrives level, since what it joins lies left and right. */
function smooth(points: readonly Point[]): string {
	const [first] = points;
	if (first === undefined) return "";
	let path = `M${round(first.x)} ${round(first.y)}`;
	for (let at = 1; at < points.length; at++) {
		const a = points[at - 1] as Point;
		const b = points[at] as Point;
		const half = (b.x - a.x) / 2;
		path += `C${round(a.x + half)} ${round(a.y)} ${round(b.x - half)} ${round(b.y)} ${round(b.x)} ${round(b.y)}`;
	}
	return path;
}

/** A function that calls itself. */
function loop(edge: VisibleEdge, { x, y, width, height }: Placed): Drawn {
	const top = y - height / 2;
	const path = `M${round(x + width / 4)} ${round(top)}c8 -26 ${round(-width / 2 - 8)} -26 ${round(-width / 2)} -2`;
	return { edge, path, middle: { x, y: top - 18 } };
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}
