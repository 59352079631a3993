/** The source of a file: where it lies, what function the cursor is in, the text with its marks. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { FileCoverage } from "../../browser/index.ts";
import { MARKS, markOf } from "../explore/tree.ts";
import { count } from "../format.ts";
import { announce } from "../state/announce.ts";
import { explain, type Failure } from "../state/failure.ts";
import { goToName, goToSymbol, route } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import { useAnswer } from "../ui/answer.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import type { Editor } from "./editor.ts";
import { type CallMark, type FileMarks, MOST, placeCalls, readMarks, targetOf } from "./marks.ts";
import { TextMissing } from "./text-missing.tsx";

interface Loaded {
	file: string;
	coverage: FileCoverage["file"];
	lines: string[] | null;
	marks: FileMarks;
}

export function SourcePanel({ session }: { session: Session }) {
	const { file } = route.value;
	const key = file === undefined ? undefined : `${session.name}\n${file}`;
	const { data, failure } = useAnswer(key, () => load(session, file as string), true);
	const cursor = useSignal(1);
	if (file === undefined) {
		return (
			<div class="blank">
				<Icon name="code" />
				<p>Search for a symbol, or pick a file.</p>
				<p class="quiet-text">
					<kbd>/</kbd> search · <kbd>Enter</kbd> on a call goes to its definition · <kbd>Ctrl</kbd> <kbd>F</kbd> finds
					in the file
				</p>
			</div>
		);
	}
	if (failure) {
		return (
			<div class="padded">
				<FailureNote failure={failure} />
			</div>
		);
	}
	if (data === undefined) return <div class="padded" aria-busy="true" />;
	const { coverage, lines, marks } = data;
	return (
		<div class="source">
			<Breadcrumb file={data.file} marks={marks} line={cursor.value} lines={lines?.length} />
			{coverage !== null && coverage.reason !== null && (
				<p class="strip">
					<Icon name="info" />
					<span>
						{markOf(coverage) === "noted" ? "Indexed, with a note" : `Not indexed, ${MARKS[markOf(coverage)].label}`}:{" "}
						{coverage.reason}
					</span>
				</p>
			)}
			{marks.cut && (
				<p class="strip">
					<Icon name="info" />
					<span>{`Only the first ${count(MOST)} symbols and calls of this file are marked.`}</span>
				</p>
			)}
			{lines === null ? (
				<TextMissing session={session} file={data.file} coverage={coverage} marks={marks} />
			) : (
				<SourceText loaded={data} lines={lines} onLine={(line) => (cursor.value = line)} />
			)}
		</div>
	);
}

async function load(session: Session, file: string): Promise<Loaded> {
	const { file: coverage } = await session.index.get_coverage({ file });
	const [lines, marks] = await Promise.all([session.text(file), readMarks(session, file)]);
	return { file, coverage, lines, marks };
}

function SourceText({ loaded, lines, onLine }: { loaded: Loaded; lines: string[]; onLine(line: number): void }) {
	const host = useRef<HTMLDivElement>(null);
	const editor = useSignal<Editor | undefined>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	const { line, symbol } = route.value;
	/** Where the editor was sent last: losing the chosen symbol moves nothing. */
	const sent = useRef("");

	// The editor comes with the first file, and stays.
	useEffect(() => {
		let gone = false;
		import("./editor.ts").then(
			({ createEditor }) => {
				if (gone || host.current === null) return;
				editor.value = createEditor(host.current, { onLine, onCall: follow, onFunction: goToSymbol });
			},
			(error: unknown) => {
				failure.value = explain(error);
			},
		);
		return () => {
			gone = true;
			editor.peek()?.close();
			editor.value = undefined;
		};
	}, []);
	useEffect(() => {
		editor.value?.show(loaded.file, lines);
		editor.value?.mark(loaded.marks.functions, placeCalls(lines, loaded.marks.calls));
		announce(`Source of ${loaded.file}`);
	}, [editor.value, loaded]);
	useEffect(() => {
		const place = `${loaded.file}:${line}`;
		if (editor.value === undefined || loaded.file !== route.value.file) return;
		if (symbol !== undefined || sent.current !== place) editor.value.goTo(line ?? 1);
		sent.current = place;
	}, [editor.value, loaded, line, symbol]);

	if (failure.value) return <FailureNote failure={failure.value} />;
	return <div ref={host} class="editor" />;
}

/** To the target where there is one; else to all that the name may mean. */
function follow({ rows }: CallMark): void {
	const target = targetOf(rows);
	const name = rows[0]?.callee_name;
	if (target) goToSymbol(target);
	else if (name !== undefined) goToName(name);
}
