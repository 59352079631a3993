/** Runtimes that are a command: Deno, another Node, Bun. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import type { Runtime } from "./emit.ts";

/** Begins the lines of stdout that are messages; what else is printed is kept for the reason of a failure. */
const MARK = "\u0001portable ";
/** Characters of output kept. */
const KEPT = 4000;

/** `command ...args bundle.mjs`. */
export function processRuntime(name: string, target: string, command: string, args: readonly string[]): Runtime {
	return {
		name,
		target,
		tell: `globalThis.tell = (json) => console.log(${JSON.stringify(MARK)} + json);`,
		run(bundle, tell, signal) {
			const child = spawn(command, [...args, bundle], {
				stdio: ["ignore", "pipe", "pipe"],
				signal,
				killSignal: "SIGKILL",
			});
			let printed = "";
			const keep = (text: string) => {
				printed = (printed + text).slice(-KEPT);
			};
			child.stderr.on("data", (chunk) => keep(String(chunk)));
			const lines = createInterface({ input: child.stdout });
			lines.on("line", (line) => (line.startsWith(MARK) ? tell(line.slice(MARK.length)) : keep(`${line}\n`)));
			const drained = new Promise((done) => lines.once("close", done));
			return new Promise((resolve) => {
				child.on("error", (error) => {
					// Once aborted there is a process, whose end is waited for.
					if (child.pid === undefined) resolve(`${command} did not start: ${error.message}`);
				});
				child.on("close", (code, killed) => {
					void drained.then(() =>
						resolve(`${killed ? `killed by ${killed}` : `exit code ${code}`}\n${printed}`.trim()),
					);
				});
			});
		},
	};
}

/** The real Deno of the npm package: its command is a script, and killing that leaves Deno running. */
export const DENO: string = createRequire(import.meta.url)("deno/install_api.cjs").runInstall();

/** @param permissions what the suites may, as `--allow-…` flags. */
export function denoRuntime(permissions: readonly string[] = ["--allow-all"]): Runtime {
	const args = ["run", "--no-prompt", "--no-check", "--cached-only", "--node-modules-dir=manual", ...permissions];
	return processRuntime("deno", "es2022", DENO, args);
}
