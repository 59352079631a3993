/** What the dispatchers share. Apart from them, so that a catalog worker loads no parser. */
import { StructuralIndexError } from "../errors.ts";
import { PROTOCOL_VERSION } from "./calls.ts";

/** @throws StructuralIndexError `internal` when client and worker come from different releases. */
export function checkVersion(worker: string, version: unknown): void {
	if (version === PROTOCOL_VERSION) return;
	throw new StructuralIndexError(
		"internal",
		`${worker} worker expected protocol version ${PROTOCOL_VERSION}, got ${String(version)}`,
	);
}

/** Bytes that may be transferred: themselves when they are a whole buffer, else a copy (a view of wasm memory never moves). */
export function ownBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
	const whole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
	return whole ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
