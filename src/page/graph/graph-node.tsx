/** A node of the graph: a symbol with a handle on each side, a name without a target, or the rest of a long list. */
import { count, counted } from "../format.ts";
import { fileOf, HANDLE, type Placed, shorten } from "./layout.ts";
import type { OpenSide, Side } from "./model.ts";
import { hasHandle, type VisibleNode } from "./visible.ts";

interface NodeProps {
	placed: Placed;
	root: boolean;
	chosen: boolean;
	focused: boolean;
	onPress(): void;
	onOpen(): void;
	onToggle(side: Side): void;
	onFocus(): void;
}

export function Node({ placed, root, chosen, focused, onPress, onOpen, onToggle, onFocus }: NodeProps) {
	const { node, x, y, width, height } = placed;
	const symbol = node.role === "symbol";
	return (
		// biome-ignore lint/a11y/useSemanticElements: SVG has no button.
		<g
			class={`node node-${node.role} ${root ? "root" : ""} ${chosen ? "chosen" : ""}`}
			transform={`translate(${x - width / 2} ${y - height / 2})`}
			role="button"
			tabIndex={focused ? 0 : -1}
			data-focus={focused ? "" : undefined}
			aria-label={labelOf(node, root)}
			aria-pressed={symbol ? chosen : undefined}
			onClick={onPress}
			onDblClick={onOpen}
			onFocus={onFocus}
		>
			<title>{symbol ? `${node.qualified_name}\n${node.file}:${node.line}` : node.name}</title>
			<rect class="node-box" width={width} height={height} rx={7} />
			{symbol ? (
				<>
					<text class="node-name" x={22} y={18}>
						{shorten(node.qualified_name)}
					</text>
					<text class="node-file" x={22} y={33}>
						{shorten(fileOf(node))}
					</text>
					{hasHandle(node, "callers") && (
						<Handle side="callers" state={node.callers} x={0} y={height / 2} onToggle={onToggle} />
					)}
					{hasHandle(node, "callees") && (
						<Handle side="callees" state={node.callees} x={width} y={height / 2} onToggle={onToggle} />
					)}
				</>
			) : (
				<text class="node-name" x={width / 2} y={18} text-anchor="middle">
					{shorten(node.name)}
				</text>
			)}
		</g>
	);
}

interface HandleProps {
	side: Side;
	state: OpenSide | undefined;
	x: number;
	y: number;
	onToggle(side: Side): void;
}

/** For the mouse; with keys it is Enter, or Shift with an arrow. */
function Handle({ side, state, x, y, onToggle }: HandleProps) {
	const sign = state?.loading ? "…" : state?.failure ? "!" : state?.open ? "−" : "+";
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; the keys are the drawing's.
		<g
			class="handle"
			transform={`translate(${x} ${y})`}
			onClick={(event) => {
				event.stopPropagation();
				onToggle(side);
			}}
			onDblClick={(event) => event.stopPropagation()}
		>
			<title>{state?.failure?.message ?? `${state?.open ? "Hide" : "Show"} ${side}`}</title>
			<circle r={HANDLE} />
			<text y={4} text-anchor="middle">
				{sign}
			</text>
		</g>
	);
}

function labelOf(node: VisibleNode, root: boolean): string {
	if (node.role === "more") return `${node.name} ${node.owner?.side}: show more`;
	if (node.role === "ghost") return `${node.name}: unresolved call, the target is not known`;
	const side = (name: Side) => {
		const state = node[name];
		if (state === undefined) return `${name} not loaded`;
		return `${state.read < state.total ? "at least " : ""}${counted(state.neighbours.length, name.slice(0, -1))}${state.open ? "" : ", folded"}`;
	};
	const unresolved = node.callees?.unresolved.size ?? 0;
	const parts = [
		node.qualified_name,
		node.kind ?? "symbol",
		`${node.file} line ${count(node.line)}`,
		side("callers"),
		side("callees"),
	];
	if (unresolved > 0) parts.push(counted(unresolved, "unresolved name"));
	if (root) parts.push("centre of the graph");
	return parts.join(", ");
}
