/** The list of files: a filter, what became of them, the tree. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { count, counted } from "../format.ts";
import { announce } from "../state/announce.ts";
import { explain, type Failure } from "../state/failure.ts";
import type { Session } from "../state/session.ts";
import { FailureNote } from "../ui/failure.tsx";
import { SEARCH_FORM } from "../ui/search-form.ts";
import { FileTree } from "./file-tree.tsx";
import { listAllFiles, show } from "./files.ts";
import { type FileRow, isShown, MARKS, type Mark, markOf, type Show, treeOf } from "./tree.ts";

export function FilesPanel({ session }: { session: Session }) {
	const files = useSignal<{ rows: readonly FileRow[]; total: number; done: boolean } | undefined>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	const filter = useSignal("");
	useEffect(() => {
		let current = true;
		files.value = undefined;
		listAllFiles(session, (rows, total) => {
			if (current) files.value = { rows: [...rows], total, done: rows.length >= total };
		}).catch((error: unknown) => {
			if (current) failure.value = explain(error);
		});
		return () => {
			current = false;
		};
	}, [session]);

	const rows = files.value?.rows;
	const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
	const what = show.value;
	const narrowed = words.length > 0 || what !== "all";
	const kept = useMemo(() => {
		if (rows === undefined || !narrowed) return rows;
		return rows.filter(
			(row) => isShown(row, what) && words.every((word) => row.file_path.toLowerCase().includes(word)),
		);
	}, [rows, filter.value, what]);
	const tree = useMemo(() => treeOf(kept ?? []), [kept]);
	useEffect(() => {
		if (narrowed && kept) announce(counted(kept.length, "file"));
	}, [kept]);

	if (failure.value) return <FailureNote failure={failure.value} />;
	return (
		<>
			<form class="panel-head" {...SEARCH_FORM} aria-label="Files">
				<input
					type="search"
					class="field grow"
					placeholder="Filter files"
					aria-label="Filter files"
					value={filter.value}
					onInput={(event) => {
						filter.value = event.currentTarget.value;
					}}
				/>
				<ShowSelect rows={rows ?? []} />
			</form>
			{rows === undefined ? (
				<p class="hint">Listing files…</p>
			) : kept?.length === 0 ? (
				<p class="hint">{narrowed ? "No file matches." : "The index has no files."}</p>
			) : (
				<FileTree tree={tree} open={narrowed} />
			)}
			<p class="panel-foot" aria-hidden="true">
				{rows &&
					(narrowed ? `${count(kept?.length ?? 0)} of ${counted(rows.length, "file")}` : counted(rows.length, "file"))}
				{files.value && !files.value.done && ` of ${count(files.value.total)}…`}
			</p>
		</>
	);
}

function ShowSelect({ rows }: { rows: readonly FileRow[] }) {
	const counts = useMemo(() => {
		const out = new Map<Mark, number>();
		for (const row of rows) out.set(markOf(row), (out.get(markOf(row)) ?? 0) + 1);
		return out;
	}, [rows]);
	const problems = (["failed", "deferred", "skipped"] as const).reduce((sum, mark) => sum + (counts.get(mark) ?? 0), 0);
	return (
		<select
			class="field"
			aria-label="Which files"
			value={show.value}
			onChange={(event) => {
				show.value = event.currentTarget.value as Show;
			}}
		>
			<option value="all">All</option>
			{(problems > 0 || show.value === "problems") && <option value="problems">Not indexed ({count(problems)})</option>}
			{(Object.keys(MARKS) as Mark[])
				.filter((mark) => counts.has(mark) || show.value === mark)
				.map((mark) => (
					<option key={mark} value={mark}>
						{MARKS[mark].sign} {MARKS[mark].label} ({count(counts.get(mark) ?? 0)})
					</option>
				))}
		</select>
	);
}
