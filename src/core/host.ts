/**
 * What a room (Node, Deno, browser) lends the engine. Few required members, optional capabilities that are absent when
 * the room lacks them. Nothing outside a room's folder touches a platform API; the entry that was imported IS the room.
 */

export interface Host {
	/** `node`, `deno`, `browser`: for messages only, never for decisions. */
	readonly room: string;
	readonly files: FileSource;
	readonly state: StateOpener;
	readonly workers: WorkerMaker;
	readonly assets: AssetSource;
	readonly clock: Clock;
	readonly digest: Digest;
	/** Default number of parse workers. */
	readonly parallelism: number;
	/** The current directory, default root and state root. */
	readonly cwd: string;
	/** Environment lookup (SNAPSHOT_ROOT, SNAPSHOT_ID, MANTIS_STRUCTURAL_INDEX_URL). */
	env(name: string): string | undefined;
	/** Opens databases in this thread, for queries. */
	readonly databases: DatabaseFiles;
	/** Takes copies of what a build reads, in rooms where the sources may be out of reach later. */
	readonly sources?: SourceKeeper;
}

export interface SourceKeeper {
	/** A file that is about to be indexed. @throws StructuralIndexError `state-unwritable`. */
	put(content_sha256: string, bytes: Uint8Array): Promise<void>;
	/** The index is published: what belongs to no file of it may go. Before the state folder's `release`. */
	settle(): Promise<void>;
}

/** Source trees, read-only. Paths inside a root are `/`-separated and relative; `""` is the root itself. */
export interface FileSource {
	/**
	 * What stands at a user's path, and its canonical absolute form (links resolved). `problem`: why it is unreadable, to
	 * follow "expected a readable folder, got".
	 */
	inspect(
		path: string,
	): Promise<{ root: string; kind: "folder" | "file" | "missing" | "unreadable"; problem?: string }>;
	/**
	 * One level of a folder, any order. Never follows a link to a folder.
	 * @throws Error (any) when the folder cannot be listed: the scan records it and goes on. A StructuralIndexError
	 * `root-unreadable`, from `read` too, says that nothing below the root can be read any more, and ends the build.
	 */
	list(root: string, folder: string): Promise<FileEntry[]>;
	/** @throws Error (any) when the file cannot be read. The bytes are the caller's to transfer. */
	read(root: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
	/** True when `path` (absolute) is inside or equal to `root`; returns the relative path. */
	relative(root: string, path: string): string | undefined;
}

export interface FileEntry {
	name: string;
	/** `link`: a symbolic link; `target` says what it leads to and whether that is inside the root. */
	kind: "file" | "folder" | "link" | "other";
	size: number;
	target?: { kind: "file" | "folder" | "missing" | "loop"; inside: boolean };
	/** Why this entry can never be read (its name is not valid UTF-8): it is `failed` with this reason. Unique in its folder. */
	problem?: string;
}

export interface StateOpener {
	/**
	 * The folder `<state_root>/workspace`. Creates nothing until the first write.
	 * @throws StructuralIndexError `state-unwritable` when state_root is a file.
	 */
	open(state_root: string): Promise<StateFolder>;
}

/** The state folder. Paths are relative to `<state_root>/workspace`, `/`-separated. */
export interface StateFolder {
	/** Absolute location of `<state_root>/workspace`, canonical where it exists. */
	readonly location: string;
	/** Absolute location of a state path, for messages and for opening databases. */
	locate(path: string): string;
	/** Undefined when missing. */
	read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
	/** Creates parent folders; not atomic. @throws StructuralIndexError `state-unwritable`. */
	write(path: string, bytes: Uint8Array): Promise<void>;
	/** Atomic replacement on one file system. */
	rename(from: string, to: string): Promise<void>;
	/** File or folder with all it holds; a missing one is fine. */
	remove(path: string): Promise<void>;
	/** Names in a folder; empty when missing. */
	list(path: string): Promise<string[]>;
	/** Flushes a written file to the disk where the room can. */
	sync(path: string): Promise<void>;
	/** Ends the hold on the folder that its first write took, in rooms where two writers cannot share it. Reading goes on. */
	release?(): Promise<void>;
}

export type WorkerKind = "parse" | "catalog";

export interface WorkerMaker {
	/** Starts a worker. @throws StructuralIndexError `worker-failed`. */
	spawn(kind: WorkerKind): WorkerHandle;
}

export interface WorkerHandle {
	/** For comlink's `wrap`. */
	readonly endpoint: WorkerEndpoint;
	/** Called once when the worker ends for any reason but `terminate()`: the reason in words. */
	onExit(listener: (reason: string) => void): void;
	/** Ends it at once, also in an endless loop. */
	terminate(): Promise<void>;
}

/** The shape comlink needs of a port; the same as its `Endpoint`. */
export interface WorkerEndpoint {
	postMessage(message: unknown, transfer?: unknown[]): void;
	addEventListener(type: string, listener: (event: unknown) => void, options?: object): void;
	removeEventListener(type: string, listener: (event: unknown) => void, options?: object): void;
	start?: () => void;
}

/** Files that ship with the package: wasm, query files, helper scripts. Names are relative to the asset folder. */
export interface AssetSource {
	/** @throws StructuralIndexError `io` naming the asset. */
	read(name: string): Promise<Uint8Array<ArrayBuffer>>;
	/** A folder with a user's language: the same interface over that folder. */
	folder(path: string): AssetSource;
}

export interface Clock {
	/** ISO 8601, UTC. */
	now(): string;
	/** Milliseconds, monotonic. */
	ticks(): number;
	/** Calls back once after ms; the returned function cancels. Never keeps a process alive. */
	timer(ms: number, callback: () => void): () => void;
}

export interface Digest {
	/** 32 bytes. Sync because the engine hashes many small things; rooms without a fast sync hash use @noble/hashes. */
	sha256(bytes: Uint8Array): Uint8Array;
}

/** Synchronous files for SQLite. A room without them offers no catalog. */
export interface DatabaseFiles {
	/** Does what must be awaited before `open`, `exists` and `remove` of this location can answer at once. */
	prepare?(location: string, mode: "read" | "create"): Promise<void>;
	/** @throws Error when it cannot be opened. */
	open(location: string, mode: "read" | "create"): DatabaseFile;
	exists(location: string): boolean;
	remove(location: string): void;
}

export interface DatabaseFile {
	/** Bytes read, fewer at the end of the file. */
	read(into: Uint8Array, offset: number): number;
	write(bytes: Uint8Array, offset: number): void;
	truncate(size: number): void;
	size(): number;
	sync(): void;
	close(): void;
}
