/** manifest.json, the commit point of an index. */
import type { Mode, PartitionStatus, Precision } from "./vocabulary.ts";

export interface Manifest {
	schema_version: number;
	snapshot_id: string;
	/** sha256 (hex) over the sorted (path, content_sha256) of all files read. */
	root_fingerprint: string;
	status: PartitionStatus;
	provider: {
		kind: "local-build" | "baseline+overlay" | "remote";
		catalog: string;
		backend_versions: Record<string, { backend_name: string; backend_version: string; precision: Precision }>;
	};
	units: { total: number; reused: number; rebuild: number; failed: number };
	coverage: {
		total_files: number;
		indexed_files: number;
		failed_files: number;
		deferred_files: number;
		skipped_files: number;
		unsupported_files: number;
	};
	shards: {
		id: string;
		path: string;
		checksum: string;
		partition_key: string;
		symbol_count: number;
		edge_count: number;
	}[];
	deferred_units: { unit_id: string; language: string; files: string[]; priority: number; reason: string }[];
	native_indexes: {
		kind: string;
		path: string;
		snapshot_id: string;
		root_fingerprint: string;
		language: string;
		indexer: string;
		precision: string;
	}[];
	baseline: { source: "ci" | "local" | "none"; snapshot_id: string; manifest_path: string };
	overlay: { units_added: number; units_modified: number; files: string[] };
	compat_pointer: { path: string; full_export: boolean; symbol_count: number };
	created_at: string;
	build_duration_ms: number;
	/** The snapshot mode of the build; `halt` means STALE. */
	mode: Mode;
	stale: boolean;
	/** Pairs this manifest with its catalog: equals the catalog's schema_meta `build_id`. */
	build_id: string;
	/** Counts of the catalog's rows. */
	counts: { symbols: number; call_edges: number; resolved_edges: number };
	/** name@version of the writer. */
	tool: string;
	/** What ignore rules left out of the scan; such files are not in coverage. */
	scan?: { ignored_files: number; ignored_folders: number };
}
