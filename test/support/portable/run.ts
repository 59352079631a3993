/** Runs suites where it is and tells each result: the side of the portable runner that the other runtime loads. */
import { startTests, type Task, type VitestRunner } from "@vitest/runner";
import { processError } from "@vitest/utils/error";
import type { Message, Problem } from "./messages.ts";

/** Milliseconds for one test or hook; vitest.config.ts has the same. */
const TIMEOUT = 60_000;

/** @param load imports the suites, which declare their tests meanwhile. */
export async function runSuites(load: () => Promise<unknown>, tell: (message: Message) => void): Promise<void> {
	const told = new Set<Task>();
	const tellEnd = (task: Task) => {
		if (told.has(task)) return;
		told.add(task);
		const problems = (task.result?.errors ?? []).map(problemOf);
		if (task.type === "test") {
			const skipped = task.mode !== "run";
			if (!skipped && task.result?.state !== "pass" && problems.length === 0)
				problems.push({ message: "it did not end" });
			tell({ kind: "test", name: nameOf(task), skipped, problems });
		} else {
			if (problems.length > 0) tell({ kind: "outside", name: nameOf(task), problems });
			task.tasks.forEach(tellEnd);
		}
	};
	const runner: VitestRunner = {
		config: {
			root: "/",
			name: undefined,
			setupFiles: [],
			passWithNoTests: false,
			testNamePattern: undefined,
			allowOnly: false,
			sequence: { seed: 0, hooks: "stack", setupFiles: "list" },
			chaiConfig: undefined,
			maxConcurrency: 1,
			testTimeout: TIMEOUT,
			hookTimeout: TIMEOUT,
			retry: 0,
			includeTaskLocation: false,
			tags: [],
			tagsFilter: undefined,
			strictTags: false,
		},
		importFile: load,
		onBeforeTryTask: (test) => tell({ kind: "start", name: nameOf(test) }),
		onAfterRunTask: tellEnd,
	};
	try {
		for (const file of await startTests(["/suites"], runner)) tellEnd(file);
	} catch (error) {
		tell({ kind: "outside", name: "", problems: [problemOf(processError(error))] });
	}
	tell({ kind: "end" });
}

const nameOf = (task: Task): string => task.fullTestName ?? "";
const problemOf = ({ name, message, stack, diff }: Problem): Problem => ({ name, message, stack, diff });
