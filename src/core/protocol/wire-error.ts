/**
 * Errors across the worker boundary. comlink's own handler keeps message, name and stack; this one also keeps the code,
 * the class and the chain of causes. Its wire form is a superset of comlink's, so a side without it still understands.
 */
import { transferHandlers } from "comlink";
import { ERROR_CODES, type ErrorCode, messageOf, StructuralIndexError } from "../errors.ts";

/** An error as plain data. */
export interface WireError {
	name: string;
	message: string;
	stack: string | undefined;
	/** Our own code, or a platform's (`ENOSPC`). */
	code: string | undefined;
	cause: WireError | undefined;
}

/** A chain of causes is cut here: it may be circular. */
const MAX_CAUSES = 8;

/** Whatever was thrown, as plain data; a thrown non-error becomes the message. */
export function encodeError(error: unknown, depth = 0): WireError {
	if (!(error instanceof Error)) {
		return { name: "Error", message: messageOf(error), stack: undefined, code: undefined, cause: undefined };
	}
	const { code } = error as { code?: unknown };
	return {
		name: error.name,
		message: error.message,
		stack: error.stack,
		code: typeof code === "string" ? code : undefined,
		cause: error.cause === undefined || depth >= MAX_CAUSES ? undefined : encodeError(error.cause, depth + 1),
	};
}

/** A StructuralIndexError when that is what was thrown; else an Error with the name and code that the original had. */
export function decodeError(wire: WireError): Error {
	const options = wire.cause === undefined ? undefined : { cause: decodeError(wire.cause) };
	const own = wire.name === "StructuralIndexError" && (ERROR_CODES as readonly unknown[]).includes(wire.code);
	const error = own
		? new StructuralIndexError(wire.code as ErrorCode, wire.message, options)
		: new Error(wire.message, options);
	const { name, code, stack } = wire;
	// The stack of the thread it was thrown in is the one that helps. Deleted where there was none, or it would name this line.
	Object.defineProperty(error, "stack", {
		value: stack ?? `${name}: ${wire.message}`,
		configurable: true,
		writable: true,
	});
	if (!own) Object.assign(error, { name }, code === undefined ? {} : { code });
	return error;
}

interface Thrown {
	isError: boolean;
	value: unknown;
}

/** Makes comlink carry errors as described here, in this thread. Rooms call it on both sides; again is harmless. */
export function installWireErrors(): void {
	const present = transferHandlers.get("throw");
	if (present === undefined)
		throw new StructuralIndexError("internal", 'comlink expected a "throw" transfer handler, got none');
	transferHandlers.set("throw", {
		canHandle: present.canHandle,
		serialize: (thrown: Thrown): [Thrown, []] => [{ isError: true, value: encodeError(thrown.value) }, []],
		deserialize: (thrown: Thrown): never => {
			throw thrown.isError ? decodeError(thrown.value as WireError) : thrown.value;
		},
	});
}
