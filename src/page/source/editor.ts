/**
 * The text of a file in CodeMirror, read-only. It stands in a shadow root, where its style sheets are constructed ones: the
 * page's policy allows no inline style element.
 */
import { defaultKeymap } from "@codemirror/commands";
import { HighlightStyle, type LanguageSupport, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorSelection, EditorState, Text } from "@codemirror/state";
import {
	drawSelection,
	EditorView,
	highlightActiveLine,
	highlightActiveLineGutter,
	keymap,
	lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { SymbolRow } from "../../browser/index.ts";
import { callAt, markExtension, setMarks } from "./editor-marks.ts";
import { THEME } from "./editor-theme.ts";
import type { CallMark, FunctionRange } from "./marks.ts";

export interface Editor {
	show(file: string, lines: readonly string[]): void;
	mark(functions: readonly FunctionRange[], calls: readonly CallMark[]): void;
	/** Scrolls to the line and puts the cursor there. */
	goTo(line: number): void;
	close(): void;
}

export interface EditorEvents {
	/** The line the cursor is in. */
	onLine(line: number): void;
	onCall(call: CallMark): void;
	onFunction(symbol: SymbolRow): void;
}

/** Colours of the text by file extension; another file is plain text. */
const LANGUAGES: Record<string, () => Promise<LanguageSupport>> = {
	py: async () => (await import("@codemirror/lang-python")).python(),
	pyi: async () => (await import("@codemirror/lang-python")).python(),
	c: async () => (await import("@codemirror/lang-cpp")).cpp(),
	h: async () => (await import("@codemirror/lang-cpp")).cpp(),
	js: () => script(false, true),
	mjs: () => script(false, true),
	cjs: () => script(false, true),
	jsx: () => script(false, true),
	ts: () => script(true, false),
	mts: () => script(true, false),
	cts: () => script(true, false),
	tsx: () => script(true, true),
};

async function script(typescript: boolean, jsx: boolean): Promise<LanguageSupport> {
	return (await import("@codemirror/lang-javascript")).javascript({ typescript, jsx });
}

const COLOURS = HighlightStyle.define([
	{ tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--code-keyword)" },
	{ tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
	{ tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
	{ tag: [tags.comment, tags.meta], color: "var(--code-comment)" },
	{ tag: [tags.typeName, tags.className], color: "var(--code-type)" },
	{
		tag: [tags.definition(tags.function(tags.variableName)), tags.function(tags.definition(tags.variableName))],
		fontWeight: "600",
	},
]);

export function createEditor(host: HTMLElement, events: EditorEvents): Editor {
	const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
	root.replaceChildren();
	const language = new Compartment();
	const label = new Compartment();
	let shown = "";
	const follow = (view: EditorView): boolean => {
		const call = callAt(view.state, view.state.selection.main.head);
		if (call) events.onCall(call);
		return call !== undefined;
	};
	const extensions = [
		lineNumbers(),
		markExtension(events),
		drawSelection(),
		highlightActiveLine(),
		highlightActiveLineGutter(),
		highlightSelectionMatches(),
		search({ top: true }),
		syntaxHighlighting(COLOURS),
		// Not `editable: false`: that would take the cursor, and with it the keyboard's way to a call.
		EditorState.readOnly.of(true),
		keymap.of([{ key: "Enter", run: follow }, { key: "F12", run: follow }, ...searchKeymap, ...defaultKeymap]),
		EditorView.updateListener.of((change) => {
			if (change.selectionSet) events.onLine(change.state.doc.lineAt(change.state.selection.main.head).number);
		}),
		THEME,
		language.of([]),
		label.of([]),
	];
	const view = new EditorView({ root, parent: root });

	return {
		show(file, lines) {
			shown = file;
			// Not by CodeMirror's own splitting: for it a lone carriage return ends a line, for the index it does not.
			view.setState(EditorState.create({ doc: Text.of(lines as string[]), extensions }));
			const attributes = { "aria-label": `Source of ${file}`, "aria-readonly": "true", inputmode: "none" };
			view.dispatch({ effects: label.reconfigure(EditorView.contentAttributes.of(attributes)) });
			const extension = file.slice(file.lastIndexOf(".") + 1).toLowerCase();
			LANGUAGES[extension]?.().then(
				(support) => {
					if (shown === file) view.dispatch({ effects: language.reconfigure(support) });
				},
				// Without its colours the text is still all there.
				() => {},
			);
		},
		mark(functions, calls) {
			view.dispatch({ effects: setMarks.of({ functions, calls }) });
		},
		goTo(line) {
			const { doc } = view.state;
			const at = doc.line(Math.max(1, Math.min(doc.lines, line))).from;
			view.dispatch({
				selection: EditorSelection.cursor(at),
				effects: EditorView.scrollIntoView(at, { y: "center" }),
			});
		},
		close() {
			view.destroy();
		},
	};
}
