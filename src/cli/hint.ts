/** What was probably meant by a command line that commander refused. */
import { OPERATIONS } from "./commands/operations.ts";

const VERBS = ["build", "callers", "callees", "search", "where", "status", "dump", "export", "import"];

/**
 * @param code commander's, e.g. `commander.unknownOption`.
 * @returns text to put after the message, or "".
 */
export function hint(argv: readonly string[], code: string): string {
	const words = argv.map((word) => (word.startsWith("--") ? word : word.replaceAll("-", "_")));
	const first = words[0] ?? "";
	if (code === "commander.unknownOption" && first.startsWith("-")) {
		const verb = words.find((word) => VERBS.includes(word) || Object.hasOwn(OPERATIONS, word));
		return verb === undefined ? "" : `; flags go after the verb: ${verb} ${argv[0]} …`;
	}
	if (!Object.hasOwn(OPERATIONS, first)) return "";
	const { required } = OPERATIONS[first as keyof typeof OPERATIONS];
	if (code === "commander.unknownOption" && required[0] === "symbol_id") {
		const at = argv.findIndex((word) => /^--name(=|$)/.test(word));
		if (at < 0) return "";
		const name = (argv[at] as string).slice("--name=".length) || argv[at + 1] || "NAME";
		return `; ${first} goes by --symbol_id, "${first.replace("find_", "")} ${name}" by name`;
	}
	if (code === "commander.excessArguments") {
		const word = argv.slice(1).find((each, i) => !each.startsWith("-") && !(argv[i] as string).startsWith("--"));
		if (word !== undefined && required[0] !== undefined) return `; use --${required[0]} ${word}`;
	}
	return "";
}
