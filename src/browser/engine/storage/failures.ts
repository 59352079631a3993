/** Failures of the browser's storage, in words. */
import { messageOf, StructuralIndexError, show } from "../../../core/errors.ts";

/** `NotFoundError`, `QuotaExceededError`: what DOMException has instead of codes. */
export function nameOf(error: unknown): string {
	return error instanceof Error ? error.name : "";
}

/** Undefined where there is nothing of that name. */
export async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (nameOf(error) === "NotFoundError") return undefined;
		throw error;
	}
}

/** Bytes used and allowed, for the message when they are used up. Chromium's estimate allows 10 GiB whatever the disk has. */
export async function quotaInWords(): Promise<string> {
	const { usage, quota } = await navigator.storage.estimate().catch(() => ({}) as StorageEstimate);
	if (usage === undefined || quota === undefined) return "the browser does not tell how large it is";
	return `${usage} bytes are used here, the browser's estimate of the limit is ${quota}`;
}

/** What stops us from writing: the user can act on it. Everything else is `io`. */
const UNWRITABLE: Readonly<Record<string, string>> = {
	NoModificationAllowedError: "another tab, or a worker that is about to end, has it open",
	NotAllowedError: "the browser does not allow it",
	SecurityError: "the browser does not allow it",
};

/** `state-unwritable` with location and reason in words, or `io`. One of our own is passed on. @param quota in words. */
export function writeFailure(action: string, location: string, error: unknown, quota: string): StructuralIndexError {
	if (error instanceof StructuralIndexError) return error;
	const full = nameOf(error) === "QuotaExceededError";
	const reason = full
		? `the disk, or what the browser gives this site of it, is full: ${quota}`
		: UNWRITABLE[nameOf(error)];
	if (reason === undefined) return ioFailure(action, location, error);
	return new StructuralIndexError("state-unwritable", `cannot ${action} ${show(location)}: ${reason}`, {
		cause: error,
	});
}

/** `io` with location and the browser's message. One of our own is passed on. */
export function ioFailure(action: string, location: string, error: unknown): StructuralIndexError {
	if (error instanceof StructuralIndexError) return error;
	return new StructuralIndexError("io", `cannot ${action} ${show(location)}: ${messageOf(error)}`, { cause: error });
}
