/** `status`: what the index holds and how far it can be trusted. */
import type { Command } from "commander";
import type { Manifest } from "../../core/types.ts";
import { asJson, command, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { seconds } from "../print/progress.ts";
import { coverageLine, fields } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

export function statusCommand(library: Library, terminal: Terminal): Command {
	return command("status", "what the index holds", "status --state_root .")
		.addOption(stateRoot())
		.addOption(asJson())
		.action(async (flags: { state_root?: string; json?: boolean }) => {
			await using index = await openForPeople(library, flags.state_root);
			const coverage = await index.get_coverage();
			const { source, manifest } = index;
			if (flags.json) return write(terminal.stdout, toJson({ source, coverage, manifest }));
			const about = manifest ? describe(manifest) : "answers come from structural_index.jsonl alone, by name\n";
			await write(terminal.stdout, about + coverageLine(coverage));
		});
}

function describe(manifest: Manifest): string {
	const { coverage, counts } = manifest;
	const languages = Object.entries(manifest.provider.backend_versions).map(
		([id, { backend_name, precision }]) => `${id} (${backend_name}, ${precision})`,
	);
	return fields([
		["status", manifest.status],
		["snapshot", `${manifest.snapshot_id} (${manifest.mode})`],
		["built", `${manifest.created_at} in ${seconds(manifest.build_duration_ms)} by ${manifest.tool}`],
		["languages", languages.join(", ") || "none"],
		[
			"files",
			`${coverage.indexed_files} indexed, ${coverage.failed_files} failed, ${coverage.deferred_files} deferred, ` +
				`${coverage.skipped_files} skipped, ${coverage.unsupported_files} of no known language`,
		],
		["symbols", String(counts.symbols)],
		["calls", `${counts.call_edges}, ${counts.resolved_edges} resolved`],
	]);
}
