/** What a runtime tells of the suites it runs, as JSON. */

export interface Problem {
	name?: string;
	message: string;
	stack?: string;
	diff?: string;
}

export type Message =
	/** Told before a test, so that a runtime that dies leaves the name of what it was at. */
	| { kind: "start"; name: string }
	/** A test's end; without problems it has passed, or did not run when `skipped`. */
	| { kind: "test"; name: string; skipped: boolean; problems: Problem[] }
	/** Something failed outside the tests: a hook, or the loading of the suites. */
	| { kind: "outside"; name: string; problems: Problem[] }
	/** The last message. */
	| { kind: "end" };
