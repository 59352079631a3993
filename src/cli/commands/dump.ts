/** `dump`: the logical catalog as sorted text, equal for equal builds. */
import type { Command } from "commander";
import { command, stateRoot } from "../args.ts";
import { escapeJson } from "../print/json.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

/** Characters gathered before a write: a line each would cost a system call. */
const CHUNK = 65_536;

export function dumpCommand(library: Library, terminal: Terminal): Command {
	return command("dump", "the whole catalog as sorted text, to compare two builds", "dump --state_root . > catalog.txt")
		.addOption(stateRoot())
		.action(async ({ state_root }: { state_root?: string }) => {
			await using index = await openForPeople(library, state_root);
			let chunk = "";
			for await (const line of index.dump()) {
				chunk += `${escapeJson(line)}\n`;
				if (chunk.length < CHUNK) continue;
				await write(terminal.stdout, chunk);
				chunk = "";
			}
			await write(terminal.stdout, chunk);
		});
}
