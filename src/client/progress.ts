/** Progress events of one build: at most ten a second, and always one when a phase ends. */
import type { Clock } from "../core/host.ts";
import type { BuildPhase, ProgressEvent } from "../core/types.ts";

const INTERVAL_MS = 100;

export class Progress {
	private readonly clock: Clock;
	private readonly listener: ((event: ProgressEvent) => void) | undefined;
	private readonly began: number;
	private last = Number.NEGATIVE_INFINITY;
	private event: ProgressEvent = { phase: "scan", done: 0, total: 0, bytes: 0, total_bytes: 0, elapsed_ms: 0 };

	constructor(clock: Clock, listener: ((event: ProgressEvent) => void) | undefined) {
		this.clock = clock;
		this.listener = listener;
		this.began = clock.ticks();
	}

	get elapsed_ms(): number {
		return Math.round(this.clock.ticks() - this.began);
	}

	begin(phase: BuildPhase, total: number, total_bytes = 0): void {
		this.event = { ...this.event, phase, done: 0, total, bytes: 0, total_bytes };
		this.last = Number.NEGATIVE_INFINITY;
		this.report(false);
	}

	/** A phase of unknown length counts what it has found as done and as total. */
	found(count: number): void {
		this.event.done = this.event.total = count;
		this.report(false);
	}

	advance(bytes: number): void {
		this.event.done++;
		this.event.bytes += bytes;
		this.report(false);
	}

	/** The phase is done. */
	end(): void {
		const { total, total_bytes } = this.event;
		this.event = { ...this.event, done: total, bytes: total_bytes };
		this.report(true);
	}

	private report(always: boolean): void {
		const now = this.clock.ticks();
		if (this.listener === undefined || (!always && now - this.last < INTERVAL_MS)) return;
		this.last = now;
		this.listener({ ...this.event, elapsed_ms: this.elapsed_ms });
	}
}
