/** The unit store: immutable unit records in the state folder, by cache key, `units/ab/cd/<key>`. A cache: losing it costs time only. */
import type { Digest, StateFolder } from "../host.ts";
import { isIntact } from "./record.ts";

const UNITS = "kb/structural_index/units";

export class UnitStore {
	private readonly state: StateFolder;
	private readonly digest: Digest;
	private readonly writing = new Map<string, Promise<void>>();

	constructor(state: StateFolder, digest: Digest) {
		this.state = state;
		this.digest = digest;
	}

	/** The record, in a buffer of its own; undefined when there is none or it is damaged (a later put replaces it). */
	async get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		const bytes = await this.state.read(unitPath(key)).catch(() => undefined);
		if (bytes === undefined || !isIntact(bytes, this.digest)) return undefined;
		return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
	}

	/**
	 * Written in place: a torn record fails its own digest and counts as missing.
	 * @throws StructuralIndexError `state-unwritable`.
	 */
	put(key: string, record: Uint8Array): Promise<void> {
		let writing = this.writing.get(key);
		if (writing === undefined) {
			writing = this.state.write(unitPath(key), record).finally(() => this.writing.delete(key));
			this.writing.set(key, writing);
		}
		return writing;
	}
}

/** Below the state folder. */
export function unitPath(key: string): string {
	return `${UNITS}/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`;
}
