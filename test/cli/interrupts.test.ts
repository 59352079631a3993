/** Signals: the first asks, an echo of it is the same one, the second ends at once, and so does time. */
import { expect, test } from "vitest";
import { interrupts, type Signal } from "../../src/cli/interrupts.ts";

function setup() {
	const said: string[] = [];
	const waiting: { run: () => void; ms: number }[] = [];
	const clock = { now: 1000 };
	const stopping = interrupts({
		now: () => clock.now,
		later: (run, ms) => waiting.push({ run, ms }),
		exit: (signal: Signal) => said.push(`exit ${signal}`),
		giveUp: () => said.push("give up"),
	});
	return { ...stopping, said, waiting, clock };
}

test("the first one asks for an end", () => {
	const { on, signal, by, said } = setup();
	expect([signal.aborted, by()]).toEqual([false, undefined]);
	on("SIGTERM");
	expect([signal.aborted, by(), said]).toEqual([true, "SIGTERM", []]);
});

test("the same one within 500 ms is an echo, later it ends at once", () => {
	const { on, by, said, clock, waiting } = setup();
	on("SIGINT");
	clock.now += 499;
	on("SIGINT");
	expect(said).toEqual([]);
	clock.now += 1;
	on("SIGINT");
	expect([said, by(), waiting.length]).toEqual([["exit SIGINT"], "SIGINT", 1]);
});

test("another one is no echo", () => {
	const { on, said } = setup();
	on("SIGINT");
	on("SIGTERM");
	expect(said).toEqual(["exit SIGTERM"]);
});

test("what hangs is ended after two seconds, with the code of the first", () => {
	const { on, said, waiting } = setup();
	on("SIGTERM");
	expect(waiting.map(({ ms }) => ms)).toEqual([2000]);
	waiting[0]?.run();
	expect(said).toEqual(["give up", "exit SIGTERM"]);
});
