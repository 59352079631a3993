/** What kind of archive a Blob is, told by its first bytes: names lie. */

export type ArchiveKind = "zip" | "tar" | "tar.gz";

/** `PK\x03\x04` begins a zip, `PK\x05\x06` an empty one, `PK\x07\x08` one that was split. */
const ZIP = [0x0403, 0x0605, 0x0807];
const TAR_BLOCK = 512;

/** Undefined for anything else; a gzip is one only when a tar is in it. */
export async function archiveKindOf(blob: Blob): Promise<ArchiveKind | undefined> {
	const head = new Uint8Array(await blob.slice(0, TAR_BLOCK).arrayBuffer());
	if (head[0] === 0x50 && head[1] === 0x4b && ZIP.includes((head[3] as number) * 256 + (head[2] as number)))
		return "zip";
	if (isTarHeader(head)) return "tar";
	if (head[0] === 0x1f && head[1] === 0x8b) return isTarHeader(await unzippedHead(blob)) ? "tar.gz" : undefined;
	return undefined;
}

export async function isArchive(blob: Blob): Promise<boolean> {
	return (await archiveKindOf(blob)) !== undefined;
}

/** A tar has no first bytes of its own, but a sum over its header, with the sum itself read as spaces; old ones lack `ustar`. */
function isTarHeader(block: Uint8Array): boolean {
	if (block.length < TAR_BLOCK) return false;
	const stored = Number.parseInt(
		String.fromCharCode(...block.subarray(148, 156))
			.replace(/[\0 ]+/g, " ")
			.trim(),
		8,
	);
	let sum = 0;
	for (let i = 0; i < TAR_BLOCK; i++) sum += i >= 148 && i < 156 ? 32 : (block[i] as number);
	// A block of zeros is the end of an archive without entries.
	return stored === sum || sum === 8 * 32;
}

async function unzippedHead(blob: Blob): Promise<Uint8Array> {
	const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
	const head = new Uint8Array(TAR_BLOCK);
	let length = 0;
	try {
		while (length < TAR_BLOCK) {
			const { done, value } = await reader.read();
			if (done) break;
			const part = value.subarray(0, TAR_BLOCK - length);
			head.set(part, length);
			length += part.length;
		}
	} catch {
		// Damaged: not recognised.
	}
	await reader.cancel().catch(() => {});
	return head.subarray(0, length);
}
