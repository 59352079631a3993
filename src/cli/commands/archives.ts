/** `export` and `import`: an index as one file, for another machine, another room, or keeping. */
import type { Command } from "commander";
import { asJson, command, flag, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { count, fields } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";

interface Flags {
	state_root?: string;
	units?: boolean;
	json?: boolean;
}

export function exportCommand(library: Library, terminal: Terminal): Command {
	return command("export", "write the index into one archive (tar.gz)", "export index.tar.gz --state_root .")
		.argument("<FILE>", "the archive; one of that name is replaced when the new one is whole")
		.addOption(stateRoot())
		.addOption(flag("--units", "also the unit cache, so that a build elsewhere need not parse again"))
		.addOption(asJson())
		.action(async (archive: string, { json, ...options }: Flags) => {
			await library.exportIndex(archive, { ...options, signal: terminal.interrupts() });
			await write(terminal.stdout, json ? toJson({ archive }) : fields([["archive", archive]]));
		});
}

export function importCommand(library: Library, terminal: Terminal): Command {
	return command("import", "check an exported index and publish it here", "import index.tar.gz --state_root .")
		.argument("<FILE>", "an archive that export wrote, in whatever room, or a catalog.sqlite alone")
		.addOption(stateRoot())
		.addOption(flag("--units", "also its unit cache; only from a source you trust: later builds will believe it"))
		.addOption(asJson())
		.action(async (archive: string, { json, ...options }: Flags) => {
			const result = await library.importIndex(archive, { ...options, signal: terminal.interrupts() });
			if (json) return write(terminal.stdout, toJson(result));
			const { manifest, units } = result;
			const { coverage, counts } = manifest;
			const rows: [string, string][] = [
				["status", `${manifest.status}${manifest.stale ? " (STALE: the tree was not pinned)" : ""}`],
				["snapshot", manifest.snapshot_id],
				["built", `${manifest.created_at} by ${manifest.tool}`],
				["files", `${coverage.indexed_files} indexed of ${coverage.total_files}`],
				["symbols", String(counts.symbols)],
				["calls", `${counts.call_edges}, ${counts.resolved_edges} resolved`],
			];
			if (units.imported + units.ignored > 0) rows.push(["units", describeUnits(units, options.units ?? false)]);
			rows.push(
				["manifest", result.manifest_path],
				["catalog", result.catalog_path],
				["helper", result.query_helper_path],
			);
			await write(terminal.stdout, fields(rows));
		});
}

function describeUnits({ imported, ignored }: { imported: number; ignored: number }, wanted: boolean): string {
	if (!wanted) return `${count(ignored, "record")} left in the archive (--units takes them over)`;
	return `${count(imported, "record")} taken over${ignored > 0 ? `, ${ignored} damaged` : ""}`;
}
