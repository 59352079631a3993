/** Test files run by vitest in another Node, shown as tests of this process. */
import { execFile } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { declareTests, type Outcome } from "./emit.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Milliseconds for a whole run. */
const PATIENCE = 300_000;

/** The parts that are read of vitest's JSON report. */
interface Report {
	testResults: {
		name: string;
		status: string;
		message: string;
		assertionResults: { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] }[];
	}[];
}

/** @param files filters, as `vitest run` takes them. @param root a folder with a vitest configuration of its own. */
export async function collectVitest(node: string, files: readonly string[], root = ROOT): Promise<Outcome> {
	const outcome: Outcome = { tests: [], faults: [] };
	const fault = (name: string, message: string) => outcome.faults.push({ name, problems: [{ message }] });
	const report = `${ROOT}.build/portable/vitest-${process.pid}-${Date.now()}.json`;
	await mkdir(dirname(report), { recursive: true });
	const args = [`${ROOT}node_modules/vitest/vitest.mjs`, "run", ...files, "--reporter=json", `--outputFile=${report}`];
	// The variables of the vitest that runs this are not the other's.
	const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|NODE_ENV|TEST$)/.test(key)));
	const options = { cwd: root, env, timeout: PATIENCE, killSignal: "SIGKILL", maxBuffer: 2 ** 28 } as const;
	const ended = await promisify(execFile)(node, args, options).catch((error) => error as Error & { stderr?: string });
	const told = await readFile(report, "utf8").catch(() => undefined);
	await rm(report, { force: true });
	if (told === undefined) {
		const words = ended instanceof Error ? `${ended.message}\n${ended.stderr ?? ""}` : ended.stderr;
		fault("runs to its end", `vitest left no report: ${words}`);
		return outcome;
	}
	for (const { name, status, message, assertionResults } of (JSON.parse(told) as Report).testResults) {
		const file = relative(root, name);
		if (status === "failed" && !assertionResults.some((result) => result.status === "failed")) fault(file, message);
		for (const { ancestorTitles, title, status, failureMessages } of assertionResults) {
			outcome.tests.push({
				kind: "test",
				name: [file, ...ancestorTitles, title].join(" > "),
				skipped: status !== "passed" && status !== "failed",
				problems:
					status === "failed"
						? (failureMessages.length ? failureMessages : ["failed"]).map((message) => ({ message }))
						: [],
			});
		}
	}
	const failed = outcome.faults.length > 0 || outcome.tests.some(({ problems }) => problems.length > 0);
	if (outcome.tests.length === 0) fault("has tests", `no test matched ${files.join(" ")}`);
	else if (ended instanceof Error && !failed) fault("runs to its end", `${ended.message}\n${ended.stderr ?? ""}`);
	return outcome;
}

/** Declares a test for each test of these files. At the top level of a test file. */
export async function runVitest(node: { name: string; path: string }, files: readonly string[]): Promise<void> {
	declareTests(`in ${node.name}`, await collectVitest(node.path, files));
}
