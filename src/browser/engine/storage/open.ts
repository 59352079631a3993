/** The storage of this browser: the kind that lasts where it is offered, and why not where it is not. */
import type { StorageKind } from "../../types.ts";
import type { BrowserStorage } from "../storage.ts";
import { memoryStorage } from "./memory.ts";

/** Never fails: at worst everything is in memory, and `reason` says why. */
export async function openStorage(wanted?: StorageKind): Promise<BrowserStorage> {
	if (wanted === "memory") return memoryStorage(null);
	return memoryStorage("storage on disk is not offered");
}
