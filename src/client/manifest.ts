/** What a build says about itself: counts, status and the manifest that only the catalog worker completes. */
import type { Digest } from "../core/host.ts";
import type { CatalogFile, FinishRequest } from "../core/protocol/calls.ts";
import {
	type BuildResult,
	type CoverageStatus,
	type Manifest,
	type PartitionStatus,
	SCHEMA_VERSION,
} from "../core/types.ts";
import { toHex } from "../core/units/cache-key.ts";
import { PACKAGE_NAME, PACKAGE_VERSION } from "../generated/package.ts";
import type { Outcome } from "./index-files.ts";
import { EXTRACTOR_NAME } from "./load-language.ts";
import type { Location } from "./locate.ts";
import { byPath, type Scan } from "./scan.ts";

export const EMPTY_MESSAGE = "Structural index is empty — structural context unavailable.";
const MAX_PROBLEMS = 1000;

/** Counts files as they end. */
export class Tally {
	readonly statuses: Record<CoverageStatus, number> = {
		indexed: 0,
		failed: 0,
		deferred: 0,
		skipped: 0,
		unsupported: 0,
	};
	readonly outcomes: Record<Outcome, number> = { reused: 0, built: 0, failed: 0, skipped: 0, oversize: 0 };
	readonly problems: { path: string; status: CoverageStatus; reason: string }[] = [];
	private readonly digests: { path: string; content_sha256: string }[] = [];
	private readonly languages = new Set<string>();

	/** @param outcome absent for files that no language claims. */
	add({ path, language, status, reason, content_sha256 }: CatalogFile, outcome?: Outcome): void {
		this.statuses[status]++;
		if (outcome !== undefined) this.outcomes[outcome]++;
		if (status === "failed" || status === "skipped") this.problems.push({ path, status, reason: reason ?? "" });
		if (content_sha256 !== null) this.digests.push({ path, content_sha256 });
		if (status === "indexed" && language !== null) this.languages.add(language);
	}

	get total(): number {
		return Object.values(this.statuses).reduce((sum, count) => sum + count, 0);
	}

	/** Skipped binaries and links take nothing away; a file that was too large, or failed, does. */
	get status(): PartitionStatus {
		const { indexed, failed, deferred } = this.statuses;
		if (indexed === 0) return failed === 0 ? "empty" : "failed";
		return failed === 0 && deferred === 0 && this.outcomes.oversize === 0 ? "complete" : "partial";
	}

	/** Languages with an indexed file, sorted. */
	get indexedLanguages(): string[] {
		return [...this.languages].sort();
	}

	/** sha256 over `path NUL content_sha256 LF` of every file that was read, paths in code unit order. */
	fingerprint(digest: Digest): string {
		const lines = this.digests.sort(byPath).map(({ path, content_sha256 }) => `${path}\0${content_sha256}\n`);
		return toHex(digest.sha256(new TextEncoder().encode(lines.join(""))));
	}
}

export interface BuildFacts {
	location: Location;
	scan: Scan;
	tally: Tally;
	/** By language. */
	extractor_versions: ReadonlyMap<string, string>;
	created_at: string;
	/** Milliseconds, monotonic; makes the build's id unlike that of another build in the same second. */
	ticks: number;
	build_duration_ms: number;
}

export function describeBuild(facts: BuildFacts, digest: Digest): FinishRequest["manifest"] {
	const { location, scan, tally, extractor_versions, created_at } = facts;
	const { reused, built, failed } = tally.outcomes;
	const { snapshot_id, mode } = location;
	const root_fingerprint = tally.fingerprint(digest);
	const backend_versions: Manifest["provider"]["backend_versions"] = {};
	for (const language of tally.indexedLanguages) {
		const backend_version = extractor_versions.get(language) as string;
		backend_versions[language] = { backend_name: EXTRACTOR_NAME, backend_version, precision: "ast" };
	}
	const id = [snapshot_id, root_fingerprint, created_at, facts.ticks, location.root].join("\n");
	return {
		schema_version: SCHEMA_VERSION,
		snapshot_id,
		root_fingerprint,
		status: tally.status,
		provider: { kind: "local-build", catalog: "catalog.sqlite", backend_versions },
		units: { total: reused + built + failed, reused, rebuild: built, failed },
		coverage: {
			total_files: tally.total,
			indexed_files: tally.statuses.indexed,
			failed_files: tally.statuses.failed,
			deferred_files: tally.statuses.deferred,
			skipped_files: tally.statuses.skipped,
			unsupported_files: tally.statuses.unsupported,
		},
		shards: [],
		deferred_units: [],
		native_indexes: [],
		baseline: { source: "none", snapshot_id: "", manifest_path: "" },
		overlay: { units_added: 0, units_modified: 0, files: [] },
		created_at,
		build_duration_ms: facts.build_duration_ms,
		mode,
		stale: mode === "halt",
		build_id: toHex(digest.sha256(new TextEncoder().encode(id))).slice(0, 32),
		tool: `${PACKAGE_NAME}@${PACKAGE_VERSION}`,
		scan: { ignored_files: scan.ignored_files, ignored_folders: scan.ignored_folders },
	};
}

/** @param problems any order. */
export function describeResult(
	location: Location,
	manifest: Manifest,
	built: boolean,
	problems: Tally["problems"],
	warnings: string[],
): BuildResult {
	const { state } = location;
	const { symbols, call_edges } = manifest.counts;
	const backends = Object.values(manifest.provider.backend_versions).map((backend) => backend.backend_name);
	return {
		built,
		manifest_path: state.locate("kb/structural_index/manifest.json"),
		catalog_path: state.locate("kb/structural_index/catalog.sqlite"),
		query_helper_path: state.locate("helpers/query_structural_index.py"),
		manifest,
		summary: {
			units: manifest.units.total,
			symbols,
			call_edges,
			backends_used: [...new Set(backends)].sort(),
			coverage_status: manifest.status,
			message: messageFor(manifest, built),
		},
		problems: problems
			.sort(byPath)
			.slice(0, MAX_PROBLEMS)
			.map(({ path, status, reason }) => ({ file_path: path, status, reason })),
		warnings,
	};
}

function messageFor({ status, coverage, counts, snapshot_id }: Manifest, built: boolean): string {
	if (status === "empty") return EMPTY_MESSAGE;
	const facts = `${counts.symbols} symbols and ${counts.call_edges} call sites`;
	if (!built) return `The index of snapshot ${snapshot_id} was already there: ${facts}, coverage ${status}.`;
	const { indexed_files, failed_files } = coverage;
	const failures = failed_files === 0 ? "" : `, ${failed_files} failed`;
	return `Indexed ${indexed_files} files${failures}: ${facts}, coverage ${status}.`;
}
