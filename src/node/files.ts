/**
 * Source trees on node:fs. Synchronous where it counts: a stat or a small read costs about 10 µs so, against 100 µs of
 * thread pool and promises, and the main thread has nothing else to do while workers parse.
 */
import {
	closeSync,
	constants,
	type Dirent,
	fstatSync,
	opendirSync,
	openSync,
	readdirSync,
	readSync,
	realpathSync,
	type Stats,
	statSync,
} from "node:fs";
import { resolve } from "node:path";
import { show } from "../core/errors.ts";
import type { FileEntry, FileSource } from "../core/host.ts";
import { codeOf } from "./failures.ts";
import { below, relativeTo } from "./paths.ts";

/** Never follows a link that replaced a listed file, and never waits for the writer of a FIFO that did. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const nodeFiles: FileSource = {
	async inspect(path) {
		let root = resolve(path);
		try {
			root = realpathSync.native(root);
			if (!statSync(root).isDirectory()) return { root, kind: "file" };
			// Not access(2), which asks for the real user instead of the one in effect.
			opendirSync(root).closeSync();
			return { root, kind: "folder" };
		} catch (error) {
			const code = codeOf(error);
			return { root, kind: code === "ENOENT" || code === "ENOTDIR" ? "missing" : "unreadable" };
		}
	},

	async list(root, folder) {
		const location = below(root, folder);
		const found = readdirSync(location, { withFileTypes: true });
		// A name that is not UTF-8 shows as U+FFFD; only then is the folder read again, as bytes.
		if (found.some((entry) => entry.name.includes("\uFFFD"))) return listBytes(root, location, found);
		return found.map((entry) => describe(root, location, entry.name, entry));
	},

	async read(root, path) {
		return readRegular(below(root, path));
	},

	relative: relativeTo,
};

/**
 * The bytes of a regular file.
 * @param seen what stood there a moment ago: another file that took its place is refused.
 */
export function readRegular(location: string, seen?: Stats): Uint8Array<ArrayBuffer> {
	const descriptor = openSync(location, READ_FLAGS);
	try {
		const status = fstatSync(descriptor);
		const same = seen === undefined || (seen.ino === status.ino && seen.dev === status.dev);
		if (!status.isFile() || !same) throw new Error(`expected a regular file, got ${show(location)}`);
		return readAll(descriptor, status.size);
	} finally {
		closeSync(descriptor);
	}
}

/** The bytes that were there when the file was opened: growth meanwhile is left out, loss makes them fewer. */
function readAll(descriptor: number, size: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(size);
	let done = 0;
	while (done < size) {
		const count = readSync(descriptor, bytes, done, size - done, done);
		if (count === 0) return bytes.slice(0, done);
		done += count;
	}
	return bytes;
}

/** One entry of the folder at `location`, an absolute path. */
export function describe(root: string, location: string, name: string, entry: Dirent): FileEntry {
	if (entry.isDirectory()) return { name, kind: "folder", size: 0 };
	if (entry.isSymbolicLink()) return describeLink(root, location, name);
	if (!entry.isFile()) return { name, kind: "other", size: 0 };
	return { name, kind: "file", size: sizeOf(below(location, name)) };
}

/** 0 for a file that is gone or closed to us since it was listed: its read will say so. */
function sizeOf(location: string): number {
	try {
		return statSync(location).size;
	} catch {
		return 0;
	}
}

/** A link to a folder that holds the link is a loop too; one to a device, FIFO or socket is `other`, like these. */
function describeLink(root: string, location: string, name: string): FileEntry {
	const link = (kind: NonNullable<FileEntry["target"]>["kind"], inside: boolean, size = 0): FileEntry => {
		return { name, kind: "link", size, target: { kind, inside } };
	};
	try {
		const path = below(location, name);
		const target = realpathSync.native(path);
		const inside = relativeTo(root, target) !== undefined;
		const status = statSync(path);
		if (status.isDirectory()) return link(relativeTo(target, location) === undefined ? "folder" : "loop", inside);
		return status.isFile() ? link("file", inside, status.size) : { name, kind: "other", size: 0 };
	} catch (error) {
		return link(codeOf(error) === "ELOOP" ? "loop" : "missing", false);
	}
}

/**
 * For a folder with a name that is not UTF-8: such names are shown with `\xNN` and cannot be read, the others as always. The
 * bytes come from a second listing, in the same order: Bun tells no kinds beside them.
 * @throws Error when the folder changed between the two.
 */
function listBytes(root: string, location: string, found: readonly Dirent[]): FileEntry[] {
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	const entries: FileEntry[] = [];
	const odd: { bytes: Buffer; entry: Dirent }[] = [];
	const names = readdirSync(location, { encoding: "buffer" });
	for (const [i, entry] of found.entries()) {
		const bytes = names[i];
		if (bytes?.toString() !== entry.name || names.length !== found.length) {
			throw new Error(`${show(location)} changed while it was listed`);
		}
		try {
			entries.push(describe(root, location, decoder.decode(bytes), entry));
		} catch {
			odd.push({ bytes, entry });
		}
	}
	const taken = new Set(entries.map((entry) => entry.name));
	for (const { bytes, entry } of odd.sort((a, b) => a.bytes.compare(b.bytes))) {
		let name = bytes
			.toString("latin1")
			.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
		while (taken.has(name)) name += "\uFFFD";
		taken.add(name);
		const kind = entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other";
		entries.push({ name, kind, size: 0, problem: "its name is not valid UTF-8" });
	}
	return entries;
}
