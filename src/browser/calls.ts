/** What the page asks of the engine worker, over comlink. Sessions stand for open indexes. */
import type { BuildOptions, BuildResult, Manifest, ProgressEvent, StructuralIndex } from "../core/types.ts";
import type { BrowserBuildOptions, BrowserOptions, IndexEntry, StorageReport } from "./types.ts";

/** The queries that cross: every method of an open index but the ones that need the session itself. */
export type Operation = Exclude<keyof StructuralIndex, "manifest" | "source" | "dump" | "close" | symbol>;

export interface Opened {
	session: number;
	manifest: Manifest | null;
	source: StructuralIndex["source"];
}

/** What cannot be cloned goes as proxies beside the options. */
export type PostedBuildOptions = Omit<BrowserBuildOptions, "signal" | "on_progress" | "on_warning">;

export interface EngineCalls {
	/** First. URLs are absolute. */
	begin(setup: { version: number; options: BrowserOptions }): Promise<void>;
	/** @param build names this build for `abort`. */
	build(
		build: number,
		options: PostedBuildOptions,
		on_progress?: (event: ProgressEvent) => void,
		on_warning?: BuildOptions["on_warning"],
	): Promise<BuildResult>;
	abort(build: number, reason: unknown): Promise<void>;
	open(options: { index: string }): Promise<Opened>;
	query(session: number, operation: Operation, query: unknown): Promise<unknown>;
	/**
	 * The next lines of a dump; empty at its end.
	 * @param dump names this dump: the first call begins it, and `endDump` ends it wherever it is.
	 */
	dump(session: number, dump: number): Promise<string[]>;
	endDump(session: number, dump: number): Promise<void>;
	readSource(session: number, query: { file: string }): Promise<string | null>;
	closeSession(session: number): Promise<void>;
	list(): Promise<IndexEntry[]>;
	remove(index: string): Promise<void>;
	exportCatalog(index: string): Promise<Blob>;
	exportIndex(index: string): Promise<Blob>;
	/** An archive or a catalog alone: its first bytes say which. */
	importIndex(index: string, archive: Blob): Promise<Manifest>;
	storage(): Promise<StorageReport>;
}
