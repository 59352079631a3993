/** Which files the list shows, and where they come from. */
import { signal } from "@preact/signals";
import { go } from "../state/route.ts";
import type { Session } from "../state/session.ts";
import type { FileRow, Show } from "./tree.ts";

export const show = signal<Show>("all");

export function goToFiles(what: Show): void {
	show.value = what;
	go({ view: "files" });
}

/** All pages, one after another; `tell` is called as they come. */
export async function listAllFiles(
	session: Session,
	tell: (rows: FileRow[], total: number) => void,
): Promise<FileRow[]> {
	const rows: FileRow[] = [];
	for (;;) {
		const page = await session.index.list_files({ all: true, limit: 10_000, offset: rows.length });
		for (const row of page.results) rows.push(row);
		tell(rows, page.total);
		if (!page.has_more || page.results.length === 0) return rows;
	}
}
