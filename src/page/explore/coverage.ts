/** What an answer's coverage allows to say. Absence is said only of a complete index; the rest is told as it is. */
import type { Coverage } from "../../browser/index.ts";
import { count, counted } from "../format.ts";

/**
 * The sentence for an empty list of callers.
 * @param unsupported files of no known language: they are not missing from the index, there is nothing to index in them.
 */
export function noCallers(coverage: Coverage, unresolved: number, unsupported: number): string {
	const { partition_status, total_files, indexed_files } = coverage;
	if (partition_status === "empty") return "Not indexed: nothing is known about callers.";
	if (partition_status === "failed") return "Indexing failed: nothing is known about callers.";
	const missing = total_files - unsupported - indexed_files;
	if (partition_status === "partial") {
		return `No callers found in what is indexed. The index is incomplete (${counted(missing, "file")} not indexed), so search the text as well.`;
	}
	const named =
		unresolved > 0 ? ` ${counted(unresolved, "unresolved call")} with this name may mean it: see below.` : "";
	return `No indexed callers.${named}`;
}

/** Undefined when nothing needs to be said. */
export function caution(coverage: Coverage, unsupported: number): string | undefined {
	const { partition_status, failed, deferred, indexed_files, total_files, stale } = coverage;
	const parts: string[] = [];
	if (partition_status === "empty") parts.push("Nothing in this tree could be indexed.");
	if (partition_status === "failed") parts.push("Indexing failed.");
	if (partition_status === "partial") {
		const left = [
			failed > 0 ? `${count(failed)} failed` : "",
			deferred > 0 ? `${count(deferred)} deferred` : "",
		].filter(Boolean);
		parts.push(
			`Partial index: ${count(indexed_files)} of ${counted(total_files - unsupported, "file")} of a known language indexed${left.length > 0 ? ` (${left.join(", ")})` : ""}. An empty answer proves nothing.`,
		);
	}
	if (stale) parts.push("Built from a tree that was not pinned: it may have changed since.");
	return parts.length > 0 ? parts.join(" ") : undefined;
}
