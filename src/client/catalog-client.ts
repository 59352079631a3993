/** The catalog worker from the main side: batches, backpressure, and an error instead of silence when it dies. */
import { transfer, wrap } from "comlink";
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import type { Host, WorkerHandle } from "../core/host.ts";
import type { LanguageDefinition } from "../core/lang/language.ts";
import {
	type CatalogFile,
	type CatalogWorkerCalls,
	type FinishRequest,
	type FinishResult,
	PROTOCOL_VERSION,
} from "../core/protocol/calls.ts";
import { release } from "../core/protocol/release.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";

/** A message costs about 0.1 ms whatever is in it. */
const BATCH_FILES = 256;
const BATCH_BYTES = 1024 * 1024;
/** Batches that may be under way before `add` waits. */
const UNANSWERED = 2;

export class CatalogClient {
	private readonly handle: WorkerHandle;
	private readonly calls: CatalogWorkerCalls;
	/** Rejects when the worker ends or `close` is called. */
	private readonly ended: Promise<never>;
	private end: (error: unknown) => void = () => {};
	private began: Promise<void> = Promise.resolve();
	private batch: CatalogFile[] = [];
	private batchBytes = 0;
	private sent: Promise<void>[] = [];

	/** @throws StructuralIndexError `worker-failed`. */
	constructor(host: Host) {
		installWireErrors();
		this.handle = host.workers.spawn("catalog");
		const endpoint = this.handle.endpoint as unknown as Parameters<typeof wrap>[0];
		this.calls = wrap<CatalogWorkerCalls>(endpoint) as CatalogWorkerCalls;
		this.ended = new Promise((_, reject) => {
			this.end = reject;
		});
		ignoreRejection(this.ended);
		this.handle.onExit((reason) =>
			this.end(new StructuralIndexError("worker-failed", `catalog worker ended: ${reason}`)),
		);
	}

	/** Starts an empty catalog at an absolute location; the calls that follow wait for it and throw what it throws. */
	begin(sqlite: Promise<Uint8Array>, location: string, languages: LanguageDefinition[]): void {
		const begin = async () => {
			await this.calls.begin({ version: PROTOCOL_VERSION, sqlite: await sqlite, location, languages });
		};
		this.began = this.orEnd(begin());
		ignoreRejection(this.began);
	}

	/** The file's record is transferred away. @throws StructuralIndexError `worker-failed`, and what the worker throws. */
	async add(file: CatalogFile): Promise<void> {
		this.batch.push(file);
		this.batchBytes += file.unit?.record.byteLength ?? 0;
		if (this.batch.length < BATCH_FILES && this.batchBytes < BATCH_BYTES) return;
		this.send();
		while (this.sent.length > UNANSWERED) await this.sent.shift();
	}

	/** @throws StructuralIndexError `worker-failed`, and what the worker throws. */
	async finish(request: FinishRequest): Promise<FinishResult> {
		this.send();
		await this.began;
		await Promise.all(this.sent);
		return this.orEnd(this.calls.finish(request));
	}

	/** Ends the worker; calls under way are rejected with `reason`. */
	async close(reason: unknown = new StructuralIndexError("internal", "catalog worker was closed")): Promise<void> {
		this.end(reason);
		const terminated = this.handle.terminate();
		release(this.calls);
		await terminated;
	}

	private send(): void {
		if (this.batch.length === 0) return;
		const files = this.batch;
		this.batch = [];
		this.batchBytes = 0;
		const records = files.flatMap((file) => (file.unit === undefined ? [] : [file.unit.record.buffer as ArrayBuffer]));
		const sending = this.began.then(() => this.orEnd(this.calls.add(transfer(files, records))));
		ignoreRejection(sending);
		this.sent.push(sending);
	}

	private orEnd<T>(call: Promise<T>): Promise<T> {
		return Promise.race([call, this.ended]).catch((error: unknown) => {
			if (error instanceof StructuralIndexError) throw error;
			throw new StructuralIndexError("internal", `catalog worker: ${messageOf(error)}`, { cause: error });
		});
	}
}

/** Whoever awaits the promise later still gets the rejection. */
function ignoreRejection(promise: Promise<unknown>): void {
	promise.catch(() => {});
}
