/** `build`: index a source tree. */
import type { Command } from "commander";
import { invalidArgument } from "../../core/errors.ts";
import type { BuildOptions, BuildResult, Manifest } from "../../core/types.ts";
import { asJson, command, flag, listFlag, numberFlag, repeatedFlag } from "../args.ts";
import { toJson } from "../print/json.ts";
import { progressView, seconds } from "../print/progress.ts";
import { count, fields, safe } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";

const FAILURES_SHOWN = 20;

interface Flags
	extends Omit<
		BuildOptions,
		"language_folders" | "gitignore" | "default_ignores" | "on_progress" | "on_warning" | "signal"
	> {
	language_folder?: string[];
	no_gitignore?: boolean;
	no_default_ignores?: boolean;
	quiet?: boolean;
	json?: boolean;
}

export function buildCommand(library: Library, terminal: Terminal): Command {
	return command("build", "index a source tree", "build --target_root ./src --state_root .")
		.argument("[ROOT]", "source root, the same as --target_root")
		.addOption(flag("--target_root <folder>", "source root; wins over everything else"))
		.addOption(flag("--snapshot_root <folder>", "source root of a snapshot (environment: SNAPSHOT_ROOT)"))
		.addOption(flag("--snapshot_id <id>", "name of the snapshot (environment: SNAPSHOT_ID)"))
		.addOption(flag("--state_root <folder>", "everything is written under <folder>/workspace (default: .)"))
		.addOption(numberFlag("--workers <n>", "parse workers, 1..64 (default: one a processor, at most 8)"))
		.addOption(listFlag("--languages <ids>", "only these languages, comma-separated"))
		.addOption(
			repeatedFlag("--language_folder <folder>", "a language of your own: language.json, .scm, .wasm (repeatable)"),
		)
		.addOption(repeatedFlag("--ignore <pattern>", "leave out, .gitignore syntax (repeatable)"))
		.addOption(flag("--no_gitignore", "do not honour .gitignore files"))
		.addOption(flag("--no_default_ignores", "index vendor and build folders too"))
		.addOption(numberFlag("--max_file_bytes <n>", "skip larger files (default: 33554432)"))
		.addOption(numberFlag("--time_budget_ms <n>", "parse one file this long (default: 20000 + 5 a kB)"))
		.addOption(numberFlag("--max_jsonl_records <n>", "most records in structural_index.jsonl (default: 10000)"))
		.addOption(flag("--quiet", "no progress on stderr"))
		.addOption(asJson())
		.action(async (root: string | undefined, flags: Flags) => {
			const progress = progressView(terminal.stderr, flags.quiet ?? false);
			const options = toOptions(root, flags);
			const warnings: string[] = [];
			let result: BuildResult;
			try {
				result = await library.buildIndex({
					...options,
					on_progress: progress.show,
					on_warning: (message) => warnings.push(message),
					signal: terminal.interrupts(),
				});
			} finally {
				// After the bar is gone: a line in its midst would tear it.
				progress.end();
				for (const warning of flags.quiet ? [] : warnings) await write(terminal.stderr, `warning: ${safe(warning)}\n`);
			}
			await write(terminal.stdout, flags.json ? toJson(result) : describeBuild(result));
		});
}

function toOptions(root: string | undefined, flags: Flags): BuildOptions {
	const { language_folder, no_gitignore, no_default_ignores, quiet: _quiet, json: _json, ...rest } = flags;
	if (root !== undefined && rest.target_root !== undefined && root !== rest.target_root) {
		throw invalidArgument("ROOT", `the same folder as --target_root (${rest.target_root})`, root);
	}
	const options: BuildOptions = { ...rest };
	if (root !== undefined) options.target_root = root;
	if (language_folder) options.language_folders = language_folder;
	if (no_gitignore) options.gitignore = false;
	if (no_default_ignores) options.default_ignores = false;
	return options;
}

function ignored(scan: Manifest["scan"]): string {
	return scan ? `${count(scan.ignored_files, "file")}, ${count(scan.ignored_folders, "folder")}` : "not counted";
}

/** What shows the files that are not indexed one by one. */
function listedBy(coverage: Manifest["coverage"]): string {
	const { failed_files, deferred_files, skipped_files, unsupported_files } = coverage;
	if (failed_files + deferred_files + skipped_files > 0) return " (listed by: status --files)";
	return unsupported_files > 0 ? " (listed by: status --files --all)" : "";
}

function describeBuild(result: BuildResult): string {
	const { manifest, summary } = result;
	const { units, coverage, counts } = manifest;
	const left = [
		[coverage.failed_files, "failed"],
		[coverage.deferred_files, "deferred"],
		[coverage.skipped_files, "skipped"],
		[coverage.unsupported_files, "of no known language"],
	] as const;
	let text = `${safe(summary.message)}\n`;
	text += fields([
		["status", `${manifest.status}${manifest.stale ? " (STALE: the tree was not pinned)" : ""}`],
		["snapshot", manifest.snapshot_id],
		[
			"files",
			[`${coverage.indexed_files} indexed`, ...left.filter(([n]) => n > 0).map(([n, w]) => `${n} ${w}`)].join(", ") +
				listedBy(coverage),
		],
		["ignored", ignored(manifest.scan)],
		["units", `${units.total}: ${units.reused} reused, ${units.rebuild} rebuilt, ${units.failed} failed`],
		["symbols", String(counts.symbols)],
		["calls", `${counts.call_edges}, ${counts.resolved_edges} resolved`],
		["time", result.built ? seconds(manifest.build_duration_ms) : "none: this snapshot was already indexed"],
		["manifest", result.manifest_path],
		["catalog", result.catalog_path],
		["helper", result.query_helper_path],
	]);
	return text + problemLines(result.problems);
}

/** Failures one by one; what was left out on purpose is counted by its reason. */
function problemLines(problems: BuildResult["problems"]): string {
	const failed = problems.filter((problem) => problem.status === "failed");
	const lines = failed.slice(0, FAILURES_SHOWN).map(({ file_path, reason }) => `failed: ${file_path}: ${reason}`);
	if (failed.length > FAILURES_SHOWN) lines.push(`and ${failed.length - FAILURES_SHOWN} more that failed`);
	const counts = new Map<string, number>();
	for (const { status, reason } of problems) {
		if (status !== "failed") counts.set(`${status}: ${reason}`, (counts.get(`${status}: ${reason}`) ?? 0) + 1);
	}
	for (const [what, n] of counts) lines.push(`${what}: ${count(n, "file")}`);
	return lines.map((line) => `${safe(line)}\n`).join("");
}
