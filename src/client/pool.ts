/**
 * The parse workers. Each has one file in work and one posted behind it, so that it never waits for the main thread. The
 * posted bytes are copies (a memcpy, 1 % of a parse): a file that must go to another worker is still here.
 *
 * The outcome of a file depends on the file alone, never on what ran beside it. A worker's death is therefore held
 * against the file it had in work only when a second worker, given that file and nothing else, dies of it too.
 */
import { wrap } from "comlink";
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import type { Clock, WorkerHandle, WorkerMaker } from "../core/host.ts";
import {
	type ExtractRequest,
	type ExtractResult,
	type LanguageSetup,
	type ParseWorkerCalls,
	PROTOCOL_VERSION,
} from "../core/protocol/calls.ts";
import { release } from "../core/protocol/release.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";

export interface PoolSetup {
	workers: WorkerMaker;
	clock: Clock;
	size: number;
	/** Called once, when the first worker is started: the bytes of web-tree-sitter.wasm and all languages, compiled. */
	prepare(): Promise<{ runtime: Uint8Array; languages: readonly LanguageSetup[] }>;
	limits?: Partial<PoolLimits>;
}

export interface PoolLimits {
	/** A worker whose wasm memory has grown beyond this is replaced: it never shrinks. Default 256 MiB. */
	heap_bytes: number;
	/** A worker is replaced after this many files: what leaks in it, leaks no further. Default 20 000. */
	files: number;
	/** Workers that end before they are ready, one after another, until the pool gives up. Default 10. */
	failed_starts: number;
	/** Milliseconds a worker may take to get ready. Default 60 000. */
	start_ms: number;
	/** Milliseconds beyond twice a file's own budget until its worker is ended by force. Default 5000. */
	grace_ms: number;
}

const DEFAULT_LIMITS: PoolLimits = {
	heap_bytes: 256 * 1024 * 1024,
	files: 20_000,
	failed_starts: 10,
	start_ms: 60_000,
	grace_ms: 5_000,
};

interface Job {
	request: ExtractRequest;
	/** Workers that died while they had it in work. */
	deaths: number;
	resolve(result: ExtractResult): void;
	reject(error: unknown): void;
}

interface Slot {
	handle: WorkerHandle;
	calls: ParseWorkerCalls;
	ready: boolean;
	/** In work, then posted behind it: a worker answers in order. */
	jobs: Job[];
	files: number;
	/** Ended, or about to be: gets no more files. */
	retiring: boolean;
	stopTimer: () => void;
}

export class ParsePool {
	private readonly setup: PoolSetup;
	private readonly limits: PoolLimits;
	private readonly slots = new Set<Slot>();
	private readonly waiting: Job[] = [];
	/** Terminations under way. */
	private readonly ending = new Set<Promise<void>>();
	private prepared: ReturnType<PoolSetup["prepare"]> | undefined;
	private failedStarts = 0;
	private failure: unknown;
	private stopped = false;

	constructor(setup: PoolSetup) {
		this.setup = setup;
		this.limits = { ...DEFAULT_LIMITS, ...setup.limits };
		installWireErrors();
	}

	/** How many files can be given to it before one waits here. */
	get capacity(): number {
		return this.setup.size * 2;
	}

	/**
	 * Resolves also for a file that cannot be parsed, hangs or kills its worker: `failed` with the reason.
	 * @throws StructuralIndexError `worker-failed` when workers cannot be started; what `init` or `addLanguage` threw; what
	 * `stop` was given.
	 */
	extract(request: ExtractRequest): Promise<ExtractResult> {
		return new Promise((resolve, reject) => {
			if (this.stopped) return reject(this.failure);
			this.waiting.push({ request, deaths: 0, resolve, reject });
			this.dispatch();
		});
	}

	/** Ends all workers at once; files not answered are rejected with `reason`. Again is harmless. */
	async stop(reason: unknown = new StructuralIndexError("internal", "parse pool was stopped")): Promise<void> {
		if (this.stopped) {
			await Promise.all(this.ending);
			return;
		}
		this.stopped = true;
		this.failure = reason;
		const slots = [...this.slots];
		for (const job of [...slots.flatMap((slot) => slot.jobs), ...this.waiting]) job.reject(reason);
		this.waiting.length = 0;
		for (const slot of slots) this.end(slot);
		await Promise.all(this.ending);
	}

	/** Gives waiting files to workers, starting as many as there is work for. */
	private dispatch(): void {
		while (!this.stopped && this.waiting.length > 0) {
			const job = this.waiting[0] as Job;
			const slot = this.slotFor(job);
			if (slot === undefined) {
				if (this.slots.size < this.setup.size) this.start();
				return;
			}
			this.waiting.shift();
			this.post(slot, job);
		}
	}

	/** The least busy ready worker with room. A file that a worker died of goes to one that has done nothing, alone. */
	private slotFor(job: Job): Slot | undefined {
		let best: Slot | undefined;
		let starting = 0;
		for (const slot of this.slots) {
			if (slot.retiring) continue;
			if (!slot.ready) starting++;
			else if (job.deaths > 0 ? slot.files === 0 && slot.jobs.length === 0 : this.hasRoom(slot)) {
				if (best === undefined || slot.jobs.length < best.jobs.length) best = slot;
			}
		}
		if (job.deaths > 0) {
			// Every worker has a past: the first idle one makes room for a fresh one.
			if (best === undefined && starting === 0 && this.slots.size === this.setup.size) this.retireOne();
			return best;
		}
		// A worker that is starting does better than a second place.
		const soon = starting > 0 || this.slots.size < this.setup.size;
		return soon && best?.jobs.length === 1 ? undefined : best;
	}

