/** Index archives as files: written beside and moved over, so that what has the name is whole. */
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { invalidArgument, StructuralIndexError } from "../core/errors.ts";
import { codeOf, ioFailure, writeFailure } from "./failures.ts";

/** @throws StructuralIndexError `invalid-argument`, `state-unwritable`, `io`, and what the stream fails with. */
export async function writeArchive(archive: string, open: () => Promise<ReadableStream<Uint8Array>>): Promise<void> {
	const path = checkPath(archive);
	const beside = `${path}.${process.pid}.partial`;
	const bytes = await open();
	try {
		await pipeline(Readable.fromWeb(bytes), createWriteStream(beside, { flush: true }));
		await rename(beside, path);
	} catch (error) {
		await rm(beside, { force: true }).catch(() => {});
		throw error instanceof StructuralIndexError ? error : writeFailure("write", path, error);
	}
}

/** @throws StructuralIndexError `invalid-argument` when there is no such file, `io`, and what `take` throws. */
export async function readArchive<T>(
	archive: string,
	take: (bytes: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
	const path = checkPath(archive);
	const file = createReadStream(path);
	let failure: unknown;
	file.on("error", (error) => {
		failure = error;
	});
	try {
		return await take(Readable.toWeb(file) as ReadableStream<Uint8Array>);
	} catch (error) {
		if (failure === undefined) throw error;
		if (codeOf(failure) === "ENOENT") throw invalidArgument("archive", "a file that exists", archive);
		throw ioFailure("read", path, failure);
	} finally {
		file.destroy();
	}
}

function checkPath(archive: unknown): string {
	if (typeof archive === "string" && archive !== "" && !archive.includes("\0")) return resolve(archive);
	throw invalidArgument("archive", "a path", archive);
}
