/** A line of the graph: colour and dashes say its kind, its strength how precise it is. */
import { EDGES } from "../explore/edge-badge.tsx";
import type { Drawn } from "./layout.ts";

/** Pixels. */
export const STRENGTH: Record<string, number> = {
	semantic: 2.8,
	typecheck: 2.3,
	ast: 1.6,
	"symbol-only": 1.2,
	heuristic: 0.9,
};

export function EdgePath({ drawn, near }: { drawn: Drawn; near: boolean }) {
	const { edge, path, middle } = drawn;
	return (
		// biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of lines takes no focus.
		<g class={`wire ${near ? "near" : ""}`} aria-hidden="true">
			<path
				class={`edge-line ${edge.more ? "edge-more" : `edge-${edge.kind}`}`}
				d={path}
				stroke-width={STRENGTH[edge.precision] ?? 1}
				stroke-dasharray={edge.more ? "2 4" : EDGES[edge.kind].dash}
				marker-end={edge.more ? undefined : `url(#arrow-${edge.kind})`}
			/>
			{edge.sites > 1 && (
				<text class="wire-count" x={middle.x} y={middle.y - 4}>
					×{edge.sites}
				</text>
			)}
		</g>
	);
}
