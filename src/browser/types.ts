/**
 * The browser room's own types. A source is what the user gave us: a folder handle, a list of files, an archive, or bytes
 * in memory. An index lives in the origin's private storage under a name, where Node has a state root.
 */
import type { BuildOptions, BuildResult, Manifest, PartitionStatus, StructuralIndex } from "../core/types.ts";

/** A source tree, made by one of the `sourceFrom…` functions. Can be posted to a worker. */
export type Source =
	| { readonly kind: "handle"; readonly name: string; readonly handle: FileSystemDirectoryHandle }
	| {
			readonly kind: "files";
			readonly name: string;
			/** Paths are relative to the tree's root, `/`-separated. */
			readonly files: readonly { path: string; file: Blob }[];
			/** What stood there and could not be opened: `failed` in coverage, with this reason. */
			readonly unreadable?: readonly { path: string; reason: string }[];
	  }
	/** zip, tar or tar.gz, told by its first bytes. */
	| { readonly kind: "archive"; readonly name: string; readonly archive: Blob }
	| { readonly kind: "memory"; readonly name: string; readonly files: ReadonlyMap<string, Uint8Array> };

/** Where indexes are kept: `opfs` survives the tab, `memory` lasts as long as the indexer. */
export type StorageKind = "opfs" | "memory";

export interface BrowserOptions {
	/** Default: `opfs` where the browser offers it to workers, else `memory`; `storage()` says which and why. */
	storage?: StorageKind;
	/** Where the package's assets (wasm, language folders) are served; default: beside the built module. */
	assets?: string | URL;
	/** Where the engine's worker scripts are served; default: beside the built module. */
	workers?: { engine?: string | URL; parse?: string | URL; catalog?: string | URL };
}

/** Options that name paths of a file system have no meaning here. */
export interface BrowserBuildOptions
	extends Omit<BuildOptions, "target_root" | "snapshot_root" | "state_root" | "language_folders"> {
	source: Source;
	/** The index's name in this origin's storage, 1 to 100 characters; default: the source's name. */
	index?: string;
	/** Keep a copy of each indexed file's bytes beside the index, for `read_source` after a reload; default false. */
	keep_sources?: boolean;
}

export interface IndexEntry {
	name: string;
	snapshot_id: string;
	status: PartitionStatus;
	created_at: string;
	files: number;
	symbols: number;
	/** Of the catalog. */
	bytes: number;
	/** False when its manifest cannot be read: `openIndex` says why. */
	readable: boolean;
	has_sources: boolean;
}

export interface StorageReport {
	kind: StorageKind;
	/** Why it is `memory` though `opfs` was not refused by the caller; null otherwise. */
	reason: string | null;
	/** True when the browser promised not to evict it. */
	persisted: boolean;
	/** Bytes of the whole origin, as the browser estimates them; null when it does not tell. */
	usage: number | null;
	quota: number | null;
}

/** An open index, with the sources where they were kept. */
export interface BrowserIndex extends StructuralIndex {
	readonly name: string;
	/** The text of an indexed file as the engine decoded it, with the line numbers of the catalog; null when it was not kept. */
	read_source(query: { file: string }): Promise<{ file: string; text: string | null }>;
}

/**
 * One engine worker and what it holds. All methods may be called at once; a build and queries share the worker.
 * @throws StructuralIndexError from every method, as in the other rooms.
 */
export interface BrowserIndexer extends AsyncDisposable {
	/** @throws also `state-unwritable` when the quota is used up or another tab is building this index. */
	buildIndex(options: BrowserBuildOptions): Promise<BuildResult>;
	/** An index that does not exist is empty, as in the other rooms. */
	openIndex(options: { index: string }): Promise<BrowserIndex>;
	/** By name. */
	listIndexes(): Promise<IndexEntry[]>;
	removeIndex(name: string): Promise<void>;
	/** A plain SQLite file. */
	exportCatalog(name: string): Promise<Blob>;
	/** `workspace/…` as tar.gz, which the command `import` opens, and `tar` unpacks into a state root. */
	exportIndex(name: string): Promise<Blob>;
	/** The reverse of `exportIndex` or of the command `export`; an index of that name is replaced when it is whole. */
	importIndex(name: string, archive: Blob): Promise<Manifest>;
	/** A catalog alone: the manifest is the one it carries. */
	importCatalog(name: string, catalog: Blob): Promise<Manifest>;
	storage(): Promise<StorageReport>;
	/** Asks the browser not to evict this origin's storage; it may refuse. */
	persist(): Promise<boolean>;
	close(): Promise<void>;
}
