/** The files of an index as a tree, with what became of each: what the file list draws. */
import type { FileCoverage } from "../../browser/index.ts";

export type FileRow = NonNullable<FileCoverage["file"]>;

/** What the marks tell apart: `noted` files are indexed, with something to know about them. */
export type Mark = "indexed" | "noted" | "failed" | "deferred" | "skipped" | "unsupported";

/** What the list of files is narrowed to; `problems` is all that could be indexed and is not. */
export type Show = "all" | "problems" | Mark;

export const MARKS: Record<Mark, { label: string; sign: string }> = {
	indexed: { label: "indexed", sign: "●" },
	noted: { label: "indexed, with a note", sign: "◐" },
	failed: { label: "failed", sign: "✕" },
	deferred: { label: "deferred", sign: "…" },
	skipped: { label: "skipped", sign: "–" },
	unsupported: { label: "no known language", sign: "○" },
};

export function markOf(row: FileRow): Mark {
	return row.status === "indexed" ? (row.reason === null ? "indexed" : "noted") : row.status;
}

export function isShown(row: FileRow, what: Show): boolean {
	const mark = markOf(row);
	if (what === "problems") return mark === "failed" || mark === "deferred" || mark === "skipped";
	return what === "all" || mark === what;
}

export interface Folder {
	name: string;
	path: string;
	folders: Map<string, Folder>;
	files: FileRow[];
	/** In it, at any depth. */
	total: number;
	/** Of them, such that could be indexed and are not. */
	problems: number;
}

export function treeOf(rows: readonly FileRow[]): Folder {
	const root = folder("", "");
	for (const row of rows) {
		const problem = isShown(row, "problems") ? 1 : 0;
		let at = root;
		at.total++;
		at.problems += problem;
		let start = 0;
		for (let slash = row.file_path.indexOf("/"); slash >= 0; slash = row.file_path.indexOf("/", start)) {
			const name = row.file_path.slice(start, slash);
			let next = at.folders.get(name);
			if (next === undefined) {
				next = folder(name, row.file_path.slice(0, slash));
				at.folders.set(name, next);
			}
			at = next;
			at.total++;
			at.problems += problem;
			start = slash + 1;
		}
		at.files.push(row);
	}
	return root;
}

/** A row of the tree as it is shown. */
export type TreeRow = { level: number; place: number; siblings: number } & (
	| { kind: "folder"; path: string; name: string; folder: Folder; open: boolean }
	| { kind: "file"; path: string; name: string; file: FileRow }
);

/** What is visible, top to bottom: folders before files, by code unit as the index has them. */
export function flatten(root: Folder, isOpen: (path: string) => boolean): TreeRow[] {
	const out: TreeRow[] = [];
	const add = (at: Folder, level: number) => {
		const folders = [...at.folders.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
		const siblings = folders.length + at.files.length;
		folders.forEach((each, place) => {
			// A chain of folders with nothing beside them is one row.
			let last = each;
			let name = each.name;
			for (let only = onlyFolder(last); only !== undefined; only = onlyFolder(last)) {
				last = only;
				name += `/${only.name}`;
			}
			const open = isOpen(last.path);
			out.push({ kind: "folder", path: last.path, name, folder: last, open, level, place: place + 1, siblings });
			if (open) add(last, level + 1);
		});
		at.files.forEach((file, place) => {
			const name = file.file_path.slice(file.file_path.lastIndexOf("/") + 1);
			out.push({ kind: "file", path: file.file_path, name, file, level, place: folders.length + place + 1, siblings });
		});
	};
	add(root, 1);
	return out;
}

function onlyFolder(at: Folder): Folder | undefined {
	return at.files.length === 0 && at.folders.size === 1 ? at.folders.values().next().value : undefined;
}

function folder(name: string, path: string): Folder {
	return { name, path, folders: new Map(), files: [], total: 0, problems: 0 };
}
