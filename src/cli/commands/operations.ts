/** Operations by their names in the contract and the library, always JSON: what agents, scripts and the Python helper's users call. */
import type { Command, Option } from "commander";
import { StructuralIndexError } from "../../core/errors.ts";
import type { StructuralIndex, StructuralQueries } from "../../core/types.ts";
import { command, flag, limit, narrowing, numberFlag, offset, searching, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { namingLanguages } from "./people.ts";

interface Operation {
	summary: string;
	example: string;
	options: Option[];
	/** Checked here, not by commander, which would name the missing flag and not the misspelt one. */
	required: string[];
}

const symbolId = () => flag("--symbol_id <id>", "the symbol_id that resolve_symbol gave");

/** The five of the contract, and those that list and search. */
type Name = keyof StructuralQueries | Extract<keyof StructuralIndex, `${"search" | "list"}_${string}`>;

const ofFile = () => [flag("--file <path>", "path relative to the source root"), limit(10_000), offset()];

export const OPERATIONS: Record<Name, Operation> = {
	resolve_symbol: {
		summary: "every symbol of a name (JSON)",
		example: "resolve_symbol --name parse_input --state_root .",
		options: [
			flag("--name <name>", "a name, a qualified name, or namespace and qualified name"),
			...narrowing(),
			limit(),
			offset(),
		],
		required: ["name"],
	},
	find_callers: {
		summary: "the call sites that call a symbol (JSON)",
		example: "find_callers --symbol_id ID --limit 100 --offset 0 --state_root .",
		options: [symbolId(), limit(), offset()],
		required: ["symbol_id"],
	},
	find_callees: {
		summary: "the calls a symbol makes (JSON)",
		example: "find_callees --symbol_id ID --limit 100 --offset 0 --state_root .",
		options: [symbolId(), limit(), offset()],
		required: ["symbol_id"],
	},
	get_function_boundary: {
		summary: "the innermost function that holds a line (JSON)",
		example: "get_function_boundary --file src/p.c --line 78 --state_root .",
		options: [flag("--file <path>", "path relative to the source root"), numberFlag("--line <n>", "1-based line")],
		required: ["file", "line"],
	},
	get_coverage: {
		summary: "what is indexed, of all or of one file (JSON)",
		example: "get_coverage --file src/p.c --state_root .",
		options: [flag("--file <path>", "path relative to the source root")],
		required: [],
	},
	search_symbols: {
		summary: "symbols by a part of their name, best match first (JSON)",
		example: "search_symbols --query parse --kind function --state_root .",
		options: [
			flag("--query <text>", "words that must all be in the name or qualified name; letter case is passed over"),
			...searching(),
			limit(),
			offset(),
		],
		required: ["query"],
	},
	list_symbols: {
		summary: "the symbols of a file (JSON)",
		example: "list_symbols --file src/p.c --limit 10000 --state_root .",
		options: ofFile(),
		required: ["file"],
	},
	list_calls: {
		summary: "the call sites in a file, with caller and callee (JSON)",
		example: "list_calls --file src/p.c --limit 10000 --state_root .",
		options: ofFile(),
		required: ["file"],
	},
	list_files: {
		summary: "the files that are not indexed or have a note, or all files (JSON)",
		example: "list_files --all --limit 10000 --state_root .",
		options: [
			flag("--unsupported", "also files of no known language"),
			flag("--all", "every file"),
			limit(10_000),
			offset(),
		],
		required: [],
	},
};

export function operationCommands(library: Library, terminal: Terminal): Command[] {
	return (Object.keys(OPERATIONS) as Name[]).map((name) => {
		const { summary, example, options, required } = OPERATIONS[name];
		const verb = command(name, summary, example).alias(name.replaceAll("_", "-"));
		for (const option of [...options, stateRoot()]) verb.addOption(option);
		// JSON is all they print; the flag is accepted so that a script need not know which verbs are which.
		verb.addOption(flag("--json", "JSON on stdout, as always").hideHelp());
		return verb.action(async ({ state_root, json: _json, ...query }) => {
			for (const each of required) {
				if (query[each] === undefined) throw new StructuralIndexError("invalid-argument", `--${each} is required`);
			}
			await using index = await library.openIndex({ state_root });
			const run = index[name] as (query: unknown) => Promise<unknown>;
			await write(terminal.stdout, toJson(await namingLanguages(index, () => run.call(index, query))));
		});
	});
}
