/**
 * The flags of the command line. They are spelt as in the data contract, with underscores; the same flag with hyphens
 * means the same. Values are only turned into their type here: ranges belong to the library, which says them once.
 */
import { Command, Option } from "commander";
import { invalidArgument } from "../core/errors.ts";

/** @param spec e.g. `--limit <n>`: its name in the contract's spelling. */
export function flag(spec: string, description: string): Option {
	return new Option(spec, description);
}

/** The command line with every known flag in the contract's spelling; values and unknown flags stay as they are. */
export function spell(argv: readonly string[], known: readonly Option[]): string[] {
	const byName = new Map(known.map((option) => [option.long, option]));
	const out: string[] = [];
	for (let i = 0; i < argv.length; i++) {
		const word = argv[i] as string;
		if (word === "--") return [...out, ...argv.slice(i)];
		const [name = "", ...value] = word.split("=");
		const option = name.startsWith("--") ? byName.get(`--${name.slice(2).replaceAll("-", "_")}`) : undefined;
		out.push(option ? [option.long, ...value].join("=") : word);
		// The next word is this flag's value, whatever it looks like.
		if (option?.required && value.length === 0 && i + 1 < argv.length) out.push(argv[++i] as string);
	}
	return out;
}

/** A flag with a number. @throws StructuralIndexError `invalid-argument` when the text is none. */
export function numberFlag(spec: string, description: string): Option {
	const option = flag(spec, description);
	return option.argParser((text: string) => toNumber(option.name(), text));
}

/** A flag that may be given several times. */
export function repeatedFlag(spec: string, description: string): Option {
	return flag(spec, description).argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
}

/** A flag with a comma-separated list. */
export function listFlag(spec: string, description: string): Option {
	return flag(spec, description).argParser((text: string) =>
		text
			.split(",")
			.map((part) => part.trim())
			.filter((part) => part !== ""),
	);
}

/** @throws StructuralIndexError `invalid-argument`. */
export function toNumber(name: string, text: string): number {
	const value = text.trim() === "" ? Number.NaN : Number(text);
	if (!Number.isFinite(value)) throw invalidArgument(name, "a number", text);
	return value;
}

/**
 * `src/a.py:12` in its parts. A column after it, as editors and compilers write, is passed over; a file whose own name ends
 * like a line is therefore asked for with one. @throws StructuralIndexError `invalid-argument`.
 */
export function toPlace(text: string): { file: string; line: number } {
	const match = /^(.+?):(\d+)(?::\d+)?$/s.exec(text);
	if (!match) throw invalidArgument("FILE:LINE", "a path, a colon and a line number", text);
	return { file: match[1] as string, line: Number(match[2]) };
}

/** @returns a command with its example under the help text. */
export function command(name: string, summary: string, example: string): Command {
	return new Command(name)
		.description(summary)
		.allowExcessArguments(false)
		.addHelpText("after", `\nExample:\n  $ mantis-structural-index ${example}`);
}

export const stateRoot = () => flag("--state_root <folder>", "the index is in <folder>/workspace (default: .)");
export const asJson = () => flag("--json", "print the result as JSON on stdout");
/** @param most as in the library. */
export const limit = (most = 1000) => numberFlag("--limit <n>", `most results, 1..${most} (default: 100)`);
export const offset = () => numberFlag("--offset <n>", "results to leave out first (default: 0)");
export const narrowing = () => [
	flag("--language <id>", "only symbols of this language"),
	flag("--file <path>", "only symbols of this file (relative to the source root)"),
	flag("--namespace <name>", "only symbols of this module or package"),
];
export const searching = () => [
	flag("--language <id>", "only symbols of this language"),
	flag("--kind <kind>", "only symbols of this kind, e.g. function"),
];