	private hasRoom(slot: Slot): boolean {
		return slot.jobs.length < 2 && !slot.jobs.some((job) => job.deaths > 0);
	}

	private retireOne(): void {
		const slots = [...this.slots];
		if (slots.some((slot) => slot.retiring)) return;
		const slot = slots.find((slot) => slot.jobs.length === 0) ?? slots[0];
		if (slot !== undefined) this.retire(slot);
	}

	private retire(slot: Slot): void {
		slot.retiring = true;
		if (slot.jobs.length === 0) this.end(slot);
	}

	private end(slot: Slot): void {
		slot.retiring = true;
		slot.jobs = [];
		slot.stopTimer();
		this.slots.delete(slot);
		const ending = slot.handle.terminate().finally(() => this.ending.delete(ending));
		this.ending.add(ending);
		release(slot.calls);
	}

	private start(): void {
		let handle: WorkerHandle;
		try {
			handle = this.setup.workers.spawn("parse");
		} catch (error) {
			this.startFailed(messageOf(error), error);
			return;
		}
		const calls = wrap<ParseWorkerCalls>(handle.endpoint as unknown as Parameters<typeof wrap>[0]) as ParseWorkerCalls;
		const slot: Slot = { handle, calls, ready: false, jobs: [], files: 0, retiring: false, stopTimer: () => {} };
		this.slots.add(slot);
		slot.stopTimer = this.setup.clock.timer(this.limits.start_ms, () => {
			this.end(slot);
			this.startFailed(`not ready after ${this.limits.start_ms} ms`);
		});
		handle.onExit((reason) => this.exited(slot, reason));
		void this.makeReady(slot).catch((error) => this.stop(error));
	}

	private async makeReady(slot: Slot): Promise<void> {
		this.prepared ??= this.setup.prepare();
		const { runtime, languages } = await this.prepared;
		// It may end while it is waited for.
		const isHere = () => this.slots.has(slot);
		if (isHere()) await slot.calls.init({ version: PROTOCOL_VERSION, runtime });
		for (const language of languages) if (isHere()) await slot.calls.addLanguage(language);
		if (!isHere()) return;
		this.failedStarts = 0;
		slot.stopTimer();
		slot.ready = true;
		this.dispatch();
	}

	private startFailed(reason: string, cause?: unknown): void {
		this.failedStarts++;
		if (this.failedStarts < this.limits.failed_starts) {
			this.dispatch();
			return;
		}
		const message = `parse worker could not be started, ${this.failedStarts} times in a row: ${reason}`;
		void this.stop(new StructuralIndexError("worker-failed", message, { cause }));
	}

	private exited(slot: Slot, reason: string): void {
		if (!this.slots.delete(slot)) return;
		slot.stopTimer();
		release(slot.calls);
		if (this.stopped) return;
		if (!slot.ready) {
			this.startFailed(reason);
			return;
		}
		const [inWork, ...behind] = slot.jobs;
		slot.jobs = [];
		this.waiting.unshift(...behind);
		if (inWork !== undefined) {
			inWork.deaths++;
			if (inWork.deaths < 2) this.waiting.unshift(inWork);
			else inWork.resolve({ status: "failed", reason: `it ended the worker that parsed it: ${reason}`, heap_bytes: 0 });
		}
		this.dispatch();
	}

	private post(slot: Slot, job: Job): void {
		slot.jobs.push(job);
		if (slot.jobs.length === 1) this.watch(slot, job);
		slot.calls.extract(job.request).then(
			(result) => this.answered(slot, job, result),
			// The extractor answers for all that is in a file; what it throws leaves a worker that cannot be trusted.
			(error) => this.drop(slot, job, messageOf(error)),
		);
	}

	private answered(slot: Slot, job: Job, result: ExtractResult): void {
		const at = slot.jobs.indexOf(job);
		if (at < 0) return;
		slot.jobs.splice(at, 1);
		slot.files++;
		slot.stopTimer();
		if (result.heap_bytes > this.limits.heap_bytes || slot.files >= this.limits.files) slot.retiring = true;
		const next = slot.jobs[0];
		if (next !== undefined) this.watch(slot, next);
		else if (slot.retiring) this.end(slot);
		job.resolve(result);
		this.dispatch();
	}

	/** Fails the file in work and ends its worker; what was posted behind it goes elsewhere. */
	private drop(slot: Slot, job: Job, reason: string): void {
		if (!slot.jobs.includes(job)) return;
		this.waiting.unshift(...slot.jobs.filter((other) => other !== job));
		this.end(slot);
		job.resolve({ status: "failed", reason, heap_bytes: 0 });
		this.dispatch();
	}

	/** Ends the worker when the file that it now has in work takes longer than its own budget can explain. */
	private watch(slot: Slot, job: Job): void {
		const { budget_ms } = job.request;
		slot.stopTimer = this.setup.clock.timer(2 * budget_ms + this.limits.grace_ms, () => {
			this.drop(slot, job, `time budget of ${budget_ms} ms exceeded`);
		});
	}
}
