/** `search`: symbols by a part of their name, for people. */
import type { Command } from "commander";
import { show } from "../../core/errors.ts";
import type { SearchSymbolsAnswer, SymbolKind } from "../../core/types.ts";
import { asJson, command, limit, offset, searching, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { count, coverageLine, safe, table } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { namingLanguages, openForPeople } from "./people.ts";

interface Flags {
	language?: string;
	kind?: SymbolKind;
	limit?: number;
	offset?: number;
	state_root?: string;
	json?: boolean;
}

export function searchCommand(library: Library, terminal: Terminal): Command {
	const verb = command("search", "symbols by a part of their name", "search parse --kind function --state_root .")
		.argument("<QUERY...>", "words that must all be in the name or qualified name; letter case is passed over")
		.addOption(stateRoot());
	for (const option of [...searching(), limit(), offset(), asJson()]) verb.addOption(option);
	return verb.action(async (words: string[], { state_root, json, ...flags }: Flags) => {
		await using index = await openForPeople(library, state_root);
		const query = words.join(" ");
		const answer = await namingLanguages(index, () => index.search_symbols({ query, ...flags }));
		const framed = terminal.stdout.isTTY ?? false;
		await write(terminal.stdout, json ? toJson(answer) : describe(query, answer, flags, framed));
	});
}

function describe(query: string, answer: SearchSymbolsAnswer, flags: Flags, framed: boolean): string {
	const { results, total, has_more, coverage } = answer;
	const offset = flags.offset ?? 0;
	const rows = results.map((row) => [
		row.qualified_name || row.name,
		row.kind,
		`${row.file_path}:${row.start_line}`,
		row.language,
	]);
	let text = table(["SYMBOL", "KIND", "DEFINED", "LANGUAGE"], rows, framed);
	const all = count(total, "symbol");
	if (total === 0) text = `${nothing(query, flags)}\n`;
	else if (results.length === 0) text = `--offset ${offset} is past the end: ${all}\n`;
	else if (has_more) text += `${results.length} of ${all}: more with --offset ${offset + results.length}\n`;
	return `${text}\n${coverageLine(coverage)}`;
}

function nothing(query: string, flags: Flags): string {
	const filters = (["language", "kind"] as const)
		.filter((each) => flags[each] !== undefined)
		.map((each) => ` with --${each} ${show(flags[each])}`);
	return safe(`no indexed symbol matches ${show(query)}${filters.join(" and")}`);
}
