/** Parses a command line, runs its verb, and turns every failure into one sentence and an exit code. */
import { Command, CommanderError } from "commander";
import { StructuralIndexError } from "../core/errors.ts";
import { spell } from "./args.ts";
import { exportCommand, importCommand } from "./commands/archives.ts";
import { buildCommand } from "./commands/build.ts";
import { callsCommand } from "./commands/calls.ts";
import { dumpCommand } from "./commands/dump.ts";
import { OPERATIONS, operationCommands } from "./commands/operations.ts";
import { searchCommand } from "./commands/search.ts";
import { statusCommand } from "./commands/status.ts";
import { whereCommand } from "./commands/where.ts";
import { EXIT, EXIT_HELP, exitCodeOf } from "./exit.ts";
import { hint } from "./hint.ts";
import { toJson } from "./print/json.ts";
import { safe } from "./print/text.ts";
import { type Library, type Terminal, write } from "./terminal.ts";

const NAME = "mantis-structural-index";

/**
 * @param argv without the interpreter and the script.
 * @returns the exit code; never throws.
 */
export async function run(argv: readonly string[], library: Library, terminal: Terminal): Promise<number> {
	const said = { help: "", error: "" };
	try {
		const root = program(library, terminal, said);
		const flags = root.commands.flatMap((verb) => verb.options);
		await root.parseAsync(spell(askedFor(argv, root), flags), { from: "user" });
		return EXIT.ok;
	} catch (error) {
		if (error instanceof CommanderError) {
			if (error.exitCode === 0) {
				await write(terminal.stdout, said.help);
				return EXIT.ok;
			}
			if (said.error === "") {
				await write(terminal.stderr, said.help);
				return EXIT.usage;
			}
			await report(
				argv,
				"invalid-argument",
				`${said.error.trim().replace(/\.$/, "")}${hint(argv, error.code)}`,
				terminal,
			);
			return EXIT.usage;
		}
		const code = error instanceof StructuralIndexError ? error.code : "internal";
		await report(argv, code, sentence(error), terminal);
		return exitCodeOf(error, terminal.interruptedBy());
	}
}

function program(library: Library, terminal: Terminal, said: { help: string; error: string }): Command {
	const root = new Command(NAME)
		.description("A structural index of source code: symbols, function boundaries, call sites, who calls whom.")
		.version(terminal.version)
		.configureHelp({
			subcommandTerm: (verb) =>
				[verb.name(), ...verb.registeredArguments.map((a) => (a.required ? a.name() : `[${a.name()}]`))].join(" "),
		})
		.addHelpText("after", `\nHyphens mean the same as underscores: find-callers, --state-root.\n${EXIT_HELP}`);
	const verbs = [
		buildCommand(library, terminal),
		callsCommand("callers", library, terminal),
		callsCommand("callees", library, terminal),
		searchCommand(library, terminal),
		whereCommand(library, terminal),
		statusCommand(library, terminal),
		dumpCommand(library, terminal),
		exportCommand(library, terminal),
		importCommand(library, terminal),
		...operationCommands(library, terminal),
	];
	for (const verb of verbs) root.addCommand(verb);
	for (const each of [root, ...verbs]) {
		each.exitOverride();
		each.configureOutput({
			writeOut: (text) => {
				said.help += text;
			},
			// Commander sends help here, too, when a verb is missing.
			writeErr: (text) => {
				said.help += text;
			},
			outputError: (text) => {
				said.error += text;
			},
		});
	}
	return root;
}

/** `help` with a verb that is none is that verb, so that the error names it. */
function askedFor(argv: readonly string[], root: Command): readonly string[] {
	const [verb, of] = argv;
	if (verb !== "help" || of === undefined || of.startsWith("-")) return argv;
	if (of === "help") return [of];
	const known = root.commands.some((each) => each.name() === of || each.aliases().includes(of));
	return known ? argv : [of];
}

/** The message as one line that ends like a sentence of ours. */
function sentence(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

async function report(argv: readonly string[], code: string, message: string, terminal: Terminal): Promise<void> {
	const text = message
		.replace(/^error: /, "")
		.trim()
		.replace(/\s*\n\s*/g, " ");
	await write(terminal.stderr, `${NAME}: ${safe(text)} [${code}]\n`);
	if (wantsJson(argv)) await write(terminal.stdout, toJson({ error: { code, message: text } }));
}

/** Also of a command line that could not be parsed. */
function wantsJson(argv: readonly string[]): boolean {
	return argv.includes("--json") || Object.hasOwn(OPERATIONS, (argv[0] ?? "").replaceAll("-", "_"));
}
