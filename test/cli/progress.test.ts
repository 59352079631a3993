/** Progress: plain lines at most every two seconds, a bar on a terminal, silence when quiet. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { describe as describeEvent, progressView, seconds } from "../../src/cli/print/progress.ts";
import type { ProgressEvent } from "../../src/core/types.ts";

const at = (elapsed_ms: number, over: Partial<ProgressEvent> = {}): ProgressEvent => ({
	...{ phase: "index", done: 100, total: 400, bytes: 1_000_000, total_bytes: 4_000_000 },
	elapsed_ms,
	...over,
});

function shown(tty: boolean, quiet: boolean, events: ProgressEvent[]): string {
	const stream = Object.assign(new PassThrough(), {
		isTTY: tty,
		columns: 100,
		cursorTo() {},
		clearLine() {},
		moveCursor() {},
	});
	const view = progressView(stream, quiet);
	for (const event of events) view.show(event);
	view.end();
	view.show(at(99_000));
	return String(stream.read() ?? "");
}

test("files, rates and the time left", () => {
	expect(describeEvent(at(3000), 1000)).toBe("100/400 files, 0.5 MB/s, ETA 6.0 s");
	expect(describeEvent(at(0, { phase: "scan", done: 7, total: 0, bytes: 0, total_bytes: 0 }), 0)).toBe("7 files");
	expect(describeEvent(at(4200, { phase: "link" }), 0)).toBe("4.2 s since the start");
	expect(describeEvent(at(3000, { done: 400, bytes: 4_000_000 }), 1000)).not.toContain("ETA");
	expect(describeEvent(at(1999), 1000)).not.toContain("ETA");
	expect(describeEvent(at(9000, { bytes: 199_999 }), 1000)).not.toContain("ETA");
	expect(describeEvent(at(9000, { bytes: 200_000 }), 1000)).toContain("ETA");
	expect([seconds(59_400), seconds(61_000), seconds(125_000)]).toEqual(["59 s", "1 min 01 s", "2 min 05 s"]);
});

test("lines at most every two seconds", () => {
	const events = Array.from({ length: 51 }, (_, i) => at(i * 100, { done: i, bytes: i * 1000 }));
	expect(
		shown(false, false, events)
			.trim()
			.split("\n")
			.map((line) => line.slice(0, 14)),
	).toEqual(["index: 0/400 f", "index: 20/400 ", "index: 40/400 "]);
});

test("a phase that has found nothing yet is not a line", () => {
	const scan = (ms: number, found: number) =>
		at(ms, { phase: "scan", done: found, total: found, bytes: 0, total_bytes: 0 });
	expect(shown(false, false, [scan(0, 0), scan(9, 4)])).toBe("scan: 4/4 files\n");
	expect(shown(false, false, [scan(0, 0)])).toBe("");
});

test("a bar on a terminal, with the phase", () => {
	const text = shown(true, false, [
		at(0, { phase: "scan", total: 0, total_bytes: 0 }),
		at(1000),
		at(2000, { done: 200 }),
	]);
	expect(text).toContain("scan    [");
	expect(text).toContain("index   [");
	expect(text).toContain("100/400 files");
});

test("nothing when quiet", () => {
	expect(shown(true, true, [at(0), at(5000)])).toBe("");
});
