/** What colours, dashes and strengths of lines mean; only what is drawn. */
import { EDGES, type EdgeKind, EdgeSample, PRECISIONS } from "../explore/edge-badge.tsx";
import { STRENGTH } from "./edge-path.tsx";
import type { VisibleEdge } from "./visible.ts";

export function Legend({ edges }: { edges: readonly VisibleEdge[] }) {
	const drawn = edges.filter(({ more }) => !more);
	const kinds = (Object.keys(EDGES) as EdgeKind[]).filter((kind) => drawn.some((edge) => edge.kind === kind));
	const precisions = Object.keys(PRECISIONS).filter((precision) => drawn.some((edge) => edge.precision === precision));
	if (kinds.length === 0) return null;
	return (
		<dl class="legend">
			{kinds.map((kind) => (
				<div key={kind}>
					<dt class={`edge edge-${kind}`}>
						<EdgeSample kind={kind} />
						{kind}
					</dt>
					<dd>{EDGES[kind].told}</dd>
				</div>
			))}
			{precisions.map((precision) => (
				<div key={precision}>
					<dt>
						<svg class="edge-sample" width="22" height="8" viewBox="0 0 22 8" aria-hidden="true">
							<path class="edge-line edge-more" d="M0 4H22" stroke-width={STRENGTH[precision]} />
						</svg>
						{precision}
					</dt>
					<dd>{PRECISIONS[precision]}</dd>
				</div>
			))}
		</dl>
	);
}
