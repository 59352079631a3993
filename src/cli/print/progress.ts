/** Progress of a build on stderr: a bar on a terminal, a line every two seconds elsewhere, nothing when quiet. */
import { SingleBar } from "cli-progress";
import type { ProgressEvent } from "../../core/types.ts";
import type { Terminal } from "../terminal.ts";

const LINE_EVERY_MS = 2000;
const ETA_AFTER_MS = 1000;
const ETA_AFTER_SHARE = 0.05;

export interface ProgressView {
	show(event: ProgressEvent): void;
	/** Takes the bar away; further events are ignored. */
	end(): void;
}

export function progressView(stderr: Terminal["stderr"], quiet: boolean): ProgressView {
	if (quiet) return { show: () => {}, end: () => {} };
	return stderr.isTTY ? bars(stderr) : lines(stderr);
}

function bars(stderr: Terminal["stderr"]): ProgressView {
	let bar: SingleBar | undefined;
	let phase: ProgressEvent["phase"] | undefined;
	let since = 0;
	let ended = false;
	return {
		show(event) {
			if (ended) return;
			const detail = describe(event, phase === event.phase ? since : event.elapsed_ms);
			// Bytes foretell the end better than files do, where they are known.
			const [done, total] = event.total_bytes > 0 ? [event.bytes, event.total_bytes] : [event.done, event.total];
			if (phase !== event.phase) {
				bar?.stop();
				phase = event.phase;
				since = event.elapsed_ms;
				// gracefulExit would take SIGINT from main.ts.
				const options = { clearOnComplete: true, gracefulExit: false, barsize: 24, stream: stderr };
				bar = new SingleBar({ ...options, format: "{phase} [{bar}] {detail}", emptyOnZero: true });
				bar.start(total, done, { phase: phase.padEnd(7), detail });
			} else {
				bar?.setTotal(total);
				bar?.update(done, { detail });
			}
		},
		end() {
			ended = true;
			bar?.stop();
		},
	};
}

function lines(stderr: Terminal["stderr"]): ProgressView {
	let last = Number.NEGATIVE_INFINITY;
	let phase: ProgressEvent["phase"] | undefined;
	let since = 0;
	let ended = false;
	return {
		show(event) {
			if (phase !== event.phase) {
				phase = event.phase;
				since = event.elapsed_ms;
			}
			// A phase that has found nothing yet and does not know how much there is has nothing to say.
			if (event.done === 0 && event.total === 0) return;
			if (ended || event.elapsed_ms - last < LINE_EVERY_MS) return;
			last = event.elapsed_ms;
			stderr.write(`${event.phase}: ${describe(event, since)}\n`);
		},
		end() {
			ended = true;
		},
	};
}

/**
 * Files, rate and time left of a phase; MB are 10^6 bytes, the rate is the mean since the phase began. The time left is a
 * guess from that mean, so it is not made before there is one: a second and a twentieth of the work.
 * @param since `elapsed_ms` when the phase began.
 */
export function describe(event: ProgressEvent, since: number): string {
	const ms = event.elapsed_ms - since;
	const parts = [event.total > 0 ? `${event.done}/${event.total} files` : `${event.done} files`];
	if (event.phase === "link" || event.phase === "publish") return `${seconds(event.elapsed_ms)} since the start`;
	if (ms > 0 && event.bytes > 0) parts.push(`${(event.bytes / ms / 1000).toFixed(1)} MB/s`);
	const share =
		event.total_bytes > 0 ? event.bytes / event.total_bytes : event.total > 0 ? event.done / event.total : 0;
	if (ms >= ETA_AFTER_MS && share >= ETA_AFTER_SHARE && share < 1)
		parts.push(`ETA ${seconds((ms * (1 - share)) / share)}`);
	return parts.join(", ");
}

/** `4.2 s`, `1 min 05 s`. */
export function seconds(ms: number): string {
	if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
	const whole = Math.round(ms / 1000);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}
