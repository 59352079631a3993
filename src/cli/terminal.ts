/** What a verb needs of the process it runs in, lent by main.ts (and by tests). */
import type { Writable } from "node:stream";
import type {
	BuildOptions,
	BuildResult,
	ExportOptions,
	ImportOptions,
	ImportResult,
	OpenOptions,
	StructuralIndex,
} from "../core/types.ts";

export interface Terminal {
	/** Only results. */
	stdout: Writable & { isTTY?: boolean };
	/** Progress and errors. */
	stderr: Writable & { isTTY?: boolean };
	/** From the first call on, Ctrl-C and SIGTERM fire this signal instead of ending the process. */
	interrupts(): AbortSignal;
	/** The signal that fired it: `SIGINT`, `SIGTERM`. */
	interruptedBy(): string | undefined;
	version: string;
}

/** The library, as the front end uses it. */
export interface Library {
	buildIndex(options: BuildOptions): Promise<BuildResult>;
	openIndex(options: OpenOptions): Promise<StructuralIndex>;
	exportIndex(archive: string, options: ExportOptions): Promise<void>;
	importIndex(archive: string, options: ImportOptions): Promise<ImportResult>;
}

/** Resolves when the stream can take more, so that a long output never piles up in memory. */
export async function write(stream: Writable, text: string): Promise<void> {
	if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", resolve));
}
