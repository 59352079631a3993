/** Ctrl-C and SIGTERM: the first asks for an end, the second makes one, and so does time. */

/**
 * `timeout`, npm and a terminal's process group can each pass the same Ctrl-C on: what comes again this soon, in
 * milliseconds, is the same one.
 */
const SAME_MS = 500;
/** Milliseconds for cleaning up; a build ends its workers and removes its temporary files in a tenth of this. */
const GRACE_MS = 2000;

export type Signal = "SIGINT" | "SIGTERM";

/** What the process lends. */
export interface Ending {
	now(): number;
	/** Calls `run` once, later. */
	later(run: () => void, ms: number): void;
	exit(signal: Signal): void;
	/** Says that the time for cleaning up is over. */
	giveUp(): void;
}

export interface Interrupts {
	signal: AbortSignal;
	by(): Signal | undefined;
	on(signal: Signal): void;
}

export function interrupts({ now, later, exit, giveUp }: Ending): Interrupts {
	const controller = new AbortController();
	let first: { signal: Signal; at: number } | undefined;
	return {
		signal: controller.signal,
		by: () => first?.signal,
		on(signal) {
			if (first === undefined) {
				first = { signal, at: now() };
				later(() => {
					giveUp();
					exit(signal);
				}, GRACE_MS);
				controller.abort();
			} else if (signal !== first.signal || now() - first.at >= SAME_MS) exit(signal);
		},
	};
}
