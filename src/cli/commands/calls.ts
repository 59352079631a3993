/** `callers` and `callees`: for people, by name. An ambiguous name shows every symbol it may mean, never one. */
import type { Command } from "commander";
import { StructuralIndexError, show } from "../../core/errors.ts";
import type { CallsAnswer, Coverage, StructuralIndex, SymbolRow } from "../../core/types.ts";
import { asJson, command, limit, narrowing, offset, stateRoot } from "../args.ts";
import { toJson } from "../print/json.ts";
import { callsText, coverageLine, safe, symbolLine } from "../print/text.ts";
import { type Library, type Terminal, write } from "../terminal.ts";
import { openForPeople } from "./people.ts";

type Side = "callers" | "callees";

/** Symbols of one name that get their calls shown; the rest are counted, and the flags narrow. */
const MOST_SYMBOLS = 20;

interface Flags {
	language?: string;
	file?: string;
	namespace?: string;
	limit?: number;
	offset?: number;
	state_root?: string;
	json?: boolean;
}

interface Found {
	/** Symbols of the name; one that was given by id is known by its id alone. */
	symbols: { symbol: SymbolRow | { symbol_id: string }; calls: CallsAnswer }[];
	total: number;
	ambiguous: boolean;
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
	for (const option of narrowing()) verb.addOption(option);
	return verb.action(async (name: string, flags: Flags) => {
		await using index = await openForPeople(library, flags.state_root);
		const found = await find(index, side, name, flags);
		const framed = terminal.stdout.isTTY ?? false;
		await write(terminal.stdout, flags.json ? toJson({ name, ...found }) : describe(name, side, found, framed));
	});
}

async function find(index: StructuralIndex, side: Side, name: string, flags: Flags): Promise<Found> {
	const { language, file, namespace, limit, offset } = flags;
	const calls = (symbol_id: string) => index[`find_${side}`]({ symbol_id, limit, offset });
	const matches = await index.resolve_symbol({ name, language, file, namespace, limit: MOST_SYMBOLS });
	const { total, ambiguous, coverage } = matches;
	if (total === 0) {
		const answer = await calls(name).catch((error: unknown) => {
			if (error instanceof StructuralIndexError && error.code === "symbol-not-found") return undefined;
			throw error;
		});
		if (answer)
			return { symbols: [{ symbol: { symbol_id: name }, calls: answer }], total: 1, ambiguous: false, coverage };
	}
	const symbols: Found["symbols"] = [];
	for (const symbol of matches.results) symbols.push({ symbol, calls: await calls(symbol.symbol_id) });
	return { symbols, total, ambiguous, coverage };
}

function describe(name: string, side: Side, found: Found, framed: boolean): string {
	if (found.total === 0) return `no indexed symbol is named ${safe(show(name))}\n${coverageLine(found.coverage)}`;
	let text = "";
	if (found.total > 1) text += `${found.total} symbols are named ${safe(show(name))}; each is shown:\n\n`;
	for (const { symbol, calls } of found.symbols) {
		if ("name" in symbol) text += `${symbolLine(symbol)}\n`;
		text += `${safe(symbol.symbol_id)}\n${callsText(calls, side, framed)}\n`;
	}
	const more = found.total - found.symbols.length;
	if (more > 0) text += `and ${more} more symbols of that name: narrow with --file, --language or --namespace\n`;
	// The same for all symbols of one name, so it is said once.
	const unresolved = Math.max(0, ...found.symbols.map(({ calls }) => calls.unresolved_same_name ?? 0));
	if (unresolved > 0)
		text += `${unresolved} unresolved call sites have this name and may mean it: search the text too\n`;
	return text + coverageLine(found.coverage);
}
