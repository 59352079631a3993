/** An index as one file: what goes out and what comes in. */
import type { Manifest } from "./manifest.ts";

export interface ExportOptions {
	state_root?: string;
	/** Also the unit records that the index was built from, so that a build elsewhere need not parse again; default false. */
	units?: boolean;
	signal?: AbortSignal;
}

export interface ImportOptions {
	state_root?: string;
	/**
	 * Also the archive's unit records; default false. Only from a source you trust: a record says what stands in a file of
	 * a certain content, nobody can tell whether it is true, and later builds of any tree would believe it.
	 */
	units?: boolean;
	signal?: AbortSignal;
}

export interface ImportResult {
	manifest_path: string;
	catalog_path: string;
	query_helper_path: string;
	manifest: Manifest;
	/** Unit records: taken over, and left in the archive because `units` was not given or they were damaged. */
	units: { imported: number; ignored: number };
}
