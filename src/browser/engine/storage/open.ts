/** The storage of this browser: the kind that lasts where it is offered, and why not where it is not. */
import type { StorageKind } from "../../types.ts";
import type { BrowserStorage } from "../storage.ts";
import { memoryStorage } from "./memory.ts";
import { opfsStorage, whyNoOpfs } from "./opfs.ts";

export { opfsDatabases } from "./databases.ts";

/** At worst everything is in memory, and `reason` says why. In a worker: OPFS is of use only there. */
export async function openStorage(wanted: StorageKind = "opfs"): Promise<BrowserStorage> {
	if (wanted === "memory") return memoryStorage(null);
	const reason = await whyNoOpfs();
	return reason === undefined ? opfsStorage() : memoryStorage(reason);
}
