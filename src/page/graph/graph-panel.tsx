/** The call graph of a symbol: as a drawing, or as an outline that says the same in words. */
import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { counted } from "../format.ts";
import { announce } from "../state/announce.ts";
import { explain, type Failure } from "../state/failure.ts";
import { go, goToSymbol, route } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { graphExport } from "./export-svg.ts";
import { GraphView } from "./graph-view.tsx";
import { layoutOf } from "./layout.ts";
import { Legend } from "./legend.tsx";
import { graph, nodeOf, openSide, startGraph, withUnresolved } from "./model.ts";
import { Outline } from "./outline.tsx";
import { type Visible, type VisibleNode, visibleOf } from "./visible.ts";

export function GraphPanel({ session }: { session: Session }) {
	const { symbol } = route.value;
	const failure = useSignal<Failure | undefined>(undefined);
	const form = useSignal<"drawing" | "outline">("drawing");
	const visible = useComputed<Visible | undefined>(() => graph.value && visibleOf(graph.value, withUnresolved.value));

	// A symbol that is drawn is only chosen; any other begins a new graph.
	useEffect(() => {
		failure.value = undefined;
		if (symbol === undefined) {
			graph.value = undefined;
			return;
		}
		if (visible.peek()?.nodes.has(symbol) && owner === session) return;
		owner = session;
		session.index.get_symbol({ symbol_id: symbol }).then(
			(answer) => {
				if (answer.symbol && route.value.symbol === symbol) void startGraph(session, nodeOf(answer.symbol));
			},
			(error: unknown) => {
				failure.value = explain(error);
			},
		);
	}, [symbol, session]);
	useSignalEffect(() => {
		const now = visible.value;
		if (now) announce(`Graph: ${counted(now.nodes.size, "node")}, ${counted(now.edges.length, "edge")}`);
	});
	useEffect(
		() => () => {
			graphExport.value = undefined;
		},
		[],
	);

	const now = visible.value;
	const layout = useMemo(() => now && graph.value && layoutOf(now, graph.value.root.id), [now]);
	if (failure.value) {
		return (
			<div class="padded">
				<FailureNote failure={failure.value} />
			</div>
		);
	}
	if (symbol === undefined) {
		return (
			<div class="blank">
				<Icon name="graph" />
				<p>Choose a symbol to see who calls it and what it calls.</p>
				<p class="quiet-text">
					Press <kbd>/</kbd> to search.
				</p>
			</div>
		);
	}
	if (graph.value === undefined || now === undefined || layout === undefined)
		return <div class="padded" aria-busy="true" />;
	const act = actions(session);
	return (
		<div class="graph">
			<div class="graph-bar">
				<strong class="graph-title" title={graph.value.root.qualified_name}>
					{graph.value.root.qualified_name}
				</strong>
				<span class="quiet-text">{counted(now.nodes.size, "node")}</span>
				<span class="grow" />
				<label class="check">
					<input
						type="checkbox"
						checked={withUnresolved.value}
						onChange={(event) => {
							withUnresolved.value = event.currentTarget.checked;
						}}
					/>
					Unresolved callees ({now.unresolved})
				</label>
				{symbol !== graph.value.root.id && (
					<button
						type="button"
						class="button small"
						onClick={() => {
							const node = now.nodes.get(symbol);
							if (node) void startGraph(session, node);
						}}
					>
						<Icon name="target" /> Centre on the chosen
					</button>
				)}
				<button
					type="button"
					class="button small"
					aria-pressed={form.value === "outline"}
					onClick={() => {
						form.value = form.value === "outline" ? "drawing" : "outline";
					}}
				>
					<Icon name="list" /> Outline
				</button>
			</div>
			{form.value === "outline" ? (
				<Outline visible={now} chosen={symbol} act={act} />
			) : (
				<>
					<GraphView root={graph.value.root} layout={layout} chosen={symbol} act={act} />
					<Legend edges={now.edges} />
				</>
			)}
		</div>
	);
}

/** Whose symbols the graph shows. */
let owner: Session | undefined;

export interface GraphActions {
	choose(node: VisibleNode): void;
	open(node: VisibleNode): void;
	more(id: string, side: "callers" | "callees"): void;
}

function actions(session: Session): GraphActions {
	return {
		choose(node) {
			if (node.role === "symbol") goToSymbol({ symbol_id: node.id, file_path: node.file, start_line: node.line });
			if (node.role === "ghost") go({ name: node.name, symbol: undefined, view: "symbol" });
			if (node.owner) void openSide(session, node.owner.id, node.owner.side);
		},
		open(node) {
			go({ symbol: node.id, name: undefined, file: node.file, line: node.line, view: "source" });
		},
		more(id, side) {
			void openSide(session, id, side);
		},
	};
}
