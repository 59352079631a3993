/** A tar as a tree: read from its beginning to its end once, since that is where its files say what they are; contents go into Blobs. */
import { createTarDecoder, type TarHeader } from "modern-tar";
import type { ReadBlob } from "./blobs.ts";
import { PathTree } from "./path-tree.ts";

/** What an archive may unpack to: zeros of this size take 20 s and 4 MB of gzip. */
export const MAX_UNPACKED_BYTES = 4 * 1024 ** 3;
const MAX_ENTRIES = 1_000_000;
const PIECE_BYTES = 64 * 1024;
/** Small files share a Blob, since each Blob costs a round trip to the browser's process. */
const SEGMENT_BYTES = 4 * 1024 ** 2;

/** @throws Error when it is no whole tar, or beyond the bounds. */
export async function tarTree(
	archive: Blob,
	zipped: boolean,
	read: ReadBlob,
	check: () => void,
): Promise<PathTree<Kept>> {
	const tree = new PathTree<Kept>(({ segment, start }, size) => read(segment.blob.slice(start, start + size)));
	const segments = new Segments();
	const pieces = inPieces(archive, read);
	const tar = zipped ? pieces.pipeThrough(new DecompressionStream("gzip")) : pieces;
	// Strict: a header whose checksum is wrong and an archive without its end are damage, not the end.
	const entries = tar.pipeThrough(createTarDecoder({ strict: true })).getReader();
	let count = 0;
	let unpacked = 0;
	try {
		for (;;) {
			check();
			const { done, value: entry } = await entries.read();
			if (done) break;
			const { header, body } = entry;
			if (++count > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
			unpacked += header.size;
			if (unpacked > MAX_UNPACKED_BYTES) throw new Error(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
			const problem = problemOf(header);
			if (header.type === "file" && problem === undefined) {
				tree.add(header.name, {
					kind: "file",
					size: header.size,
					content: await segments.keep(body, header.size, check),
				});
				continue;
			}
			await body.cancel();
			if (problem !== undefined) tree.addProblem(header.name, problem);
			else if (header.type === "directory") tree.addFolder(header.name);
			else if (header.type === "symlink") tree.add(header.name, { kind: "link", target: header.linkname ?? "" });
			else if (header.type === "link") tree.addHardLink(header.name, header.linkname ?? "");
			else tree.add(header.name, { kind: "other" });
		}
	} catch (error) {
		await entries.cancel(error).catch(() => {});
		throw error;
	}
	segments.end();
	return tree;
}

/** Small ones: gzip makes up to 1032 bytes of one, and a browser unpacks a whole piece before it hands out any of it. */
function inPieces(archive: Blob, read: ReadBlob): ReadableStream<Uint8Array<ArrayBuffer>> {
	let at = 0;
	return new ReadableStream({
		async pull(controller) {
			if (at < archive.size) controller.enqueue(await read(archive.slice(at, at + PIECE_BYTES)));
			at += PIECE_BYTES;
			if (at >= archive.size) controller.close();
		},
	});
}

function problemOf({ name, pax }: TarHeader): string | undefined {
	// The decoder puts U+FFFD for what is not UTF-8.
	if (name.includes("\uFFFD")) return "its name is not valid UTF-8";
	if (Object.keys(pax ?? {}).some((key) => key.startsWith("GNU.sparse."))) return "it is stored as a sparse file";
	return undefined;
}

interface Kept {
	/** Its Blob is there when the archive has been read. */
	segment: { blob: Blob };
	start: number;
}

/** Contents one after another, of which no more than one segment is in the JavaScript heap. */
class Segments {
	#buffer = new Uint8Array(SEGMENT_BYTES);
	#used = 0;
	#segment = { blob: new Blob() };

	async keep(body: ReadableStream<Uint8Array>, size: number, check: () => void): Promise<Kept> {
		if (size > SEGMENT_BYTES) return this.#keepLarge(body, check);
		if (this.#used + size > SEGMENT_BYTES) this.end();
		const kept = { segment: this.#segment, start: this.#used };
		for await (const chunk of body) {
			this.#buffer.set(chunk, this.#used);
			this.#used += chunk.length;
		}
		return kept;
	}

	end(): void {
		// A Blob copies its parts.
		this.#segment.blob = new Blob([this.#buffer.subarray(0, this.#used)]);
		this.#segment = { blob: new Blob() };
		this.#used = 0;
	}

	async #keepLarge(body: ReadableStream<Uint8Array>, check: () => void): Promise<Kept> {
		this.end();
		const parts: Blob[] = [];
		const flush = () => {
			if (this.#used > 0) parts.push(new Blob([this.#buffer.subarray(0, this.#used)]));
			this.#used = 0;
		};
		for await (const chunk of body) {
			check();
			if (this.#used + chunk.length > SEGMENT_BYTES) flush();
			if (chunk.length > SEGMENT_BYTES) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
			else {
				this.#buffer.set(chunk, this.#used);
				this.#used += chunk.length;
			}
		}
		flush();
		return { segment: { blob: new Blob(parts) }, start: 0 };
	}
}
