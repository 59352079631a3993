/** What a build is given, tells on its way, and returns. */
import type { Manifest } from "./manifest.ts";
import type { CoverageStatus, PartitionStatus } from "./vocabulary.ts";

export type BuildPhase = "scan" | "index" | "link" | "publish";

export interface ProgressEvent {
	phase: BuildPhase;
	/** Files done of files to do in this phase (link and publish count 1 step as 1). */
	done: number;
	total: number;
	/** Source bytes done and to do (index phase). */
	bytes: number;
	total_bytes: number;
	/** Since the build began. */
	elapsed_ms: number;
}

export interface BuildOptions {
	/** Authoritative source root, exempt from the sentinel check. */
	target_root?: string;
	/** Source root of a snapshot; environment SNAPSHOT_ROOT. */
	snapshot_root?: string;
	/** Environment SNAPSHOT_ID. */
	snapshot_id?: string;
	/** Everything is written under `<state_root>/workspace`; default: the current directory. */
	state_root?: string;
	/** Parse workers, 1..64; default: the room's parallelism. */
	workers?: number;
	/** Only these language ids; default: all registered. */
	languages?: string[];
	/** Folders with language.json, .scm files and a .wasm grammar, registered before the built-in languages. */
	language_folders?: string[];
	/** Extra ignore patterns, .gitignore syntax, relative to the root. */
	ignore?: string[];
	/** Honour .gitignore files; default true. */
	gitignore?: boolean;
	/** Leave out vendor and build folders (node_modules, dist, …); default true. */
	default_ignores?: boolean;
	/** Files larger than this are skipped with that reason; default 32 MiB. */
	max_file_bytes?: number;
	/** Parsing one file may take this long before it is failed; default 20 000 ms + 5 ms per kB of source. */
	time_budget_ms?: number;
	/** Most records in structural_index.jsonl before it becomes a pointer; default 10 000. */
	max_jsonl_records?: number;
	/** What it throws ends the build, which then rejects with that. */
	on_progress?: (event: ProgressEvent) => void;
	/** Called for each entry of `BuildResult.warnings` as it arises. */
	on_warning?: (message: string) => void;
	signal?: AbortSignal;
}

export interface BuildResult {
	/** False when an index of this snapshot was already there and nothing was touched. */
	built: boolean;
	manifest_path: string;
	catalog_path: string;
	query_helper_path: string;
	manifest: Manifest;
	summary: {
		units: number;
		symbols: number;
		call_edges: number;
		backends_used: string[];
		coverage_status: PartitionStatus;
		/** One sentence for people; `Structural index is empty — structural context unavailable.` when it is. */
		message: string;
	};
	/** Files that are `failed` or `skipped`, at most 1000, path order. */
	problems: { file_path: string; status: CoverageStatus; reason: string }[];
	/** What was wrong and did not stop the build (a damaged manifest that was replaced, an unreadable .gitignore, …). */
	warnings: string[];
}

export interface OpenOptions {
	state_root?: string;
}
