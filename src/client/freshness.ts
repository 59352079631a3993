/**
 * Whether the index that is there already serves a snapshot (contract section 3). Asked before anything else; touches
 * nothing. A damaged index is never fatal here, for the build replaces it; only a manifest of a newer format is.
 */
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import type { StateFolder } from "../core/host.ts";
import { PUBLISHING } from "../core/publish/commit.ts";
import type { JsonlHeader } from "../core/publish/jsonl.ts";
import { parseManifest } from "../core/publish/manifest.ts";
import { PATHS } from "../core/publish/paths.ts";
import { type Manifest, SCHEMA_VERSION, type StructuralIndex } from "../core/types.ts";
import { PACKAGE_NAME } from "../generated/package.ts";
import { UNKNOWN_SNAPSHOT } from "./locate.ts";

/**
 * The manifest of an index that may be reused as it is; undefined: build.
 * @param open opens the index that is there.
 * @throws StructuralIndexError `index-foreign` for a manifest of a newer schema_version.
 */
export async function findFresh(
	state: StateFolder,
	snapshot_id: string,
	open: () => Promise<StructuralIndex>,
	warn: (message: string) => void,
): Promise<Manifest | undefined> {
	const manifest = await readManifest(state, warn);
	if (snapshot_id === UNKNOWN_SNAPSHOT) return undefined;
	if ((await state.list(PATHS.tmp)).some((name) => PUBLISHING.endsWith(`/${name}`))) {
		warn("the last build ended while it was publishing: the index is built again");
		return undefined;
	}
	if (manifest === "missing") return reuseJsonl(state, snapshot_id, warn);
	if (manifest?.snapshot_id !== snapshot_id || manifest.status === "failed") return undefined;
	if (manifest.provider.kind === "remote") return manifest;
	if (!(await state.list(PATHS.index)).includes(manifest.provider.catalog)) {
		warn(`${state.locate(PATHS.catalog)} is missing though its manifest is there: the index is built again`);
		return undefined;
	}
	const unfit = await whyUnfit(manifest, open);
	if (unfit === undefined) return manifest;
	warn(`the catalog cannot be used and is replaced: ${unfit}`);
	return undefined;
}

/** Damage that shows when a catalog is opened, and another build's catalog. */
async function whyUnfit(manifest: Manifest, open: () => Promise<StructuralIndex>): Promise<string | undefined> {
	try {
		const index = await open();
		const found = index.manifest?.build_id;
		await index.close();
		return found === manifest.build_id ? undefined : `build_id expected ${manifest.build_id}, got ${found}`;
	} catch (error) {
		return messageOf(error);
	}
}

/** Undefined for a manifest that cannot be used and will be replaced. */
async function readManifest(
	state: StateFolder,
	warn: (message: string) => void,
): Promise<Manifest | "missing" | undefined> {
	const where = state.locate(PATHS.manifest);
	let bytes: Uint8Array | undefined;
	try {
		bytes = await state.read(PATHS.manifest);
		if (bytes === undefined) return "missing";
		return parseManifest(bytes, where);
	} catch (error) {
		const version = bytes === undefined ? undefined : schemaVersion(bytes);
		if (version !== undefined && version > SCHEMA_VERSION) {
			const message = `${where}: schema_version expected at most ${SCHEMA_VERSION}, got ${version}: a newer version wrote it`;
			throw new StructuralIndexError("index-foreign", message);
		}
		warn(`the manifest cannot be used and is replaced: ${messageOf(error)}`);
		return undefined;
	}
}

function schemaVersion(bytes: Uint8Array): number | undefined {
	try {
		const { schema_version } = JSON.parse(new TextDecoder().decode(bytes)) as { schema_version?: unknown };
		return typeof schema_version === "number" ? schema_version : undefined;
	} catch {
		return undefined;
	}
}

async function reuseJsonl(
	state: StateFolder,
	snapshot_id: string,
	warn: (message: string) => void,
): Promise<Manifest | undefined> {
	try {
		const bytes = await state.read(PATHS.jsonl);
		if (bytes === undefined) return undefined;
		// Loaded when needed: the export stands on the catalog's code, which a build's main thread never runs.
		const { parseJsonl } = await import("../core/publish/jsonl.ts");
		const { header, functions, calls } = parseJsonl(bytes, state.locate(PATHS.jsonl));
		// A pointer without the catalog that it points to holds no facts.
		if (header.snapshot_id !== snapshot_id || header.full_export === false) return undefined;
		return standIn(header, functions.length, calls.length);
	} catch (error) {
		warn(`the JSONL export cannot be used: ${messageOf(error)}`);
		return undefined;
	}
}

/** What is known of an index of which only the JSONL export is left; `partial`, as its coverage is not. */
function standIn(header: JsonlHeader, functions: number, calls: number): Manifest {
	const { snapshot_id } = header;
	return {
		schema_version: SCHEMA_VERSION,
		snapshot_id,
		root_fingerprint: "",
		status: "partial",
		provider: { kind: "local-build", catalog: "", backend_versions: {} },
		units: { total: 0, reused: 0, rebuild: 0, failed: 0 },
		coverage: {
			total_files: 0,
			indexed_files: 0,
			failed_files: 0,
			deferred_files: 0,
			skipped_files: 0,
			unsupported_files: 0,
		},
		shards: [],
		deferred_units: [],
		native_indexes: [],
		baseline: { source: "none", snapshot_id: "", manifest_path: "" },
		overlay: { units_added: 0, units_modified: 0, files: [] },
		compat_pointer: { path: "structural_index.jsonl", full_export: true, symbol_count: functions },
		created_at: "",
		build_duration_ms: 0,
		mode: header.stale === true ? "halt" : "off",
		stale: header.stale === true,
		build_id: "",
		counts: { symbols: functions, call_edges: calls, resolved_edges: 0 },
		tool: PACKAGE_NAME,
	};
}
