/** The kind of an edge, as the graph draws it, and its precision in words. */
import type { CallRow } from "../../browser/index.ts";

export type EdgeKind = CallRow["edge_kind"];

export const EDGES: Record<EdgeKind, { dash: string; told: string }> = {
	direct: { dash: "", told: "the target is known from the text" },
	virtual: { dash: "8 3", told: "a method; an override may run instead" },
	indirect: { dash: "4 3", told: "through a variable or table that is known to hold it" },
	macro: { dash: "8 3 2 3", told: "a macro, or called by its expansion" },
	unresolved: { dash: "1.5 3.5", told: "the target is not known" },
};

export const PRECISIONS: Record<string, string> = {
	semantic: "from a compiler's own index",
	typecheck: "from a type checker",
	ast: "from syntax and imports, no types",
	"symbol-only": "definitions by tags, calls by text",
	heuristic: "from patterns in the text",
};

export function EdgeBadge({ kind, precision, backend }: { kind: EdgeKind; precision: string; backend: string }) {
	const told = `${kind}: ${EDGES[kind].told}. Precision ${precision}: ${PRECISIONS[precision] ?? precision} (${backend}).`;
	return (
		<span class={`edge edge-${kind}`} title={told}>
			<EdgeSample kind={kind} />
			{kind}
			<span class="precision">{precision}</span>
		</span>
	);
}

export function EdgeSample({ kind }: { kind: EdgeKind }) {
	return (
		<svg class="edge-sample" width="22" height="8" viewBox="0 0 22 8" aria-hidden="true">
			<path class={`edge-line edge-${kind}`} d="M0 4H22" stroke-dasharray={EDGES[kind].dash} />
		</svg>
	);
}
