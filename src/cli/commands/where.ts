/** `where FILE:LINE`: the function around a line. */
import type { Command } from "commander";
import type { BoundaryAnswer, FileCoverage } from "../../core/types.ts";
import { asJson, command, stateRoot, toPlace } from "../args.ts";
import { toJson } from "../print/json.ts";
import { coverageLine, fields, safe } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

export function whereCommand(library: Library, terminal: Terminal): Command {
	return command("where", "the innermost function around a line", "where src/p.c:78 --state_root .")
		.argument("<FILE:LINE>", "path relative to the source root, and a line; a :COLUMN after it is passed over")
		.addOption(stateRoot())
		.addOption(asJson())
		.action(async (text: string, flags: { state_root?: string; json?: boolean }) => {
			const place = toPlace(text);
			await using index = await openForPeople(library, flags.state_root);
			const found = await index.get_function_boundary(place);
			// No function is a fact of the source only where the file was indexed.
			const file = found.symbol_id === null ? (await index.get_coverage({ file: place.file })).file : undefined;
			if (flags.json) return write(terminal.stdout, toJson(file === undefined ? found : { ...found, file }));
			const answer = file === undefined ? describe(found) : describeNone(place, file);
			await write(terminal.stdout, answer + coverageLine(found.coverage));
		});
}

function describe(found: BoundaryAnswer): string {
	return fields([
		[found.kind ?? "function", found.qualified_name ?? found.name ?? ""],
		["lines", `${found.start_line}-${found.end_line}`],
		["signature", found.signature ?? "-"],
		["precision", `${found.precision} (${found.backend})`],
		["symbol_id", found.symbol_id ?? "-"],
	]);
}

function describeNone({ file: name, line }: { file: string; line: number }, file: FileCoverage["file"]): string {
	if (file && !file.indexed) {
		const reason = file.reason ?? (file.status === "unsupported" ? "no known language" : "no reason recorded");
		return `${safe(`${file.file_path} is not indexed: ${file.status}, ${reason}`)}\n`;
	}
	const note = file?.reason ? ` (the file was read with a note: ${file.reason})` : "";
	return `${safe(`no indexed function holds line ${line} of ${file?.file_path ?? name}${note}`)}\n`;
}
