/**
 * The one error class of the package. Every failure a caller can meet has a stable `code`; the message names the
 * thing, what was expected and what came. Codes survive the worker boundary (see protocol/wire-error.ts).
 */

/** Stable error codes. A code is API: never renamed, only added. */
export const ERROR_CODES = [
	/** An option, flag or query argument has the wrong type or range. */
	"invalid-argument",
	/** The source root does not exist. */
	"root-missing",
	/** The source root is not a folder, or cannot be listed. */
	"root-unreadable",
	/** A pinned snapshot's `.mantis_snapshot_id` is missing or names another snapshot. */
	"sentinel-mismatch",
	/** The state folder cannot be created or written (read-only, full, not a folder). */
	"state-unwritable",
	/** A language id that no registered language has. */
	"language-unknown",
	/** A language folder (language.json, .scm, .wasm) that does not fit together. */
	"language-invalid",
	/** There is no index in the state folder; only the front ends for people mind, the five operations answer emptily. */
	"index-missing",
	/** A file of the index exists but is damaged (bad JSON, bad SQLite, wrong digest). */
	"index-corrupt",
	/** A file of the index was not written by this format (other schema version, other tables). */
	"index-foreign",
	/** No symbol has the given symbol_id. */
	"symbol-not-found",
	/** The index has no such file. */
	"file-not-found",
	/** A line outside 1..(lines of the file). */
	"line-out-of-range",
	/** A path that leaves the root it must stay in. */
	"path-outside-root",
	/** The caller's AbortSignal fired. */
	"aborted",
	/** The room does not offer this capability. */
	"unsupported",
	/** A worker could not be started or was lost and could not be replaced. */
	"worker-failed",
	/** A grammar of an ABI that the runtime cannot load. */
	"grammar-incompatible",
	/** Any other failure of the platform; `cause` holds it. */
	"io",
	/** A defect of this package: please report it. */
	"internal",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Thrown by every public function of this package. */
export class StructuralIndexError extends Error {
	override readonly name = "StructuralIndexError";
	readonly code: ErrorCode;

	constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
		super(message, options);
		this.code = code;
	}
}

/** @throws StructuralIndexError `invalid-argument` reading `"name" expected <expected>, got <what came>`. */
export function invalidArgument(name: string, expected: string, got: unknown): StructuralIndexError {
	return new StructuralIndexError("invalid-argument", `"${name}" expected ${expected}, got ${show(got)}`);
}

/** A short printable form of any value, control characters escaped, for error messages. */
export function show(value: unknown): string {
	if (typeof value === "string") return JSON.stringify(value.length > 120 ? `${value.slice(0, 117)}...` : value);
	if (typeof value === "bigint") return `${value}n`;
	if (value === null || typeof value !== "object") return String(value);
	return Array.isArray(value) ? `an array of ${value.length}` : "an object";
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
