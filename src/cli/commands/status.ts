/** `status`: what the index holds and how far it can be trusted. */
import type { Command } from "commander";
import { invalidArgument } from "../../core/errors.ts";
import type { ListFilesAnswer, Manifest } from "../../core/types.ts";
import { asJson, command, flag, limit, offset, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { seconds } from "../print/progress.ts";
import { count, coverageLine, fields, table } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

interface Flags {
	state_root?: string;
	files?: boolean;
	all?: boolean;
	limit?: number;
	offset?: number;
	json?: boolean;
}

export function statusCommand(library: Library, terminal: Terminal): Command {
	return command("status", "what the index holds", "status --files --state_root .")
		.addOption(stateRoot())
		.addOption(flag("--files", "list the files that are not indexed, with the reason, and those read with a note"))
		.addOption(flag("--all", "with --files: also files of no known language"))
		.addOption(limit())
		.addOption(offset())
		.addOption(asJson())
		.action(async (flags: Flags) => {
			for (const name of ["all", "limit", "offset"] as const) {
				if (!flags.files && flags[name] !== undefined)
					throw invalidArgument(`--${name}`, "--files before it", flags[name]);
			}
			await using index = await openForPeople(library, flags.state_root);
			const coverage = await index.get_coverage();
			const files = flags.files
				? await index.list_files({ unsupported: flags.all ?? false, limit: flags.limit, offset: flags.offset })
				: undefined;
			const { source, manifest } = index;
			if (flags.json) return write(terminal.stdout, toJson({ source, coverage, manifest, files }));
			const about = manifest ? describe(manifest) : "answers come from structural_index.jsonl alone, by name\n";
			const list = files ? describeFiles(files, flags.offset ?? 0, terminal.stdout.isTTY ?? false) : "";
			await write(terminal.stdout, about + list + coverageLine(coverage));
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

function describeFiles(answer: ListFilesAnswer, offset: number, framed: boolean): string {
	const { results, total } = answer;
	const rows = results.map((file) => [file.status, file.file_path, file.reason ?? "-"]);
	let text = table(["STATUS", "FILE", "REASON"], rows, framed);
	const all = count(total, "file");
	if (total === 0) text = "every file of a known language is indexed, none with a note\n";
	else if (results.length === 0) text = `--offset ${offset} is past the end: ${all}\n`;
	else if (answer.has_more) text += `${results.length} of ${all}: more with --offset ${offset + results.length}\n`;
	return `\n${text}\n`;
}
