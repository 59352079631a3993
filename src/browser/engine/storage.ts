/** Where the browser keeps indexes: what the engine worker needs of a storage, whether it lasts or not. */
import type { DatabaseFiles, StateOpener } from "../../core/host.ts";
import type { StorageKind } from "../types.ts";

export interface BrowserStorage {
	readonly kind: StorageKind;
	/** Why it is `memory` though the caller did not ask for that; null otherwise. */
	readonly reason: string | null;
	/** A state root is an index name. */
	readonly state: StateOpener;
	/** In this thread. */
	readonly databases: DatabaseFiles;
	/**
	 * True when a catalog worker cannot see this storage: the catalog is then made in this thread, over `databases`.
	 */
	readonly private: boolean;
	/** Names of the indexes that hold anything, sorted. */
	list(): Promise<string[]>;
	/** @throws StructuralIndexError `state-unwritable` when another tab is building it. A missing one is fine. */
	remove(index: string): Promise<void>;
	/** A published file of the index's state folder without reading it; undefined when missing. */
	file(index: string, path: string): Promise<Blob | undefined>;
	/** Copies of source files beside the index, by content. */
	sources(index: string): SourceStore;
}

export interface SourceStore {
	/** @throws StructuralIndexError `state-unwritable`. */
	put(content_sha256: string, bytes: Uint8Array): Promise<void>;
	/** Undefined when it was not kept. */
	get(content_sha256: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
	/** True when there are any. */
	any(): Promise<boolean>;
	/** Everything put is on the disk; drops the copies that are not in `keep`. */
	settle(keep: ReadonlySet<string>): Promise<void>;
}
