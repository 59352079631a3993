/** The graph in words: each node with its callers and callees, and the same commands as the drawing. */

import { EdgeSample } from "../explore/edge-badge.tsx";
import { counted } from "../format.ts";
import { Kind } from "../ui/icon.tsx";
import type { GraphActions } from "./graph-panel.tsx";
import { closeSide, type OpenSide, type Side } from "./model.ts";
import type { Visible, VisibleNode } from "./visible.ts";

interface OutlineProps {
	visible: Visible;
	chosen: string;
	act: GraphActions;
}

export function Outline({ visible, chosen, act }: OutlineProps) {
	const symbols = [...visible.nodes.values()].filter(({ role }) => role === "symbol");
	return (
		<ul class="graph-outline scroll" aria-label="Nodes of the call graph">
			{symbols.map((node) => (
				<li key={node.id}>
					<div class="row wrap">
						<Kind kind={node.kind} />
						<button
							type="button"
							class="link strong"
							aria-pressed={node.id === chosen}
							onClick={() => act.choose(node)}
						>
							{node.qualified_name}
						</button>
						<span class="quiet-text">
							{node.file}:{node.line}
						</span>
						<button type="button" class="button small" onClick={() => act.open(node)}>
							Source
						</button>
					</div>
					<SideList node={node} side="callers" state={node.callers} visible={visible} act={act} />
					<SideList node={node} side="callees" state={node.callees} visible={visible} act={act} />
				</li>
			))}
		</ul>
	);
}

interface SideListProps {
	node: VisibleNode;
	side: Side;
	state: OpenSide | undefined;
	visible: Visible;
	act: GraphActions;
}

function SideList({ node, side, state, visible, act }: SideListProps) {
	const title = side === "callers" ? "Called by" : "Calls";
	if (!state?.open) {
		return (
			<p>
				<button type="button" class="link" onClick={() => act.more(node.id, side)}>
					Show its {side}
				</button>
			</p>
		);
	}
	const shown = state.neighbours.filter((neighbour) => visible.nodes.has(neighbour.node.id));
	const left = state.neighbours.length - shown.length;
	const more = left > 0 || state.read < state.total;
	return (
		<div class="outline-side">
			<p class="quiet-text">
				{title} {shown.length === 0 ? "nothing that is known" : ""}
				{state.unresolved.size > 0 && ` (and ${counted(state.unresolved.size, "name")} whose target is not known)`}{" "}
				<button
					type="button"
					class="link"
					aria-label={`Hide the ${side} of ${node.name}`}
					onClick={() => closeSide(node.id, side)}
				>
					hide
				</button>
			</p>
			<ul>
				{shown.map((neighbour) => (
					<li key={neighbour.node.id}>
						<button type="button" class="link" onClick={() => act.choose({ ...neighbour.node, role: "symbol" })}>
							{neighbour.node.qualified_name}
						</button>
						{neighbour.kinds.map(({ kind, precision, sites }) => (
							<span key={`${kind} ${precision}`} class={`edge edge-${kind}`}>
								<EdgeSample kind={kind} />
								{kind}, {precision}, {counted(sites, "call site")}
							</span>
						))}
					</li>
				))}
			</ul>
			{more && (
				<button type="button" class="button small" onClick={() => act.more(node.id, side)}>
					{state.read < state.total ? "More…" : `${left} more…`}
				</button>
			)}
		</div>
	);
}
