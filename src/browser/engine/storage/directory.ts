/**
 * The directory of an index in OPFS: which file holds which state path. OPFS has no rename that replaces and no atomic
 * write, so what is published changes by one small record in two slots written in turn, each with a counter and its own
 * sha256: a write that is torn leaves the other slot, which is what was there before.
 */
import { portableDigest } from "../../../core/text/digest.ts";

export interface Directory {
	/** Grows with each write; its parity is the slot. */
	counter: number;
	/** By state path. Files are immutable, so that the size is known. */
	files: Record<string, StoredFile>;
	/** The files with many small records each; null where there is none yet. */
	packs: Record<PackName, string | null>;
}

export interface StoredFile {
	/** Its name in the index's folder. */
	file: string;
	/** Bytes. */
	size: number;
}

export type PackName = "units" | "sources";

export const SLOTS = ["directory.0", "directory.1"] as const;

export function emptyDirectory(): Directory {
	return { counter: 0, files: {}, packs: { units: null, sources: null } };
}

export function slotOf(directory: Directory): string {
	return SLOTS[directory.counter % 2] as string;
}

const DIGEST_LENGTH = 64;

/** The digest in hex, then JSON. */
export function encodeDirectory(directory: Directory): Uint8Array<ArrayBuffer> {
	const json = JSON.stringify(directory);
	return new TextEncoder().encode(digestOf(new TextEncoder().encode(json)) + json);
}

/** Undefined for anything but what `encodeDirectory` gave, whole. */
export function decodeDirectory(bytes: Uint8Array): Directory | undefined {
	const json = bytes.subarray(DIGEST_LENGTH);
	const digest = new TextDecoder().decode(bytes.subarray(0, DIGEST_LENGTH));
	if (digest !== digestOf(json)) return undefined;
	return JSON.parse(new TextDecoder().decode(json)) as Directory;
}

/** What the slots say, given as bytes, or undefined where there is no file: the latest directory, and what is amiss. */
export function latestDirectory(slots: readonly (Uint8Array | undefined)[]): {
	directory: Directory | undefined;
	torn: number;
	missing: number;
} {
	const written = slots.filter((slot) => slot !== undefined);
	const whole = written.map(decodeDirectory).filter((directory) => directory !== undefined);
	return {
		directory: whole.sort((a, b) => b.counter - a.counter)[0],
		torn: written.length - whole.length,
		missing: slots.length - written.length,
	};
}

function digestOf(bytes: Uint8Array): string {
	return [...portableDigest.sha256(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
