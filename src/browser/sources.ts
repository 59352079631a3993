/** Sources from what a page can get hold of. Nothing is read here but the names: contents are read in the engine worker. */
import { invalidArgument, messageOf } from "../core/errors.ts";
import { isArchive } from "./archive-kind.ts";
import type { Source } from "./types.ts";

type Files = Extract<Source, { kind: "files" }>;

/**
 * A folder from `showDirectoryPicker()`, from a drop or from the origin's private storage.
 * @throws StructuralIndexError `invalid-argument`.
 */
export function sourceFromHandle(handle: FileSystemDirectoryHandle): Source {
	if (handle?.kind !== "directory") throw invalidArgument("handle", "a FileSystemDirectoryHandle", handle);
	return { kind: "handle", name: handle.name || "folder", handle };
}

/**
 * Files of `<input type="file" webkitdirectory>`, or any others. Paths are their `webkitRelativePath`; a top folder that
 * all share is not part of them but gives the source its name.
 * @throws StructuralIndexError `invalid-argument`.
 */
export function sourceFromFiles(files: FileList | readonly File[]): Source {
	const given = Array.from((files ?? []) as ArrayLike<File>);
	if (files === null || typeof files !== "object" || !given.every((each) => each instanceof Blob)) {
		throw invalidArgument("files", "a FileList or an array of File", files);
	}
	return rooted(given.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * What was dropped on a page. Call it in the `drop` handler itself: the browser forgets the items when the handler ends.
 * One folder is the tree, one archive is unpacked, several things are a tree of them.
 * @throws StructuralIndexError `invalid-argument` when nothing that was dropped is a file.
 */
export async function sourceFromDrop(dataTransfer: DataTransfer): Promise<Source> {
	const items = Array.from(dataTransfer?.items ?? []).filter((item) => item.kind === "file");
	if (items.length === 0) throw invalidArgument("dataTransfer", "dropped files or folders", dataTransfer);
	// All synchronous, before the first await.
	const dropped = await Promise.all(items.map(take));
	const [first] = dropped as [Dropped];
	if (dropped.length === 1) {
		if ("handle" in first) return sourceFromHandle(first.handle);
		if ("file" in first && (await isArchive(first.file))) return sourceFromArchive(first.file);
	}
	const found: Found = { files: [], unreadable: [] };
	for (const each of dropped) {
		if ("handle" in each) await walkHandle(each.handle, each.handle.name, found);
		else if ("entry" in each) await walkEntry(each.entry, each.entry.name, found);
		else if ("file" in each) found.files.push({ path: each.file.name, file: each.file });
		else found.unreadable.push(each);
	}
	return dropped.length === 1 ? rooted(found.files, found.unreadable) : files("dropped files", found);
}

/**
 * A zip, tar or tar.gz; which of them, its first bytes say. Where everything in it is below one folder, as in the
 * archives that GitHub makes, that folder is the root of the tree.
 * @param name default: the file's own, without its extension.
 * @throws StructuralIndexError `invalid-argument`.
 */
export function sourceFromArchive(archive: Blob, name?: string): Source {
	if (!(archive instanceof Blob)) throw invalidArgument("archive", "a Blob or File", archive);
	checkName(name);
	const own = archive instanceof File ? archive.name.replace(/\.(zip|tar|tgz|tar\.gz)$/i, "") : "";
	return { kind: "archive", name: name ?? (own || "archive"), archive };
}

/**
 * Files in memory. Paths are relative, `/`-separated, without `.` and `..`; text is encoded as UTF-8.
 * @throws StructuralIndexError `invalid-argument` naming the first path or value that is not of this form.
 */
export function sourceFromMap(
	files: Readonly<Record<string, Uint8Array | string>> | ReadonlyMap<string, Uint8Array | string>,
	name = "memory",
): Source {
	if (files === null || typeof files !== "object" || Array.isArray(files)) {
		throw invalidArgument("files", "a Map or an object of path to bytes or text", files);
	}
	checkName(name);
	const encoder = new TextEncoder();
	const contents = new Map<string, Uint8Array>();
	for (const [path, content] of files instanceof Map ? files : Object.entries(files)) {
		if (typeof path !== "string" || path.includes("\0") || path.split("/").some((part) => /^\.{0,2}$/.test(part))) {
			throw invalidArgument("files", "relative paths without empty parts, . and ..", path);
		}
		if (typeof content === "string") contents.set(path, encoder.encode(content));
		else if (content instanceof Uint8Array) contents.set(path, content);
		else throw invalidArgument(`files: ${path}`, "a Uint8Array or a string", content);
	}
	return { kind: "memory", name, files: contents };
}

function checkName(name: unknown): void {
	if (name !== undefined && (typeof name !== "string" || name === "")) {
		throw invalidArgument("name", "a string that is not empty", name);
	}
}

interface Found {
	files: { path: string; file: Blob }[];
	unreadable: { path: string; reason: string }[];
}

function files(name: string, { files, unreadable }: Found): Files {
	return unreadable.length === 0 ? { kind: "files", name, files } : { kind: "files", name, files, unreadable };
}

/** Without the top folder that all share, where there is one. */
function rooted(found: Found["files"], unreadable: Found["unreadable"] = []): Files {
	const all = [...found, ...unreadable];
	const top = all[0]?.path.split("/")[0] ?? "";
	const shared = all.length > 0 && all.every(({ path }) => path.startsWith(`${top}/`));
	if (!shared) return files(top !== "" && all.length === 1 ? top : "files", { files: found, unreadable });
	const below = <T extends { path: string }>(each: T): T => ({ ...each, path: each.path.slice(top.length + 1) });
	return files(top, { files: found.map(below), unreadable: unreadable.map(below) });
}

type Dropped =
	| { handle: FileSystemDirectoryHandle }
	| { entry: FileSystemDirectoryEntry }
	| { file: File }
	| { path: string; reason: string };

/** `getAsFileSystemHandle` is not in the types, and not in every browser. */
type DroppedItem = DataTransferItem & { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** Everything the item offers is asked for at once, since it is empty after the first await. */
async function take(item: DroppedItem): Promise<Dropped> {
	const entry = item.webkitGetAsEntry();
	const file = item.getAsFile();
	const handle = await item.getAsFileSystemHandle?.().catch(() => null);
	if (handle?.kind === "directory") return { handle: handle as FileSystemDirectoryHandle };
	if (entry?.isDirectory) return { entry: entry as FileSystemDirectoryEntry };
	if (file !== null) return { file };
	return { path: entry?.name ?? "dropped item", reason: "the browser gave no access to it" };
}

async function walkHandle(folder: FileSystemDirectoryHandle, path: string, found: Found): Promise<void> {
	await attempt(path, found, async () => {
		for await (const [name, each] of folder.entries()) {
			const below = `${path}/${name}`;
			if (each.kind === "directory") await walkHandle(each as FileSystemDirectoryHandle, below, found);
			else {
				await attempt(below, found, async () => {
					found.files.push({ path: below, file: await (each as FileSystemFileHandle).getFile() });
				});
			}
		}
	});
}

async function walkEntry(folder: FileSystemDirectoryEntry, path: string, found: Found): Promise<void> {
	await attempt(path, found, async () => {
		const reader = folder.createReader();
		for (;;) {
			// At most a hundred at a time, until none is left.
			const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
			if (some.length === 0) return;
			for (const each of some) {
				const below = `${path}/${each.name}`;
				if (each.isDirectory) await walkEntry(each as FileSystemDirectoryEntry, below, found);
				else {
					await attempt(below, found, async () => {
						const file = await new Promise<File>((resolve, reject) =>
							(each as FileSystemFileEntry).file(resolve, reject),
						);
						found.files.push({ path: below, file });
					});
				}
			}
		}
	});
}

async function attempt(path: string, found: Found, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		found.unreadable.push({ path, reason: `cannot be read: ${messageOf(error)}` });
	}
}
