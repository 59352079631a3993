/** A source tree as the engine worker reads it: what FileSource needs, for one root. */
import type { FileEntry } from "../../core/host.ts";

export interface Tree {
	/** One level; `""` is the root. @throws Error when there is no such folder or it cannot be listed. */
	list(folder: string): Promise<FileEntry[]>;
	/** @throws Error when it cannot be read. The bytes are the caller's to transfer. */
	read(path: string): Promise<Uint8Array<ArrayBuffer>>;
}
