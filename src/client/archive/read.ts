/** Reading an archive that anybody may have made: known names only, each once, within bounds. */
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { messageOf, StructuralIndexError, show } from "../../core/errors.ts";
import type { Digest, StateFolder } from "../../core/host.ts";
import { PATHS } from "../../core/publish/paths.ts";
import { isIntact } from "../../core/units/record.ts";
import { unitPath } from "../../core/units/store.ts";
import { isPlaceFolder, placeOf } from "./layout.ts";

/** Tens of times what 500 000 symbols, the most of one catalog, take. */
export const MAX_CATALOG_BYTES = 4 * 1024 ** 3;
/** Of all entries together, so that an archive of zeros ends. */
const MAX_ARCHIVE_BYTES = 4 * MAX_CATALOG_BYTES;
/** Ten times the units of the largest public source trees. */
const MAX_ENTRIES = 1_000_000;
const MAX_MANIFEST_BYTES = 64 * 1024 ** 2;
/** Facts of the largest file that is parsed by default are a tenth of this. */
const MAX_UNIT_BYTES = 256 * 1024 ** 2;

/** Gzip makes up to 1032 bytes of one, and a browser unpacks a whole piece before it hands out any of it. */
const PIECE_BYTES = 64 * 1024;

const SQLITE_MAGIC = "SQLite format 3\0";

/**
 * What a stream is, told by its first bytes, and the stream from its beginning.
 * @throws StructuralIndexError `index-foreign` for anything else, `io`, also by the stream, when it cannot be read.
 */
export async function peek(
	bytes: ReadableStream<Uint8Array>,
): Promise<{ kind: "archive" | "catalog"; stream: ReadableStream<Uint8Array> }> {
	const reader = bytes.getReader();
	const read = () =>
		reader.read().catch((cause: unknown) => {
			if (cause instanceof StructuralIndexError) throw cause;
			throw new StructuralIndexError("io", `what is imported cannot be read: ${messageOf(cause)}`, { cause });
		});
	const first: Uint8Array[] = [];
	let head = "";
	while (head.length < SQLITE_MAGIC.length) {
		const { done, value } = await read();
		if (done) break;
		first.push(value);
		head += String.fromCharCode(...value.subarray(0, SQLITE_MAGIC.length - head.length));
	}
	const kind = head.startsWith("\x1f\x8b") ? "archive" : head === SQLITE_MAGIC ? "catalog" : undefined;
	if (kind === undefined) {
		await reader.cancel();
		const message = `expected an index archive (tar.gz) or a catalog (SQLite), got what begins with ${show(head)}`;
		throw new StructuralIndexError("index-foreign", message);
	}
	const stream = new ReadableStream<Uint8Array>({
		async pull(controller) {
			const known = first.shift();
			const { done, value } = known === undefined ? await read() : { done: false as const, value: known };
			if (done) return controller.close();
			controller.enqueue(value.subarray(0, PIECE_BYTES));
			if (value.length > PIECE_BYTES) first.unshift(value.subarray(PIECE_BYTES));
		},
		cancel: (reason) => reader.cancel(reason),
	});
	return { kind, stream };
}

export interface ReadPlan {
	/** Takes the catalog. */
	sink: { write(piece: Uint8Array): void };
	/** Where unit records go; undefined: nowhere. */
	units: StateFolder | undefined;
	digest: Digest;
	/** May throw to stop. */
	check(): void;
}

export interface ReadResult {
	manifest: Uint8Array | undefined;
	units: { imported: number; ignored: number };
}

/**
 * @throws StructuralIndexError `index-corrupt` for an archive that is cut or damaged or has no catalog, `index-foreign` for
 * one that holds something else or too much, `state-unwritable`.
 */
export async function readArchive(stream: ReadableStream<Uint8Array>, plan: ReadPlan): Promise<ReadResult> {
	const result: ReadResult = { manifest: undefined, units: { imported: 0, ignored: 0 } };
	const seen = new Set<string>();
	let count = 0;
	let total = 0;
	const entries = stream
		.pipeThrough(new DecompressionStream("gzip"))
		.pipeThrough(createTarDecoder({ strict: true }) as Parameters<typeof stream.pipeThrough<ParsedTarEntry>>[0])
		.getReader();
	try {
		for (;;) {
			plan.check();
			const { done, value: entry } = await entries.read();
			if (done) break;
			const { size, type } = entry.header;
			const name = entry.header.name.replace(/^\.\//, "");
			if (++count > MAX_ENTRIES) throw foreign(`at most ${MAX_ENTRIES} entries`, "more");
			total += size;
			if (total > MAX_ARCHIVE_BYTES) throw foreign(`at most ${MAX_ARCHIVE_BYTES} bytes`, "more");
			if (type === "directory" && isPlaceFolder(name)) await entry.body.cancel();
			else {
				if (type !== "file") throw foreign("only the files of an index", `${show(name)} (${type})`);
				if (seen.has(name)) throw foreign("each file once", `${show(name)} twice`);
				seen.add(name);
				await readEntry(entry, plan, result);
			}
		}
	} catch (error) {
		await entries.cancel(error).catch(() => {});
		if (error instanceof StructuralIndexError) throw error;
		throw new StructuralIndexError("index-corrupt", `the archive is damaged: ${messageOf(error)}`, { cause: error });
	}
	if (![...seen].some((name) => isCatalog(name))) {
		throw new StructuralIndexError("index-corrupt", "the archive holds no catalog.sqlite");
	}
	return result;
}

async function readEntry({ header, body }: ParsedTarEntry, plan: ReadPlan, result: ReadResult): Promise<void> {
	const { name, size } = header;
	const place = placeOf(name);
	const bounded = (most: number) => {
		if (size > most) throw foreign(`${show(name)} of at most ${most} bytes`, `${size}`);
	};
	if (place === undefined) throw foreign("only the files of an index", show(name));
	if (isCatalog(name)) {
		bounded(MAX_CATALOG_BYTES);
		await each(body, plan, (piece) => plan.sink.write(piece));
	} else if ("file" in place && place.file === PATHS.manifest) {
		bounded(MAX_MANIFEST_BYTES);
		result.manifest = await whole(body, plan, size);
	} else if ("unit" in place && plan.units !== undefined) {
		bounded(MAX_UNIT_BYTES);
		const record = await whole(body, plan, size);
		if (isIntact(record, plan.digest)) {
			await plan.units.write(unitPath(place.unit), record);
			result.units.imported++;
		} else result.units.ignored++;
	} else {
		if ("unit" in place) result.units.ignored++;
		await each(body, plan, () => {});
	}
}

function isCatalog(name: string): boolean {
	const place = placeOf(name);
	return place !== undefined && "file" in place && place.file === PATHS.catalog;
}

async function whole(body: Body, plan: ReadPlan, size: number): Promise<Uint8Array> {
	const bytes = new Uint8Array(size);
	let at = 0;
	await each(body, plan, (piece) => {
		bytes.set(piece, at);
		at += piece.length;
	});
	return bytes;
}

type Body = ParsedTarEntry["body"];

async function each(body: Body, plan: ReadPlan, take: (piece: Uint8Array) => void): Promise<void> {
	const reader = body.getReader();
	for (;;) {
		plan.check();
		const { done, value } = await reader.read();
		if (done) return;
		take(value);
	}
}

function foreign(expected: string, got: string): StructuralIndexError {
	return new StructuralIndexError("index-foreign", `the archive expected ${expected}, got ${got}`);
}
