/** How the editor looks. Its variables come from the page's style sheet: they reach into the shadow root. */
import { EditorView } from "@codemirror/view";

const underline = (kind: string, style: string) => ({
	textDecoration: `underline ${style} var(--edge-${kind})`,
	textDecorationThickness: "1.5px",
	textUnderlineOffset: "3px",
});

export const THEME = EditorView.theme({
	"&": { height: "100%", color: "var(--text)", backgroundColor: "var(--ground)", fontSize: "0.8125rem" },
	"&.cm-focused": { outline: "none" },
	".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px" },
	".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--text-2)", border: "none" },
	".cm-lineNumbers .cm-gutterElement": { padding: "0 8px 0 14px", minWidth: "44px" },
	".cm-activeLine": { backgroundColor: "var(--code-line)" },
	".cm-activeLineGutter": { backgroundColor: "var(--code-line)", color: "var(--text)" },
	".cm-cursor": { borderLeftColor: "var(--text)", borderLeftWidth: "2px" },
	"&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
		background: "var(--code-selection)",
	},
	".cm-selectionMatch": { backgroundColor: "var(--code-match)" },
	".in-function": { backgroundColor: "var(--code-function)" },
	".in-function.cm-activeLine": { backgroundColor: "var(--code-line)" },
	".bars": { width: "10px" },
	".bars .cm-gutterElement": { cursor: "pointer" },
	".bar": { height: "100%", width: "3px", margin: "0 3px", backgroundColor: "var(--code-bar-0)" },
	".bar-1": { backgroundColor: "var(--code-bar-1)" },
	".bar-2": { backgroundColor: "var(--code-bar-2)" },
	".bar-3": { backgroundColor: "var(--code-bar-3)" },
	".bar.first": { borderTopLeftRadius: "3px", borderTopRightRadius: "3px", marginTop: "2px" },
	".bar.last": { borderBottomLeftRadius: "3px", borderBottomRightRadius: "3px", height: "calc(100% - 2px)" },
	".cm-gutterElement:hover .bar": { width: "5px", margin: "0 2px" },
	".call": { cursor: "pointer" },
	".call-direct": underline("direct", "solid"),
	".call-virtual": underline("virtual", "dashed"),
	".call-indirect": underline("indirect", "double"),
	".call-macro": underline("macro", "wavy"),
	".call-unresolved": underline("unresolved", "dotted"),
	".call-several": underline("virtual", "double"),
	".call:hover": { backgroundColor: "var(--select)", borderRadius: "3px" },
	".end-name": { marginLeft: "2ch", color: "var(--text-2)", fontStyle: "italic", fontSize: "0.85em" },
	".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)", borderColor: "var(--line)" },
	".cm-panel.cm-search": { fontFamily: "var(--sans)", padding: "6px 8px" },
	".cm-panel.cm-search label": { fontSize: "0.75rem" },
	// Nothing can be replaced in a text that cannot be changed.
	".cm-search [name=replace], .cm-search button[name=replaceAll], .cm-search br": { display: "none" },
	".cm-textfield, .cm-button": {
		border: "1px solid var(--line-strong)",
		borderRadius: "4px",
		background: "var(--raised)",
		color: "var(--text)",
	},
	".cm-searchMatch": { backgroundColor: "var(--code-match)" },
	".cm-searchMatch-selected": { outline: "1px solid var(--accent)" },
});
