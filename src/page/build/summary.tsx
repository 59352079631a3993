/** What a build made, and every file that it could not take in. */
import type { BuildResult } from "../../browser/index.ts";
import { count, counted, duration } from "../format.ts";
import { openIndexPage } from "../state/route.ts";
import { Icon, Labelled } from "../ui/icon.tsx";

export function Summary({ index, result }: { index: string; result: BuildResult }) {
	const { summary, manifest, problems, warnings } = result;
	const { coverage, units } = manifest;
	const complete = summary.coverage_status === "complete";
	return (
		<>
			<div class={`note ${complete ? "note-good" : "note-warn"}`} role="status">
				<Icon name={complete ? "check" : "warning"} />
				<div>
					<strong>{sentence(result)}</strong>
					<p class="message">{summary.message}</p>
				</div>
			</div>
			<dl class="facts">
				<div>
					<dt>Files indexed</dt>
					<dd>
						{count(coverage.indexed_files)} of {count(coverage.total_files)}
					</dd>
				</div>
				<div>
					<dt>Symbols</dt>
					<dd>{count(summary.symbols)}</dd>
				</div>
				<div>
					<dt>Call sites</dt>
					<dd>{count(summary.call_edges)}</dd>
				</div>
				<div>
					<dt>Taken from the last build</dt>
					<dd>{counted(units.reused, "file")}</dd>
				</div>
				<div>
					<dt>Took</dt>
					<dd>{duration(manifest.build_duration_ms)}</dd>
				</div>
			</dl>
			<div class="row">
				<button type="button" class="button primary" onClick={() => openIndexPage(index)}>
					<Labelled icon="graph">Explore the index</Labelled>
				</button>
			</div>
			{problems.length > 0 && (
				<section aria-labelledby="problems-title">
					<h2 id="problems-title">{counted(problems.length, "file")} not indexed</h2>
					<ul class="problems">
						{problems.map(({ file_path, status, reason }) => (
							<li key={file_path}>
								<code>{file_path}</code>
								<span class={`badge status-${status}`}>{status}</span>
								<span>{reason}</span>
							</li>
						))}
					</ul>
					{problems.length === 1000 && <p class="quiet-text">The first 1,000; the file tree shows them all.</p>}
				</section>
			)}
			{warnings.length > 0 && (
				<section aria-labelledby="warnings-title">
					<h2 id="warnings-title">Warnings</h2>
					<ul>
						{warnings.map((warning) => (
							<li key={warning}>{warning}</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

function sentence({ summary, manifest }: BuildResult): string {
	if (summary.symbols === 0) return "Nothing in this folder is of a language the index knows.";
	if (summary.coverage_status === "complete") return "Complete: no source file of a known language is left out.";
	const left = manifest.coverage.total_files - manifest.coverage.indexed_files - manifest.coverage.unsupported_files;
	return `Partial: ${left === 1 ? "1 file is" : `${counted(left, "file")} are`} not indexed, so that callers in ${left === 1 ? "it" : "them"} are missing.`;
}
