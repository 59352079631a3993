/** Files for SQLite on node:fs, synchronous. Locks nothing: a database is written by one worker under a private name. */
import {
	closeSync,
	existsSync,
	fstatSync,
	fsyncSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readSync,
	rmSync,
	writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { DatabaseFile, DatabaseFiles } from "../core/host.ts";
import { ioFailure, writeFailure } from "./failures.ts";

/**
 * `create` makes an empty file, replacing what is there, and its parent folders.
 * Failures are StructuralIndexErrors: `state-unwritable` while writing, `io` while reading.
 */
export const nodeDatabases: DatabaseFiles = {
	open(location, mode) {
		if (mode === "read")
			return openFile(
				location,
				attempt(ioFailure, "open", location, () => openSync(location, "r")),
			);
		const descriptor = attempt(writeFailure, "create", location, () => {
			mkdirSync(dirname(location), { recursive: true });
			return openSync(location, "w+");
		});
		return openFile(location, descriptor);
	},
	exists: (location) => existsSync(location),
	remove: (location) => attempt(writeFailure, "remove", location, () => rmSync(location, { force: true })),
};

function openFile(location: string, descriptor: number): DatabaseFile {
	return {
		read: (into, offset) =>
			attempt(ioFailure, "read", location, () => {
				let done = 0;
				while (done < into.length) {
					const count = readSync(descriptor, into, done, into.length - done, offset + done);
					if (count === 0) break;
					done += count;
				}
				return done;
			}),
		write: (bytes, offset) =>
			attempt(writeFailure, "write", location, () => {
				let done = 0;
				while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done, offset + done);
			}),
		truncate: (size) => attempt(writeFailure, "truncate", location, () => ftruncateSync(descriptor, size)),
		size: () => attempt(ioFailure, "measure", location, () => fstatSync(descriptor).size),
		sync: () => attempt(writeFailure, "flush", location, () => fsyncSync(descriptor)),
		close: () => attempt(ioFailure, "close", location, () => closeSync(descriptor)),
	};
}

function attempt<T>(failure: typeof ioFailure, action: string, location: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw failure(action, location, error);
	}
}
