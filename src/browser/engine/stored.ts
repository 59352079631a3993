/** What is stored, told to the page. */
import { parseManifest } from "../../core/publish/manifest.ts";
import { PATHS } from "../../core/publish/paths.ts";
import type { Manifest } from "../../core/types.ts";
import type { IndexEntry, StorageReport } from "../types.ts";
import type { BrowserStorage } from "./storage.ts";

/** By name. An index that was never published counts as empty; one whose manifest is damaged is there all the same. */
export async function listIndexes(storage: BrowserStorage): Promise<IndexEntry[]> {
	const entries: IndexEntry[] = [];
	for (const name of await storage.list()) {
		let manifest: Manifest | undefined;
		let readable = true;
		try {
			const state = await storage.state.open(name);
			const bytes = await state.read(PATHS.manifest);
			if (bytes !== undefined) manifest = parseManifest(bytes, state.locate(PATHS.manifest));
		} catch {
			readable = false;
		}
		entries.push({
			name,
			snapshot_id: manifest?.snapshot_id ?? "unknown",
			status: manifest?.status ?? (readable ? "empty" : "failed"),
			created_at: manifest?.created_at ?? "",
			files: manifest?.coverage.total_files ?? 0,
			symbols: manifest?.counts.symbols ?? 0,
			bytes: (await storage.file(name, PATHS.catalog).catch(() => undefined))?.size ?? 0,
			readable,
			has_sources: await storage.sources(name).any(),
		});
	}
	return entries;
}

export async function reportStorage({ kind, reason }: BrowserStorage): Promise<StorageReport> {
	// An insecure context has none.
	const manager = navigator.storage as StorageManager | undefined;
	const estimate = await manager?.estimate().catch(() => undefined);
	const persisted = (await manager?.persisted().catch(() => false)) ?? false;
	return { kind, reason, persisted, usage: estimate?.usage ?? null, quota: estimate?.quota ?? null };
}
