/** The parse worker's side of the protocol: one Extractor a worker, behind the calls. */
import { transfer } from "comlink";
import { Extractor } from "../engine/extractor.ts";
import { StructuralIndexError } from "../errors.ts";
import type { Digest } from "../host.ts";
import type { ParseWorkerCalls } from "./calls.ts";
import { checkVersion, ownBuffer } from "./dispatching.ts";

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
