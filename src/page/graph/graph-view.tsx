/** The drawing: zoom, pan, and the keys that walk from node to node. */
import { useSignal } from "@preact/signals";
import { select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { useEffect, useRef } from "preact/hooks";
import { EDGES, type EdgeKind } from "../explore/edge-badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { EdgePath } from "./edge-path.tsx";
import { exportSvg, graphExport } from "./export-svg.ts";
import { Node } from "./graph-node.tsx";
import type { GraphActions } from "./graph-panel.tsx";
import type { Layout } from "./layout.ts";
import { closeSide, type GraphNode, type Side } from "./model.ts";
import { isArrow, neighbourOf } from "./navigate.ts";
import type { VisibleNode } from "./visible.ts";

interface GraphViewProps {
	root: GraphNode;
	layout: Layout;
	chosen: string;
	act: GraphActions;
}

const KINDS = Object.keys(EDGES) as EdgeKind[];
const LEAST_ZOOM = 0.08;
const MOST_ZOOM = 2.5;
/** Fitting never enlarges beyond this: few nodes stay at reading size. */
const FIT_ZOOM = 1;
/** Nor shrinks below this unasked. */
const READABLE = 0.55;
/** Pixels at the right edge that the zoom buttons take. */
const BUTTONS = 52;

export function GraphView({ root, layout, chosen, act }: GraphViewProps) {
	const svg = useRef<SVGSVGElement>(null);
	const behaviour = useRef<ZoomBehavior<SVGSVGElement, unknown> | undefined>(undefined);
	const transform = useSignal("");
	const focus = useSignal(root.id);
	/** Where the last opened node stood: it stays there when the rest makes room. */
	const anchor = useRef<{ id: string; x: number; y: number } | undefined>(undefined);

	/** Nobody has moved the drawing since it was fitted. */
	const untouched = useRef(true);

	useEffect(() => {
		const element = svg.current as SVGSVGElement;
		const made = zoom<SVGSVGElement, unknown>()
			.scaleExtent([LEAST_ZOOM, MOST_ZOOM])
			.on("zoom", (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
				transform.value = event.transform.toString();
				// Only what the user does by hand has an event behind it.
				if (event.sourceEvent) untouched.current = false;
			});
		behaviour.current = made;
		select(element).call(made).on("dblclick.zoom", null);
		return () => {
			select(element).on(".zoom", null);
		};
	}, []);

	const moveTo = (x: number, y: number, k: number) => {
		const element = svg.current;
		if (element && behaviour.current)
			select(element).call(behaviour.current.transform, zoomIdentity.translate(x, y).scale(k));
	};
	/** All of it, or as much around the centre as stays readable. */
	const fitAll = (least = LEAST_ZOOM) => {
		const box = svg.current?.getBoundingClientRect();
		if (!box || box.width === 0) return;
		untouched.current = true;
		const room = { width: box.width - BUTTONS, height: box.height };
		const k = Math.max(least, Math.min(FIT_ZOOM, room.width / layout.width, room.height / layout.height));
		const centre = layout.nodes.get(root.id);
		const place = (space: number, size: number, at: number) =>
			size * k <= space ? (space - size * k) / 2 : Math.min(0, Math.max(space - size * k, space / 2 - at * k));
		moveTo(place(room.width, layout.width, centre?.x ?? 0), place(room.height, layout.height, centre?.y ?? 0), k);
	};
	const scale = (by: number) => {
		if (svg.current && behaviour.current) select(svg.current).call(behaviour.current.scaleBy, by);
	};
	/** Moves the drawing as little as is needed to have the node in view. */
	const reveal = (id: string) => {
		const box = svg.current?.getBoundingClientRect();
		const placed = layout.nodes.get(id);
		if (!box || !placed || !svg.current) return;
		const { x, y, k } = zoomTransform(svg.current);
		const into = (at: number, half: number, size: number) =>
			at - half < 12 ? 12 - (at - half) : at + half > size - 12 ? size - 12 - (at + half) : 0;
		const dx = into(placed.x * k + x, (placed.width / 2) * k, box.width);
		const dy = into(placed.y * k + y, (placed.height / 2) * k, box.height);
		if (dx !== 0 || dy !== 0) moveTo(x + dx, y + dy, k);
	};

	const fitted = useRef<string | undefined>(undefined);
	useEffect(() => {
		const held = anchor.current;
		const now = held && layout.nodes.get(held.id);
		if (held && now && svg.current) {
			const { x, y, k } = zoomTransform(svg.current);
			moveTo(x + (held.x - now.x) * k, y + (held.y - now.y) * k, k);
			anchor.current = { id: held.id, x: now.x, y: now.y };
		}
		if (fitted.current !== root.id) {
			fitted.current = root.id;
			anchor.current = undefined;
			focus.value = root.id;
			fitAll(READABLE);
		} else if (!held) fitAll(READABLE);
		if (!layout.nodes.has(focus.value)) focus.value = held && layout.nodes.has(held.id) ? held.id : root.id;
	}, [layout]);
	const fitNow = useRef(fitAll);
	fitNow.current = fitAll;
	useEffect(() => {
		const observer = new ResizeObserver(() => untouched.current && fitNow.current(READABLE));
		observer.observe(svg.current as SVGSVGElement);
		return () => observer.disconnect();
	}, []);
	useEffect(() => {
		if (layout.nodes.has(chosen)) focus.value = chosen;
	}, [chosen]);
	useEffect(() => {
		graphExport.value = () => ({
			svg: exportSvg(svg.current as SVGSVGElement, layout.width, layout.height),
			name: `calls-of-${root.name}`,
		});
	}, [layout]);

	const hold = (id: string) => {
		const placed = layout.nodes.get(id);
		if (placed) anchor.current = { id, x: placed.x, y: placed.y };
		untouched.current = false;
	};
	const toggle = (node: VisibleNode, side: Side) => {
		hold(node.id);
		if (node[side]?.open) closeSide(node.id, side);
		else act.more(node.id, side);
	};
	const press = (node: VisibleNode) => {
		if (node.owner) hold(node.owner.id);
		focus.value = node.id;
		act.choose(node);
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const node = layout.nodes.get(focus.value)?.node;
		if (node === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		const { key } = event;
		if (isArrow(key)) {
			const side = { ArrowLeft: "callers", ArrowRight: "callees" }[key as string] as Side | undefined;
			if (event.shiftKey && side && node.role === "symbol") toggle(node, side);
			else focusOn(neighbourOf(layout, node.id, key));
		} else if (key === "Home") focusOn(root.id);
		else if (key === "Enter") {
			if (node.role !== "symbol") press(node);
			else {
				const open = node.callers?.open && node.callees?.open;
				for (const side of ["callers", "callees"] as const) if (!node[side]?.open === !open) toggle(node, side);
			}
		} else if (key === " ") press(node);
		else if (key === "o" && node.role === "symbol") act.open(node);
		else if (key === "+" || key === "=") scale(1.25);
		else if (key === "-") scale(0.8);
		else if (key === "0") fitAll();
		else return;
		event.preventDefault();
	};
	const focusOn = (id: string | undefined) => {
		if (id === undefined) return;
		focus.value = id;
		reveal(id);
		requestAnimationFrame(() => svg.current?.querySelector<SVGElement>("[data-focus]")?.focus({ preventScroll: true }));
	};

	const many = layout.nodes.size > 24;
	return (
		<div class="graph-stage">
			<svg
				ref={svg}
				class={`graph-svg ${many ? "many" : ""}`}
				role="application"
				aria-roledescription="call graph"
				aria-label={`Call graph of ${root.qualified_name}: callers on the left, callees on the right. Arrow keys move between nodes, Enter opens and closes, Space chooses, O opens the source.`}
				onKeyDown={onKeyDown}
			>
				<defs>
					{KINDS.map((kind) => (
						<marker
							key={kind}
							id={`arrow-${kind}`}
							viewBox="0 0 8 8"
							refX="7"
							refY="4"
							markerWidth="8"
							markerHeight="8"
							markerUnits="userSpaceOnUse"
							orient="auto"
						>
							<path class={`arrow edge-${kind}`} d="M0 .8 7.500 4 0 7.200z" />
						</marker>
					))}
				</defs>
				<g class="zoomed" transform={transform.value}>
					{layout.frames.map((frame) => (
						<rect key={`${frame.x} ${frame.y}`} class="frame" rx={10} {...frame} />
					))}
					{layout.edges.map((drawn) => (
						<EdgePath
							key={drawn.edge.id}
							drawn={drawn}
							near={drawn.edge.from === focus.value || drawn.edge.to === focus.value}
						/>
					))}
					{[...layout.nodes.values()].map((placed) => (
						<Node
							key={placed.node.id}
							placed={placed}
							root={placed.node.id === root.id}
							chosen={placed.node.id === chosen}
							focused={placed.node.id === focus.value}
							onPress={() => press(placed.node)}
							onOpen={() => placed.node.role === "symbol" && act.open(placed.node)}
							onToggle={(side) => toggle(placed.node, side)}
							onFocus={() => {
								focus.value = placed.node.id;
							}}
						/>
					))}
				</g>
			</svg>
			<div class="zoom-buttons" role="toolbar" aria-label="Zoom">
				<button
					type="button"
					class="button icon-only"
					aria-label="Zoom in"
					title="Zoom in (+)"
					onClick={() => scale(1.25)}
				>
					<Icon name="plus" />
				</button>
				<button
					type="button"
					class="button icon-only"
					aria-label="Zoom out"
					title="Zoom out (-)"
					onClick={() => scale(0.8)}
				>
					<Icon name="minus" />
				</button>
				<button
					type="button"
					class="button icon-only"
					aria-label="Fit the graph"
					title="Fit (0)"
					onClick={() => fitAll()}
				>
					<Icon name="fit" />
				</button>
			</div>
		</div>
	);
}
