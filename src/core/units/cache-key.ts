/**
 * Cache keys of units, contract section 4: what a unit's facts depend on and nothing else. The snapshot is not in it, so
 * one unit serves every snapshot, branch and checkout with the same content.
 */
import type { Digest } from "../host.ts";
import { SCHEMA_VERSION } from "../types.ts";

/** Part of every extractor version. Bump it when the engine reads other facts from the same text and queries. */
export const EXTRACTOR_REVISION = 2;

export interface CacheKeyInput {
	/** `name@version`; the version holds the digests of grammar and queries. */
	extractor: string;
	language: string;
	/** Digest of, or a word for, all that changes how the text is read besides the text; "" when nothing does. */
	compile_context: string;
	/** sha256 (hex) of the unit's files, in order. */
	contents: readonly string[];
	/** Digest of what the unit sees of others; "" at the tiers that read one file alone. */
	dependencies: string;
}

/** 64 hex digits: sha256 over the fields, each behind its length, so that no two lists of fields give the same bytes. */
export function cacheKey(input: CacheKeyInput, digest: Digest): string {
	const { extractor, language, compile_context, contents, dependencies } = input;
	const fields = [
		String(SCHEMA_VERSION),
		extractor,
		language,
		compile_context,
		String(contents.length),
		...contents,
		dependencies,
	];
	return digestFields(fields, digest);
}

/** sha256 (hex) over strings and bytes, each behind its length in bytes (32 bits, little-endian). */
export function digestFields(fields: readonly (string | Uint8Array)[], digest: Digest): string {
	const encoder = new TextEncoder();
	const parts = fields.map((field) => (typeof field === "string" ? encoder.encode(field) : field));
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
	const view = new DataView(bytes.buffer);
	let at = 0;
	for (const part of parts) {
		view.setUint32(at, part.length, true);
		bytes.set(part, at + 4);
		at += 4 + part.length;
	}
	return toHex(digest.sha256(bytes));
}

/** Lower case, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
	let text = "";
	for (const byte of bytes) text += HEX[byte];
	return text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
