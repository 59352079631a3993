/** Copies of source files in OPFS, by content, in a pack beside that of the units. */
import { portableDigest } from "../../../core/text/digest.ts";
import { toHex } from "../../../core/units/cache-key.ts";
import type { SourceStore } from "../storage.ts";
import type { OpfsState } from "./state.ts";

export class OpfsSources implements SourceStore {
	readonly #state: OpfsState;

	constructor(state: OpfsState) {
		this.#state = state;
	}

	async put(content_sha256: string, bytes: Uint8Array): Promise<void> {
		return this.#state.writing("keep a source file in", "", async (hold) => {
			const pack = await hold.pack("sources");
			if (!pack.has(content_sha256)) pack.put(content_sha256, bytes);
		});
	}

	/** Undefined also when the copy is damaged. */
	async get(content_sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		const bytes = await this.#state.either(
			"",
			async (hold) => (hold.hasPack("sources") ? (await hold.pack("sources")).get(content_sha256) : undefined),
			async (directory) => (await this.#state.pack(directory, "sources"))?.get(content_sha256),
		);
		return bytes && toHex(portableDigest.sha256(bytes)) === content_sha256 ? bytes : undefined;
	}

	any(): Promise<boolean> {
		return this.#state.either(
			"",
			async (hold) => hold.hasPack("sources") && (await hold.pack("sources")).size > 0,
			async (directory) => ((await this.#state.pack(directory, "sources"))?.size ?? 0) > 0,
		);
	}

	/** Takes the index only when something is kept, and lets it go again when it was not taken before. */
	async settle(keep: ReadonlySet<string>): Promise<void> {
		const { held } = this.#state;
		if (!held && !(await this.any())) return;
		try {
			await this.#state.writing("keep source files in", "", async (hold) => {
				if (hold.hasPack("sources")) await hold.settle("sources", keep);
			});
		} finally {
			if (!held) await this.#state.release();
		}
	}
}
