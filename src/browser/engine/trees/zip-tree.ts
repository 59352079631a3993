/**
 * A zip as a tree, in place: the central directory is read once, each file when it is asked for. zip.js finds and checks
 * the directory (zip64, prepended data, ambiguous ends); its entries of 7 kB are not kept, and files are inflated here,
 * which takes a third of its time and stops at the declared size.
 */
import { type Entry, ZipReader } from "@zip.js/zip.js/lib/zip-core-reader.js";
import type { ReadBlob } from "./blobs.ts";
import { crc32 } from "./crc32.ts";
import { type Leaf, PathTree } from "./path-tree.ts";

/** Listing takes about 50 µs an entry; the largest public source trees have a third of this. */
const MAX_ENTRIES = 1_000_000;
/** Deflate makes at most 1032 bytes of one, and a browser unpacks a whole piece before it hands out any of it. */
const PIECE_BYTES = 64 * 1024;
const MAX_LINK_BYTES = 4096;

// APPNOTE.TXT 4.3.7, 4.4.5 and 4.4.2.
const LOCAL_HEADER_BYTES = 30;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
/** MS-DOS, NTFS and VFAT: there a backslash parts names, and some of their programs write it. */
const BACKSLASH_HOSTS = [0, 10, 14];

// stat.h
const TYPE_MASK = 0o170000;
const TYPE_FILE = 0o100000;
const TYPE_FOLDER = 0o040000;
const TYPE_LINK = 0o120000;

interface Stored {
	offset: number;
	/** Bytes of the local header's name and extra field, as the central directory has them: a guess. */
	extra: number;
	packed: number;
	method: number;
	crc: number;
}

/** @throws Error when it is no whole zip, or beyond the bounds. */
export async function zipTree(archive: Blob, read: ReadBlob, check: () => void): Promise<PathTree<Stored>> {
	const unpack = (stored: Stored, size: number) => unpackEntry(archive, read, stored, size);
	const tree = new PathTree<Stored>(unpack);
	const reader = {
		size: archive.size,
		readUint8Array: (offset: number, length: number) => read(archive.slice(offset, offset + length)),
	};
	// What a name may be is decided by the tree, for all kinds of archives alike.
	const zip = new ZipReader(reader as unknown as ConstructorParameters<typeof ZipReader>[0], {
		filenameValidation: "tolerant",
	});
	let entries = 0;
	for await (const entry of zip.getEntriesGenerator()) {
		check();
		if (++entries > MAX_ENTRIES) {
			throw new Error(`it has more than ${MAX_ENTRIES} entries`);
		}
		const { path, problem } = nameOf(entry);
		if (problem !== undefined) tree.addProblem(path, problem);
		else if (entry.directory) tree.addFolder(path);
		else tree.add(path, await describe(entry, unpack));
	}
	return tree;
}

async function describe(
	entry: Entry,
	unpack: (stored: Stored, size: number) => Promise<Uint8Array>,
): Promise<Leaf<Stored>> {
	const { compressionMethod: method, uncompressedSize: size } = entry;
	const type = (entry.unixMode ?? 0) & TYPE_MASK;
	if (type !== 0 && type !== TYPE_FILE && type !== TYPE_FOLDER && type !== TYPE_LINK) return { kind: "other" };
	const stored: Stored = {
		offset: entry.offset,
		extra: entry.rawFilename.length + entry.rawExtraField.length,
		packed: entry.compressedSize,
		method,
		// Absent only where it is encrypted.
		crc: entry.crc32 ?? 0,
	};
	let problem: string | undefined;
	if (entry.encrypted) problem = "it is encrypted";
	else if (method !== STORED && method !== DEFLATED) problem = `compression method ${method} is not supported`;
	if (type !== TYPE_LINK || problem !== undefined) return { kind: "file", size, content: stored, problem };
	if (size > MAX_LINK_BYTES) return { kind: "problem", problem: "a symbolic link with a target of too many bytes" };
	try {
		return { kind: "link", target: new TextDecoder().decode(await unpack(stored, size)) };
	} catch (error) {
		return { kind: "problem", problem: `a symbolic link whose target cannot be read: ${(error as Error).message}` };
	}
}

/** The path as its writer meant it. Names that are not UTF-8 are in a code page that nobody wrote down. */
function nameOf(entry: Entry): { path: string; problem?: string } {
	const unicode = entry.extraFieldUnicodePath as { valid?: boolean } | undefined;
	let path: string;
	try {
		path = unicode?.valid ? entry.filename : new TextDecoder("utf-8", { fatal: true }).decode(entry.rawFilename);
	} catch {
		const shown = Array.from(entry.rawFilename, (byte) =>
			byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
		);
		return { path: shown.join(""), problem: "its name is not valid UTF-8" };
	}
	return { path: BACKSLASH_HOSTS.includes(entry.versionMadeBy >> 8) ? path.replaceAll("\\", "/") : path };
}

/** @throws Error when what lies there is not what the directory says. */
async function unpackEntry(archive: Blob, read: ReadBlob, stored: Stored, size: number) {
	const { offset, packed, method, crc } = stored;
	const start = offset + LOCAL_HEADER_BYTES;
	// Header and data at once: the local extra field is seldom longer than the central one.
	const head = await read(archive.slice(offset, start + stored.extra + packed));
	if (head.length < LOCAL_HEADER_BYTES) throw new Error("the archive ends before it");
	const view = new DataView(head.buffer);
	if (view.getUint32(0, true) !== LOCAL_HEADER_SIGNATURE) throw new Error("its local header is damaged");
	const before = view.getUint16(26, true) + view.getUint16(28, true);
	const enough = before <= stored.extra;
	const data = enough
		? head.subarray(LOCAL_HEADER_BYTES + before, LOCAL_HEADER_BYTES + before + packed)
		: await read(archive.slice(start + before, start + before + packed));
	if (data.length < packed) throw new Error("the archive ends before it");
	const bytes = method === STORED ? data.slice() : await inflate(data, size);
	if (bytes.length !== size) throw new Error(`it has ${bytes.length} bytes, its entry says ${size}`);
	if (crc32(bytes) !== crc) throw new Error("its checksum (CRC-32) is wrong");
	return bytes;
}

/** Never more than `size` bytes, whatever the data would unpack to. */
async function inflate(data: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
	const { readable, writable } = new DecompressionStream("deflate-raw");
	// What fails here fails the reader, too. Nine of ten files are one piece: no stream is made for them to come out of.
	feed(writable.getWriter(), data).catch(() => {});
	const reader = readable.getReader();
	const bytes = new Uint8Array(size);
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read().catch((cause) => {
			throw new Error("its compressed data is damaged", { cause });
		});
		if (done) return bytes.subarray(0, length);
		if (length + value.length > size) {
			await reader.cancel();
			throw new Error(`it has more than the ${size} bytes that its entry says`);
		}
		bytes.set(value, length);
		length += value.length;
	}
}

async function feed(writer: WritableStreamDefaultWriter<BufferSource>, data: Uint8Array<ArrayBuffer>): Promise<void> {
	for (let at = 0; at < data.length; at += PIECE_BYTES) {
		const written = writer.write(data.subarray(at, at + PIECE_BYTES));
		if (at + PIECE_BYTES < data.length) await written;
		else written.catch(() => {});
	}
	await writer.close();
}
