/** `callers` and `callees`: for people, by name. An ambiguous name shows every symbol it may mean, never one. */
import type { Command } from "commander";
import { show } from "../../core/errors.ts";
import type { CallsAnswer, Coverage, StructuralIndex, SymbolRow, UnresolvedCallsAnswer } from "../../core/types.ts";
import { asJson, command, flag, limit, narrowing, offset, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { callsText, count, coverageLine, safe, symbolLine } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { namingLanguages, openForPeople } from "./people.ts";

type Side = "callers" | "callees";

/** Symbols of one name that get their calls shown; the rest are counted, and the flags narrow. */
const MOST_SYMBOLS = 20;
/** How a symbol_id begins; a qualified name of C++ may begin with the same word and two colons. */
const SYMBOL_ID = /^(fallback|jsonl|scip|kythe|clangd):(?!:)/;

interface Narrowing {
	language?: string;
	file?: string;
	namespace?: string;
}

interface Flags extends Narrowing {
	limit?: number;
	offset?: number;
	state_root?: string;
	unresolved?: boolean;
	json?: boolean;
}

interface Found {
	symbols: { symbol: SymbolRow; calls: CallsAnswer }[];
	total: number;
	/** Symbols of the name when nothing narrows; only asked for when none is left. */
	unnarrowed?: number;
	ambiguous: boolean;
	/** Of callers: the name's call sites without a known target. All that were asked for with --unresolved, else the count. */
	unresolved?: Omit<UnresolvedCallsAnswer, "coverage"> & { name: string };
	coverage: Coverage;
}

export function callsCommand(side: Side, library: Library, terminal: Terminal): Command {
	const summary = side === "callers" ? "who calls a function, by its name" : "what a function calls, by its name";
	const verb = command(side, summary, `${side} parse_input --state_root .`)
		.argument("<NAME>", "a name, a qualified name, or a symbol_id")
		.addOption(stateRoot())
		.addOption(limit())
		.addOption(offset())
		.addOption(asJson());
	if (side === "callers")
		verb.addOption(flag("--unresolved", "list the call sites of that name whose target is not known"));
	for (const option of narrowing()) verb.addOption(option);
	return verb.action(async (name: string, flags: Flags) => {
		await using index = await openForPeople(library, flags.state_root);
		const found = await namingLanguages(index, () => find(index, side, name, flags));
		const framed = terminal.stdout.isTTY ?? false;
		await write(terminal.stdout, flags.json ? toJson({ name, ...found }) : describe(name, side, found, flags, framed));
	});
}

async function find(index: StructuralIndex, side: Side, name: string, flags: Flags): Promise<Found> {
	const { language, file, namespace, limit, offset } = flags;
	const narrowed = language !== undefined || file !== undefined || namespace !== undefined;
	const matches = await index.resolve_symbol({ name, language, file, namespace, limit: MOST_SYMBOLS });
	let { results, total } = matches;
	const found: Found = { symbols: [], total, ambiguous: matches.ambiguous, coverage: matches.coverage };
	if (total === 0 && SYMBOL_ID.test(name)) {
		const { symbol } = await index.get_symbol({ symbol_id: name });
		if (symbol) [results, total] = [[symbol], 1];
		found.total = total;
	} else if (total === 0 && narrowed) {
		found.unnarrowed = (await index.resolve_symbol({ name, limit: 1 })).total;
	}
	for (const symbol of results) {
		found.symbols.push({ symbol, calls: await index[`find_${side}`]({ symbol_id: symbol.symbol_id, limit, offset }) });
	}
	if (side === "callers") found.unresolved = await unresolved(index, results[0]?.name ?? name, flags);
	return found;
}

/** Call sites have the last part of a qualified name alone. */
async function unresolved(index: StructuralIndex, name: string, flags: Flags): Promise<Found["unresolved"]> {
	const page = flags.unresolved ? { limit: flags.limit, offset: flags.offset } : { limit: 1 };
	const last = name.split(/\.|::/).at(-1) || name;
	for (const each of last === name ? [name] : [name, last]) {
		const { results, total, has_more } = await index.unresolved_calls({ name: each, ...page });
		if (total > 0) return { name: each, results: flags.unresolved ? results : [], total, has_more };
	}
	return { name, results: [], total: 0, has_more: false };
}

function describe(name: string, side: Side, found: Found, flags: Flags, framed: boolean): string {
	const { symbols, total, unresolved } = found;
	const offset = flags.offset ?? 0;
	let text = "";
	if (total === 0) text += `${nothing(name, found, flags)}\n`;
	if (total > symbols.length) text += `${total} symbols are named ${quoted(name)}; the first ${symbols.length}:\n\n`;
	else if (total > 1) text += `${total} symbols are named ${quoted(name)}; each is shown:\n\n`;
	for (const { symbol, calls } of symbols) {
		text += `${symbolLine(symbol)}\n${safe(symbol.symbol_id)}\n${callsText(calls, side, offset, framed)}\n`;
	}
	const more = total - symbols.length;
	if (more > 0) {
		text += `and ${count(more, "more symbol")} of that name: narrow with --file, --language or --namespace\n`;
	}
	// The same for all symbols of one name, so it is said once.
	if (total > 0 && unresolved) text += mayMeanIt(unresolved, flags.unresolved ?? false);
	if (unresolved && unresolved.total > 0 && flags.unresolved)
		text += `${callsText(unresolved, side, offset, framed)}\n`;
	return text + coverageLine(found.coverage);
}

function nothing(name: string, { unnarrowed, unresolved }: Found, flags: Flags): string {
	if (unnarrowed) {
		const named = unnarrowed === 1 ? "1 symbol is named" : `${unnarrowed} symbols are named`;
		const filters = (["language", "file", "namespace"] as const)
			.filter((each) => flags[each] !== undefined)
			.map((each) => `--${each} ${quoted(flags[each] as string)}`);
		return `${named} ${quoted(name)}, none with ${filters.join(" and ")}`;
	}
	const text = `nothing named ${quoted(name)} is defined here`;
	if (unresolved === undefined) return text;
	if (unresolved.total === 0) return `${text}, and no unresolved call site has that name`;
	const one = unresolved.total === 1;
	const what = unresolved.name === name ? "that name" : quoted(unresolved.name);
	const sites = `${count(unresolved.total, "unresolved call site")} ${one ? "calls" : "call"} ${what}`;
	return `${text}; ${sites}${flags.unresolved ? ":" : `: list ${one ? "it" : "them"} with --unresolved`}`;
}

function mayMeanIt({ total }: NonNullable<Found["unresolved"]>, listed: boolean): string {
	if (total === 0) return listed ? "no unresolved call site has this name\n" : "";
	const [have, them] = total === 1 ? ["has", "it"] : ["have", "them"];
	const sites = `${count(total, "unresolved call site")} ${have} this name and may mean it`;
	return `${sites}: ${listed ? "" : `list ${them} with --unresolved`}`.trimEnd().concat("\n");
}

function quoted(text: string): string {
	return safe(show(text));
}
