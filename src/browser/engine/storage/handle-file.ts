/** A sync access handle as a DatabaseFile. */
import type { DatabaseFile } from "../../../core/host.ts";
import { nameOf } from "./failures.ts";

/** Milliseconds. A killed tab's handles go some moments after its locks. */
const PATIENCE = 5000;
const PAUSE = 20;

/** Opens the file, empty or not, for this worker alone. @throws DOMException `NoModificationAllowedError` when it stays in use. */
export async function openHandle(file: FileSystemFileHandle): Promise<FileSystemSyncAccessHandle> {
	for (let waited = 0; ; waited += PAUSE) {
		try {
			return await file.createSyncAccessHandle();
		} catch (error) {
			if (nameOf(error) !== "NoModificationAllowedError" || waited >= PATIENCE) throw error;
			await new Promise((wake) => setTimeout(wake, PAUSE));
		}
	}
}

/** All of it, from `offset` on. @throws DOMException `QuotaExceededError`, also where the browser only writes less. */
export function writeAll(handle: FileSystemSyncAccessHandle, bytes: Uint8Array, offset: number): void {
	for (let done = 0; done < bytes.length; ) {
		const count = handle.write(bytes.subarray(done), { at: offset + done });
		if (count === 0) throw new DOMException(`wrote ${done} of ${bytes.length} bytes`, "QuotaExceededError");
		done += count;
	}
}

export function handleFile(handle: FileSystemSyncAccessHandle): DatabaseFile {
	return {
		read(into, offset) {
			let done = 0;
			while (done < into.length) {
				const count = handle.read(into.subarray(done), { at: offset + done });
				if (count === 0) break;
				done += count;
			}
			return done;
		},
		write: (bytes, offset) => writeAll(handle, bytes, offset),
		truncate: (size) => handle.truncate(size),
		size: () => handle.getSize(),
		sync: () => handle.flush(),
		close: () => handle.close(),
	};
}
