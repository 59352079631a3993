#!/usr/bin/env node
/** The command: lends the process to run.ts. */
import { readFileSync } from "node:fs";
import { buildIndex, exportIndex, importIndex, openIndex } from "../node/index.ts";
import { EXIT } from "./exit.ts";
import { interrupts } from "./interrupts.ts";
import { run } from "./run.ts";

// `| head` closes the pipe early: that is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
	stream.on("error", (error: NodeJS.ErrnoException) =>
		process.exit(error.code === "EPIPE" ? EXIT.ok : EXIT.unexpected),
	);
}

let grace: NodeJS.Timeout | undefined;
const stopping = interrupts({
	now: () => performance.now(),
	later: (run, ms) => {
		grace = setTimeout(run, ms);
	},
	exit: (signal) => process.exit(signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated),
	giveUp: () => process.stderr.write("mantis-structural-index: could not clean up in time, ended [aborted]\n"),
});

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
	version: string;
};

process.exitCode = await run(
	process.argv.slice(2),
	{ buildIndex, openIndex, exportIndex, importIndex },
	{
		stdout: process.stdout,
		stderr: process.stderr,
		interrupts() {
			process.on("SIGINT", stopping.on).on("SIGTERM", stopping.on);
			return stopping.signal;
		},
		interruptedBy: stopping.by,
		version,
	},
);
// What ended in time need not wait; a worker that outlives it still meets the end of the grace.
grace?.unref();
