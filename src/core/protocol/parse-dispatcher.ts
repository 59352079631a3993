/** The parse worker's side of the protocol: one Extractor a worker, behind the calls. */
import { transfer } from "comlink";
import { Extractor } from "../engine/extractor.ts";
import { StructuralIndexError } from "../errors.ts";
import type { Digest } from "../host.ts";
import { type ParseWorkerCalls, PROTOCOL_VERSION } from "./calls.ts";

/** The calls of one parse worker; `init` comes first, every other call before it fails with `internal`. */
export function createParseDispatcher(digest: Digest): ParseWorkerCalls {
	let extractor: Extractor | undefined;
	const ready = (): Extractor => {
		if (extractor === undefined)
			throw new StructuralIndexError("internal", 'parse worker expected "init" first, got another call');
		return extractor;
	};
	return {
		async init({ version, runtime }) {
			checkVersion("parse", version);
			extractor = await Extractor.create(runtime, digest);
		},
		async addLanguage(setup) {
			ready().addLanguage(setup);
		},
		async extract(request) {
			const result = ready().extract(request);
			if (result.status !== "indexed") return result;
			const record = ownBuffer(result.record);
			return transfer({ ...result, record }, [record.buffer]);
		},
	};
}

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
