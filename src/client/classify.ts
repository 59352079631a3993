/** Sorts what a scan found into files that a language claims and rows of coverage for all others. */
import { messageOf } from "../core/errors.ts";
import type { Host } from "../core/host.ts";
import type { CatalogFile } from "../core/protocol/calls.ts";
import type { SourceFile } from "./index-files.ts";
import { type Claim, hasExtension, type Registry } from "./registry.ts";
import type { Scan, ScannedFile } from "./scan.ts";

/** A script is shorter than this; larger files without extension are not looked into. */
const MAX_SCRIPT_BYTES = 1024 * 1024;

export interface ClassifyInput {
	host: Host;
	root: string;
	registry: Registry;
	scan: Scan;
	/** Ids; undefined: all. */
	languages: readonly string[] | undefined;
	/** Throws to stop. */
	check(): void;
}

/** Both in path order. */
export async function classify(input: ClassifyInput): Promise<{ claimed: SourceFile[]; rows: CatalogFile[] }> {
	const { registry, scan, languages } = input;
	const claimed: SourceFile[] = [];
	const rows: CatalogFile[] = [];
	const row = (path: string, status: CatalogFile["status"], reason: string, bytes: number) => {
		rows.push({ path, language: null, status, reason, bytes, content_sha256: null });
	};
	for (const { path, status, reason } of scan.problems) row(path, status, reason, 0);
	for (const file of scan.files) {
		let claim: Claim | undefined;
		try {
			claim = registry.claim(file.path) ?? (await claimByContent(input, file));
		} catch (error) {
			row(file.path, "failed", `cannot be read: ${messageOf(error)}`, file.size);
			continue;
		}
		if (claim === undefined) row(file.path, "unsupported", "no registered language", file.size);
		else if (languages !== undefined && !languages.includes(claim.language)) {
			row(file.path, "unsupported", `language ${claim.language} was not asked for`, file.size);
		} else claimed.push({ ...file, ...claim });
	}
	return { claimed, rows };
}

async function claimByContent({ host, root, registry, check }: ClassifyInput, { path, size }: ScannedFile) {
	if (size < 3 || size > MAX_SCRIPT_BYTES || hasExtension(path)) return undefined;
	check();
	return registry.claimByShebang(await host.files.read(root, path));
}
