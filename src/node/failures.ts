/** Failures of the file system, in words. */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";

/** What stops us from writing, whoever is to blame for it: the user can act on it. Everything else is `io`. */
const UNWRITABLE: Readonly<Record<string, string>> = {
	EACCES: "permission denied",
	EPERM: "not permitted",
	ENOENT: "a part of the path is missing: removed meanwhile, or a link to nothing",
	EROFS: "the file system is read-only",
	ENOSPC: "no space left on the device",
	EDQUOT: "the disk quota is used up",
	EFBIG: "the file would be too large for the file system",
	ENOTDIR: "a part of the path is a file, not a folder",
	EEXIST: "something else is already there",
	EISDIR: "a folder is where a file should be",
	ENOTEMPTY: "a folder that is not empty is where a file should be",
	ENAMETOOLONG: "the path is too long",
	ELOOP: "a symbolic link in the path leads to itself",
};

/** The platform's code of a failure (`ENOENT`), or undefined. */
export function codeOf(error: unknown): string | undefined {
	const code = (error as { code?: unknown } | null)?.code;
	return typeof code === "string" ? code : undefined;
}

/** `state-unwritable` with path and reason in words, or `io`; the platform's error is the cause. */
export function writeFailure(action: string, path: string, error: unknown): StructuralIndexError {
	const reason = UNWRITABLE[codeOf(error) ?? ""];
	if (reason === undefined) return ioFailure(action, path, error);
	return new StructuralIndexError("state-unwritable", `cannot ${action} ${show(path)}: ${reason}`, { cause: error });
}

/** `io` with path and the platform's message; the platform's error is the cause. */
export function ioFailure(action: string, path: string, error: unknown): StructuralIndexError {
	return new StructuralIndexError("io", `cannot ${action} ${show(path)}: ${messageOf(error)}`, { cause: error });
}
