/** Archives byte by byte, right ones and wrong ones. Portable: runs in Node and in browsers. */
import { crc32 } from "../../src/browser/engine/trees/crc32.ts";

const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (content: string | Bytes): Bytes =>
	typeof content === "string" ? encoder.encode(content) : content;

export async function pass(
	bytes: Bytes,
	through: { readable: ReadableStream; writable: WritableStream },
): Promise<Bytes> {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}

export const gzip = (bytes: Bytes) => pass(bytes, new CompressionStream("gzip"));
export const deflate = (bytes: Bytes) => pass(bytes, new CompressionStream("deflate-raw"));

export interface ZipEntry {
	name: string | Bytes;
	/** As it lies in the archive. */
	data?: string | Bytes;
	/** 0: stored, 8: deflated. */
	method?: number;
	flags?: number;
	/** 3: Unix, 0: MS-DOS. */
	host?: number;
	/** Unix mode, with the type of the file. */
	mode?: number;
	/** Of the unpacked content; default: of `data`. */
	size?: number;
	crc?: number;
	/** What the local header begins with. */
	signature?: number;
	/** Only in the local header. */
	extra?: Bytes;
}

export function zipOf(entries: readonly ZipEntry[]): Bytes {
	const locals: Bytes[] = [];
	const centrals: Bytes[] = [];
	let offset = 0;
	for (const entry of entries) {
		const { method = 0, flags = 0x800, host = 3, mode = 0o100644, signature = 0x04034b50, extra } = entry;
		const name = bytesOf(entry.name);
		const data = bytesOf(entry.data ?? "");
		const size = entry.size ?? data.length;
		const crc = entry.crc ?? crc32(data);
		const common = (more: number) =>
			words(
				[20, 2],
				[flags, 2],
				[method, 2],
				[0, 4],
				[crc, 4],
				[data.length, 4],
				[size, 4],
				[name.length, 2],
				[more, 2],
			);
		const local = join([words([signature, 4]), common(extra?.length ?? 0), name, extra ?? new Uint8Array(), data]);
		const rest = words([0, 2], [0, 2], [0, 2], [mode * 65536, 4], [offset, 4]);
		centrals.push(join([words([0x02014b50, 4], [host * 256 + 20, 2]), common(0), rest, name]));
		locals.push(local);
		offset += local.length;
	}
	const directory = join(centrals);
	const count = entries.length;
	const end = words(
		[0x06054b50, 4],
		[0, 2],
		[0, 2],
		[count, 2],
		[count, 2],
		[directory.length, 4],
		[offset, 4],
		[0, 2],
	);
	return join([...locals, directory, end]);
}

export interface TarEntry {
	name: string | Bytes;
	data?: string | Bytes;
	/** The type flag; `0`: file, `2`: symbolic link, `x`: pax header … */
	type?: string;
	link?: string;
	/** As declared; default: of `data`. */
	size?: number;
	/** Added to the right checksum. */
	wrong?: number;
}

/** Long names go into pax headers. @param end the two blocks of zeros. */
export function tarOf(entries: readonly TarEntry[], end = true): Bytes {
	const parts: Bytes[] = [];
	const named = entries.flatMap((entry) =>
		typeof entry.name === "string" && entry.name.length > 100 ? [paxPath(entry.name), entry] : [entry],
	);
	for (const { name, data = "", type = "0", link = "", size, wrong = 0 } of named) {
		const content = bytesOf(data);
		const head = new Uint8Array(512);
		head.set(bytesOf(name).subarray(0, 100), 0);
		head.set(encoder.encode("0000644\0"), 100);
		head.set(encoder.encode(`${(size ?? content.length).toString(8).padStart(11, "0")} `), 124);
		head.set(encoder.encode("00000000000 "), 136);
		head.set(encoder.encode(type), 156);
		head.set(encoder.encode(link).subarray(0, 100), 157);
		head.set(encoder.encode("ustar\x0000"), 257);
		const sum = head.reduce((total, byte) => total + byte, 8 * 32) + wrong;
		head.set(encoder.encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
		parts.push(head, content, new Uint8Array(-content.length & 511));
	}
	if (end) parts.push(new Uint8Array(1024));
	return join(parts);
}

/** The entry before one whose name is too long for its header. */
export function paxPath(path: string): TarEntry {
	const record = ` path=${path}\n`;
	const bytes = encoder.encode(record).length;
	let length = bytes + 1;
	while (length !== bytes + String(length).length) length = bytes + String(length).length;
	return { name: "PaxHeader", type: "x", data: length + record };
}

function words(...fields: [value: number, bytes: number][]): Bytes {
	const out: number[] = [];
	for (const [value, bytes] of fields) for (let i = 0; i < bytes; i++) out.push(Math.floor(value / 256 ** i) % 256);
	return Uint8Array.from(out);
}

export function join(parts: readonly Bytes[]): Bytes {
	const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}
