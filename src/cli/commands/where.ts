/** `where FILE:LINE`: the function around a line. */
import type { Command } from "commander";
import { asJson, command, stateRoot, toPlace } from "../args.ts";
import { toJson } from "../print/json.ts";
import { coverageLine, fields } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

export function whereCommand(library: Library, terminal: Terminal): Command {
	return command("where", "the innermost function around a line", "where src/p.c:78 --state_root .")
		.argument("<FILE:LINE>", "path relative to the source root, and a line")
		.addOption(stateRoot())
		.addOption(asJson())
		.action(async (text: string, flags: { state_root?: string; json?: boolean }) => {
			const place = toPlace(text);
			await using index = await openForPeople(library, flags.state_root);
			const found = await index.get_function_boundary(place);
			if (flags.json) return write(terminal.stdout, toJson(found));
			const answer =
				found.symbol_id === null
					? `no indexed function holds line ${place.line}\n`
					: fields([
							[found.kind ?? "function", found.qualified_name ?? found.name ?? ""],
							["lines", `${found.start_line}-${found.end_line}`],
							["signature", found.signature ?? "-"],
							["precision", `${found.precision} (${found.backend})`],
							["symbol_id", found.symbol_id],
						]);
			await write(terminal.stdout, answer + coverageLine(found.coverage));
		});
}
