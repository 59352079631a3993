/** The tree of files. Only the rows in view are in the document, so that a hundred thousand files scroll like ten. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { count } from "../format.ts";
import { go, route } from "../state/route.ts";
import { Icon } from "../ui/icon.tsx";
import { type Folder, flatten, MARKS, markOf, type TreeRow } from "./tree.ts";

/** Pixels, as in explore.css. */
const ROW = 26;
const BEYOND = 8;

/** @param open every folder is open: the tree of a filter. */
export function FileTree({ tree, open }: { tree: Folder; open: boolean }) {
	const toggled = useSignal<ReadonlySet<string>>(new Set());
	const active = useSignal(0);
	const view = useSignal({ top: 0, height: 600 });
	const scroller = useRef<HTMLDivElement>(null);
	const { file } = route.value;

	// The way to the shown file is open.
	useEffect(() => {
		if (file === undefined || open) return;
		const way = new Set(toggled.value);
		for (let slash = file.indexOf("/"); slash >= 0; slash = file.indexOf("/", slash + 1)) way.add(file.slice(0, slash));
		toggled.value = way;
	}, [file]);
	const rows = useMemo(() => flatten(tree, (path) => toggled.value.has(path) !== open), [tree, toggled.value, open]);
	useEffect(() => {
		const element = scroller.current;
		if (element === null) return;
		const measure = () => {
			view.value = { top: element.scrollTop, height: element.clientHeight };
		};
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		element.addEventListener("scroll", measure, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener("scroll", measure);
		};
	}, []);
	const reveal = (at: number) => {
		const element = scroller.current;
		if (element === null) return;
		if (at * ROW < element.scrollTop) element.scrollTop = at * ROW;
		else if ((at + 1) * ROW > element.scrollTop + element.clientHeight)
			element.scrollTop = (at + 1) * ROW - element.clientHeight;
	};
	/** The file that was shown last: once, when its folder is open and the tree is in sight. */
	const revealed = useRef<string | undefined>(undefined);
	useEffect(() => {
		if (revealed.current === file || !scroller.current?.clientHeight) return;
		const at = rows.findIndex((row) => row.kind === "file" && row.path === file);
		if (at < 0) return;
		revealed.current = file;
		active.value = at;
		reveal(at);
	}, [file, rows, view.value.height]);

	const at = Math.min(active.value, rows.length - 1);
	const move = (to: number) => {
		active.value = Math.max(0, Math.min(rows.length - 1, to));
		reveal(active.value);
	};
	const toggle = (row: TreeRow) => {
		if (row.kind === "file") return go({ file: row.path, line: undefined, view: "source" });
		const next = new Set(toggled.value);
		if (!next.delete(row.path)) next.add(row.path);
		toggled.value = next;
	};
	const parent = (): number => {
		const level = rows[at]?.level ?? 1;
		for (let before = at - 1; before >= 0; before--) if ((rows[before]?.level ?? 0) < level) return before;
		return at;
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const row = rows[at];
		if (row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		const page = Math.max(1, Math.floor(view.value.height / ROW) - 1);
		const steps: Record<string, () => void> = {
			ArrowDown: () => move(at + 1),
			ArrowUp: () => move(at - 1),
			PageDown: () => move(at + page),
			PageUp: () => move(at - page),
			Home: () => move(0),
			End: () => move(rows.length - 1),
			ArrowRight: () => (row.kind === "folder" && !row.open ? toggle(row) : move(at + 1)),
			ArrowLeft: () => (row.kind === "folder" && row.open ? toggle(row) : move(parent())),
			Enter: () => toggle(row),
			" ": () => toggle(row),
		};
		const step = steps[event.key];
		if (step === undefined) return;
		event.preventDefault();
		step();
	};

	const from = Math.max(0, Math.floor(view.value.top / ROW) - BEYOND);
	const to = Math.min(rows.length, Math.ceil((view.value.top + view.value.height) / ROW) + BEYOND);
	return (
		<div
			ref={scroller}
			class="tree"
			role="tree"
			tabIndex={0}
			aria-label="Files of the index"
			aria-activedescendant={at >= from && at < to ? `file-${at}` : undefined}
			onKeyDown={onKeyDown}
		>
			<div role="presentation" class="tree-space" style={{ height: `${rows.length * ROW}px` }}>
				{rows.slice(from, to).map((row, offset) => (
					<Row
						key={row.path}
						row={row}
						at={from + offset}
						active={from + offset === at}
						selected={row.kind === "file" && row.path === file}
						onPress={() => {
							active.value = from + offset;
							toggle(row);
						}}
					/>
				))}
			</div>
		</div>
	);
}

interface RowProps {
	row: TreeRow;
	at: number;
	active: boolean;
	selected: boolean;
	onPress(): void;
}

function Row({ row, at, active, selected, onPress }: RowProps) {
	const mark = row.kind === "file" ? markOf(row.file) : undefined;
	const told =
		row.kind === "file" && mark ? [MARKS[mark].label, row.file.reason].filter(Boolean).join(": ") : undefined;
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the tree's, whose container keeps the focus.
		<div
			id={`file-${at}`}
			role="treeitem"
			tabIndex={-1}
			class={`tree-row ${active ? "active" : ""}`}
			aria-level={row.level}
			aria-posinset={row.place}
			aria-setsize={row.siblings}
			aria-selected={selected}
			aria-expanded={row.kind === "folder" ? row.open : undefined}
			aria-label={told === undefined ? `${row.name}, folder` : `${row.name}, ${told}`}
			title={told === undefined ? row.path : `${row.path}\n${told}`}
			style={{ top: `${at * ROW}px`, paddingLeft: `${8 + (row.level - 1) * 14}px` }}
			onClick={onPress}
		>
			{row.kind === "folder" ? (
				<>
					<Icon name={row.open ? "down" : "right"} />
					<span class="tree-name">{row.name}</span>
					{row.folder.problems > 0 && <span class="tree-problems">{count(row.folder.problems)} not indexed</span>}
				</>
			) : (
				<>
					<span class={`mark mark-${mark}`}>{mark && MARKS[mark].sign}</span>
					<span class={`tree-name ${mark === "indexed" || mark === "noted" ? "" : "dim"}`}>{row.name}</span>
				</>
			)}
		</div>
	);
}
