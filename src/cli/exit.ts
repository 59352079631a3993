/** Exit codes: part of the interface, explained in docs/cli.md and in --help. */
import { type ErrorCode, StructuralIndexError } from "../core/errors.ts";

export const EXIT = { ok: 0, unexpected: 1, usage: 2, index: 3, place: 4, interrupted: 130, terminated: 143 } as const;

const OF_CODE: Record<ErrorCode, number> = {
	"invalid-argument": EXIT.usage,
	"language-unknown": EXIT.usage,
	"language-invalid": EXIT.usage,
	"symbol-not-found": EXIT.usage,
	"file-not-found": EXIT.usage,
	"line-out-of-range": EXIT.usage,
	"path-outside-root": EXIT.usage,
	"index-missing": EXIT.index,
	"index-corrupt": EXIT.index,
	"index-foreign": EXIT.index,
	"root-missing": EXIT.place,
	"root-unreadable": EXIT.place,
	"sentinel-mismatch": EXIT.place,
	"state-unwritable": EXIT.place,
	aborted: EXIT.interrupted,
	unsupported: EXIT.unexpected,
	"worker-failed": EXIT.unexpected,
	"grammar-incompatible": EXIT.unexpected,
	io: EXIT.unexpected,
	internal: EXIT.unexpected,
};

/** @param signal what asked for the end, when something did. */
export function exitCodeOf(error: unknown, signal: string | undefined): number {
	if (!(error instanceof StructuralIndexError)) return EXIT.unexpected;
	if (error.code === "aborted" && signal === "SIGTERM") return EXIT.terminated;
	return OF_CODE[error.code] ?? EXIT.unexpected;
}

export const EXIT_HELP = `
Exit codes:
  0    done, also when the index is empty or partial (the result says so)
  1    unexpected failure
  2    wrong usage or argument (unknown flag, symbol, file, line, language)
  3    no index here, or one that is corrupt or foreign
  4    source root or state folder not usable
  130  interrupted (143 when terminated); the last index is intact
`;
