/** Functions and calls in the editor: bars in the margin, the current function's ground, the end's name, underlined calls. */
import {
	type EditorState,
	type Extension,
	RangeSet,
	RangeSetBuilder,
	StateEffect,
	StateField,
} from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter, WidgetType } from "@codemirror/view";
import type { SymbolRow } from "../../browser/index.ts";
import { type CallMark, type FunctionRange, targetOf } from "./marks.ts";

export interface Marks {
	functions: readonly FunctionRange[];
	calls: readonly CallMark[];
}

export const setMarks = StateEffect.define<Marks>();

interface Placed extends Marks {
	/** Offset of each call that has a place, in order. */
	at: { from: number; to: number; call: CallMark }[];
	decorations: DecorationSet;
	bars: RangeSet<GutterMarker>;
	/** Innermost function of each line that one holds. */
	owner: Map<number, FunctionRange>;
}

const EMPTY: Placed = {
	functions: [],
	calls: [],
	at: [],
	decorations: Decoration.none,
	bars: RangeSet.empty,
	owner: new Map(),
};

const placed = StateField.define<Placed>({
	create: () => EMPTY,
	update(value, transaction) {
		for (const effect of transaction.effects) if (effect.is(setMarks)) return place(transaction.state, effect.value);
		return value;
	},
	provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

/** The ground of the function that the cursor is in. */
const current = EditorView.decorations.compute(["selection", placed], (state) => {
	const line = state.doc.lineAt(state.selection.main.head).number;
	const owner = state.field(placed).owner.get(line);
	if (owner === undefined) return Decoration.none;
	const builder = new RangeSetBuilder<Decoration>();
	const last = Math.min(owner.symbol.end_line, state.doc.lines);
	for (let at = owner.symbol.start_line; at <= last; at++) {
		const { from } = state.doc.line(at);
		builder.add(from, from, LINE);
	}
	return builder.finish();
});
const LINE = Decoration.line({ class: "in-function" });

/** A named end is worth its ink where the beginning is likely out of sight. */
const LONG = 16;

function place(state: EditorState, { functions, calls }: Marks): Placed {
	const { doc } = state;
	const owner = new Map<number, FunctionRange>();
	for (const range of functions) {
		for (let line = range.symbol.start_line; line <= range.symbol.end_line; line++) owner.set(line, range);
	}
	const decorations = calls
		.filter(({ line, from, to }) => line <= doc.lines && to > from)
		.map((call) => {
			const start = doc.line(call.line).from;
			return { from: start + call.from, to: start + call.to, call };
		});
	const ranges = decorations.map(({ from, to, call }) => callDecoration(call).range(from, to));
	for (const { symbol } of functions) {
		if (symbol.end_line > doc.lines || symbol.end_line - symbol.start_line < LONG) continue;
		const end = doc.line(symbol.end_line).to;
		ranges.push(Decoration.widget({ widget: new EndName(symbol.name), side: 1 }).range(end));
	}
	const bars = new RangeSetBuilder<GutterMarker>();
	for (const line of [...owner.keys()].sort((a, b) => a - b)) {
		if (line > doc.lines) break;
		const { from } = doc.line(line);
		bars.add(from, from, new Bar(owner.get(line) as FunctionRange, line));
	}
	return { functions, calls, at: decorations, decorations: Decoration.set(ranges, true), bars: bars.finish(), owner };
}

function callDecoration({ rows }: CallMark): Decoration {
	const kinds = new Set(rows.map(({ edge_kind }) => edge_kind));
	const [kind] = kinds;
	const target = targetOf(rows);
	const [first] = rows;
	const title =
		target && first
			? `${kind} call of ${first.qualified_name ?? first.callee_name} (${target.file_path}:${target.start_line})`
			: kind === "unresolved"
				? `unresolved call of ${first?.callee_name}: the target is not known`
				: `calls of ${first?.callee_name}: ${rows.length} targets`;
	return Decoration.mark({ class: `call call-${kinds.size === 1 ? kind : "several"}`, attributes: { title } });
}

export function callAt(state: EditorState, position: number): CallMark | undefined {
	return state.field(placed).at.find(({ from, to }) => from <= position && position <= to)?.call;
}

export function markExtension(events: {
	onCall(call: CallMark): void;
	onFunction(symbol: SymbolRow): void;
}): Extension {
	return [
		placed,
		current,
		gutter({
			class: "bars",
			markers: (view) => view.state.field(placed).bars,
			domEventHandlers: {
				click(view, block) {
					const owner = view.state.field(placed).owner.get(view.state.doc.lineAt(block.from).number);
					if (owner) events.onFunction(owner.symbol);
					return owner !== undefined;
				},
			},
		}),
		EditorView.domEventHandlers({
			click(event, view) {
				// A drag that ended here selects text; a click with a key or another button is the editor's own.
				if (!view.state.selection.main.empty || event.button !== 0 || event.shiftKey || event.altKey) return false;
				if (!(event.target as Element).closest(".call")) return false;
				const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
				const call = position === null ? undefined : callAt(view.state, position);
				if (call) events.onCall(call);
				return call !== undefined;
			},
		}),
	];
}

class Bar extends GutterMarker {
	readonly owner: FunctionRange;
	readonly line: number;
	constructor(owner: FunctionRange, line: number) {
		super();
		this.owner = owner;
		this.line = line;
	}
	override eq(other: GutterMarker): boolean {
		return other instanceof Bar && other.owner === this.owner && other.line === this.line;
	}
	override toDOM(): Node {
		const { symbol, depth } = this.owner;
		const bar = document.createElement("div");
		const place = this.line === symbol.start_line ? "first" : this.line === symbol.end_line ? "last" : "";
		bar.className = `bar bar-${depth % 4} ${place}`;
		bar.title = `${symbol.qualified_name} (lines ${symbol.start_line}–${symbol.end_line})`;
		return bar;
	}
}

class EndName extends WidgetType {
	readonly name: string;
	constructor(name: string) {
		super();
		this.name = name;
	}
	override eq(other: EndName): boolean {
		return other.name === this.name;
	}
	override toDOM(): HTMLElement {
		const end = document.createElement("span");
		end.className = "end-name";
		end.textContent = `end of ${this.name}`;
		end.setAttribute("aria-hidden", "true");
		return end;
	}
}
