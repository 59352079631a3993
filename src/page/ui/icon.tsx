/** The page's icons, drawn on a 16-unit grid with one stroke width, and the letters that stand for kinds of symbols. */
import type { ComponentChild } from "preact";

const PATHS = {
	folder:
		"M1.75 4.25c0-.8.7-1.5 1.5-1.5h2.9l1.6 1.75h5c.8 0 1.5.7 1.5 1.5v5.75c0 .8-.7 1.5-1.5 1.5h-9.5c-.8 0-1.5-.7-1.5-1.5z",
	file: "M4 1.75h5L12.5 5.2v8.05c0 .6-.4 1-1 1H4c-.6 0-1-.4-1-1V2.75c0-.6.4-1 1-1zM8.75 2v3.5h3.5",
	archive: "M2.25 2.75h11.5v3H2.25zM3.25 5.75v7.5h9.5v-7.5M6.5 8.5h3",
	search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3l3.4 3.4",
	right: "M6 3.5 10.5 8 6 12.5",
	down: "M3.5 6 8 10.5 12.5 6",
	check: "M3 8.5 6.5 12 13 4.5",
	warning: "M8 2 14.5 13.5h-13zM8 6.5v3.25M8 11.6v.1",
	info: "M8 1.75a6.25 6.25 0 1 0 0 12.5 6.25 6.25 0 0 0 0-12.5zM8 7.25v4M8 4.9v.1",
	download: "M8 2v8M4.75 7 8 10.25 11.25 7M2.5 13.5h11",
	trash: "M2.75 4.25h10.5M6 4.25v-1.5h4v1.5M4 4.25l.6 9h6.8l.6-9M6.7 6.75v4M9.3 6.75v4",
	graph:
		"M3.75 8a1.75 1.75 0 1 0 0-.01M12.25 3.75a1.75 1.75 0 1 0 0-.01M12.25 12.25a1.75 1.75 0 1 0 0-.01M5.4 7.2l5.1-2.6M5.4 8.8l5.1 2.6",
	code: "M5.5 4.25 1.75 8l3.75 3.75M10.5 4.25 14.25 8l-3.75 3.75",
	list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
	sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.25v1M8 13.75v1M1.25 8h1M13.75 8h1M3.2 3.2l.7.7M12.1 12.1l.7.7M3.2 12.8l.7-.7M12.1 3.9l.7-.7",
	moon: "M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1z",
	system: "M2 3h12v8H2zM6 13.5h4M8 11v2.5",
	plus: "M8 3v10M3 8h10",
	minus: "M3 8h10",
	fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
	shield: "M8 1.75l5 1.75v4c0 3.2-2.1 5.5-5 6.75-2.9-1.25-5-3.55-5-6.75v-4z",
	link: "M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.4-2.4a2.5 2.5 0 0 0-3.6-3.6l-.9.9M9.5 6.5a2.5 2.5 0 0 0-3.6 0L3.500 8.900a2.5 2.5 0 0 0 3.6 3.6l.9-.9",
	refresh: "M13.25 8a5.25 5.25 0 1 1-1.5-3.7M13.5 1.75V4.900h-3.15",
	incoming: "M13.500 8h-9M8 4.500 4.500 8 8 11.500M2.250 3v10",
	outgoing: "M2.500 8h9M8 4.500 11.500 8 8 11.500M13.750 3v10",
	target:
		"M8 2.250a5.750 5.750 0 1 0 0 11.500 5.750 5.750 0 0 0 0-11.500zM8 6.250a1.750 1.750 0 1 0 0 3.500 1.750 1.750 0 0 0 0-3.500z",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: the text beside it, or the control's label, says the same. */
export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}

const LETTERS: Record<string, string> = {
	module: "m",
	namespace: "N",
	class: "C",
	interface: "I",
	struct: "S",
	union: "U",
	enum: "E",
	type: "T",
	function: "ƒ",
	method: "ƒ",
	constructor: "ƒ",
	getter: "ƒ",
	setter: "ƒ",
	macro: "#",
	constant: "k",
	variable: "v",
	trait: "T",
	impl: "i",
	property: "p",
};

/** The kind of a symbol as a letter in a tinted square; its name is read out. */
export function Kind({ kind }: { kind: string | null }) {
	return (
		<span class={`kind kind-${kind ?? "none"}`} title={kind ?? "unknown"}>
			<span aria-hidden="true">{LETTERS[kind ?? ""] ?? "?"}</span>
			<span class="hidden">{kind ?? "unknown"} </span>
		</span>
	);
}

/** A place where icon and words stand in a row. */
export function Labelled({ icon, children }: { icon: IconName; children: ComponentChild }) {
	return (
		<span class="labelled">
			<Icon name={icon} />
			<span>{children}</span>
		</span>
	);
}
