/**
 * The stream from source files to the catalog: read, digest, unit store or parse worker, unit store, catalog. Several
 * files are under way at once, so that workers never wait; the bytes of source under way are bounded.
 */
import { messageOf } from "../core/errors.ts";
import type { Host } from "../core/host.ts";
import type { CatalogFile } from "../core/protocol/calls.ts";
import { cacheKey, toHex } from "../core/units/cache-key.ts";
import type { UnitStore } from "../core/units/store.ts";
import { EXTRACTOR_NAME } from "./load-language.ts";
import type { ParsePool } from "./pool.ts";
import type { Claim } from "./registry.ts";
import { isRootLost } from "./scan.ts";

/** Source bytes read and not yet answered for. One larger file goes alone. */
const BYTES_UNDER_WAY = 16 * 1024 * 1024;
/** Files read beyond what the workers hold: a read takes less time than the smallest parse. */
const READ_AHEAD = 4;

export interface SourceFile extends Claim {
	path: string;
	/** Bytes, at the scan. */
	size: number;
}

export interface IndexPlan {
	host: Host;
	root: string;
	files: readonly SourceFile[];
	/** By language. */
	extractor_versions: ReadonlyMap<string, string>;
	/** Languages whose grammar depends on the file's name, so that it is part of the unit's context. */
	dialects: ReadonlySet<string>;
	store: UnitStore;
	pool: ParsePool;
	max_file_bytes: number;
	budget_ms(bytes: number): number;
	/** Throws to stop. */
	check(): void;
	/** Takes the row of a finished file, in order of completion. */
	done(file: CatalogFile, outcome: Outcome): Promise<void>;
}

/** `oversize` was skipped though it might have been indexed: it keeps an index partial, as other skipped files do not. */
export type Outcome = "reused" | "built" | "failed" | "skipped" | "oversize";

/** Resolves when every file was given to `done`. The first error stops the pool and is thrown when nothing is under way. */
export async function indexFiles(plan: IndexPlan): Promise<void> {
	// Large files first, or the last one keeps a single worker busy at the end.
	const queue = [...plan.files].sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
	const room = new Room(BYTES_UNDER_WAY);
	let next = 0;
	let failure: { error: unknown } | undefined;
	const lane = async () => {
		while (failure === undefined && next < queue.length) {
			const file = queue[next++] as SourceFile;
			await room.take(file.size);
			try {
				if (failure !== undefined) return;
				plan.check();
				const { row, outcome } = await indexFile(plan, file);
				await plan.done(row, outcome);
			} catch (error) {
				failure ??= { error };
				await plan.pool.stop(error);
			} finally {
				room.give(file.size);
			}
		}
	};
	const lanes = Math.min(queue.length, plan.pool.capacity + READ_AHEAD);
	await Promise.all(Array.from({ length: lanes }, lane));
	if (failure !== undefined) throw failure.error;
}

async function indexFile(plan: IndexPlan, file: SourceFile): Promise<{ row: CatalogFile; outcome: Outcome }> {
	const { host, root, store, pool, max_file_bytes } = plan;
	const { path, language, wasm } = file;
	const row: CatalogFile = { path, language, status: "failed", reason: null, bytes: file.size, content_sha256: null };
	const ended = (status: "failed" | "skipped", reason: string, outcome: Outcome = status) => {
		return { row: { ...row, status, reason }, outcome };
	};
	if (file.size > max_file_bytes) {
		return ended(
			"skipped",
			`larger than max_file_bytes: ${file.size} bytes, the limit is ${max_file_bytes}`,
			"oversize",
		);
	}
	let bytes: Uint8Array<ArrayBuffer>;
	try {
		bytes = await host.files.read(root, path);
	} catch (error) {
		if (isRootLost(error)) throw error;
		return ended("failed", `cannot be read: ${messageOf(error)}`);
	}
	if (bytes.length !== file.size) {
		return ended(
			"failed",
			`changed while the index was built: ${file.size} bytes when listed, ${bytes.length} when read`,
		);
	}
	row.content_sha256 = toHex(host.digest.sha256(bytes));
	await host.sources?.put(row.content_sha256, bytes);
	const extractor_version = plan.extractor_versions.get(language) as string;
	const cache_key = cacheKey(
		{
			extractor: `${EXTRACTOR_NAME}@${extractor_version}`,
			language,
			compile_context: plan.dialects.has(language) ? wasm : "",
			contents: [row.content_sha256],
			dependencies: "",
		},
		host.digest,
	);
	const indexed = (record: Uint8Array, outcome: Outcome) => {
		const unit = { cache_key, extractor_name: EXTRACTOR_NAME, extractor_version, record };
		return { row: { ...row, status: "indexed" as const, unit }, outcome };
	};
	const stored = await store.get(cache_key);
	if (stored !== undefined) return indexed(stored, "reused");
	const result = await pool.extract({ language, wasm, bytes, budget_ms: plan.budget_ms(bytes.length) });
	if (result.status !== "indexed") return ended(result.status, result.reason);
	await store.put(cache_key, result.record);
	return indexed(result.record, "built");
}

/** A bounded amount of something, given out in the order of asking. */
class Room {
	private readonly size: number;
	private used = 0;
	private readonly queue: { amount: number; enter: () => void }[] = [];

	constructor(size: number) {
		this.size = size;
	}

	/** More than there ever is waits until all is free. */
	take(amount: number): Promise<void> {
		return new Promise((enter) => {
			this.queue.push({ amount: Math.min(amount, this.size), enter });
			this.admit();
		});
	}

	give(amount: number): void {
		this.used -= Math.min(amount, this.size);
		this.admit();
	}

	private admit(): void {
		for (
			let first = this.queue[0];
			first !== undefined && this.used + first.amount <= this.size;
			first = this.queue[0]
		) {
			this.queue.shift();
			this.used += first.amount;
			first.enter();
		}
	}
}
