/** What an index holds, while nothing is chosen. */
import { count, counted, date, duration } from "../format.ts";
import type { Session } from "../state/session.ts";
import { goToFiles } from "./files.ts";
import type { Show } from "./tree.ts";

export function Overview({ session }: { session: Session }) {
	const { manifest } = session.index;
	if (manifest === null) {
		return (
			<section class="panel">
				<h2>{session.name}</h2>
				<p class="hint">An index without a manifest: it answers, but its figures are not known.</p>
			</section>
		);
	}
	const { coverage, counts, provider } = manifest;
	const files: [string, number, Show][] = [
		["indexed", coverage.indexed_files, "all"],
		["failed", coverage.failed_files, "failed"],
		["deferred", coverage.deferred_files, "deferred"],
		["skipped", coverage.skipped_files, "skipped"],
		["of no known language", coverage.unsupported_files, "unsupported"],
	];
	return (
		<section class="panel" aria-labelledby="overview-title">
			<h2 id="overview-title">{session.name}</h2>
			<p>
				<span class={`badge status-${manifest.status}`}>{manifest.status}</span>
				{manifest.stale && <span class="badge status-partial">stale</span>}
			</p>
			<dl class="figures">
				<div>
					<dt>Symbols</dt>
					<dd>{count(counts.symbols)}</dd>
				</div>
				<div>
					<dt>Call sites</dt>
					<dd>{count(counts.call_edges)}</dd>
				</div>
				<div>
					<dt>Resolved</dt>
					<dd>{count(counts.resolved_edges)}</dd>
				</div>
			</dl>
			<h3>Files</h3>
			<ul class="plain">
				{files
					.filter(([, number], at) => number > 0 || at === 0)
					.map(([label, number, what]) => (
						<li key={label}>
							<button type="button" class="link" onClick={() => goToFiles(what)}>
								{count(number)}
							</button>{" "}
							{label}
						</li>
					))}
				{manifest.scan && manifest.scan.ignored_files + manifest.scan.ignored_folders > 0 && (
					<li class="quiet-text">
						{counted(manifest.scan.ignored_files, "file")} and {counted(manifest.scan.ignored_folders, "folder")} left
						out by ignore rules
					</li>
				)}
			</ul>
			<h3>Languages</h3>
			<ul class="plain">
				{Object.entries(provider.backend_versions)
					.sort(([a], [b]) => (a < b ? -1 : 1))
					.map(([language, { backend_name, precision }]) => (
						<li key={language}>
							{language}{" "}
							<span class="quiet-text">
								{precision} · {backend_name}
							</span>
						</li>
					))}
			</ul>
			<h3>Built</h3>
			<p class="quiet-text">
				{date(manifest.created_at)}, in {duration(manifest.build_duration_ms)}
				<br />
				Snapshot {manifest.snapshot_id}
				<br />
				{manifest.tool}
			</p>
			<p class="hint">
				Press <kbd>/</kbd> and type a name, or pick a file.
			</p>
		</section>
	);
}
