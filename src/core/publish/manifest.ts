/**
 * Reading and writing manifest.json. The guard checks what the engine relies on; manifest.schema.json is the same
 * contract for other programs.
 */
import { StructuralIndexError, show } from "../errors.ts";
import { type Manifest, PRECISIONS, SCHEMA_VERSION } from "../types.ts";

type Kind = "string" | "number" | "boolean" | "array" | readonly string[] | { [key: string]: Kind };

const STATUSES = ["complete", "partial", "empty", "failed"];

const SHAPE: { [key: string]: Kind } = {
	snapshot_id: "string",
	root_fingerprint: "string",
	status: STATUSES,
	provider: { kind: ["local-build", "baseline+overlay", "remote"], catalog: "string", backend_versions: {} },
	units: { total: "number", reused: "number", rebuild: "number", failed: "number" },
	coverage: { total_files: "number", indexed_files: "number", failed_files: "number", deferred_files: "number" },
	shards: "array",
	deferred_units: "array",
	native_indexes: "array",
	baseline: { source: "string", snapshot_id: "string", manifest_path: "string" },
	overlay: { units_added: "number", units_modified: "number", files: "array" },
	compat_pointer: { path: "string", full_export: "boolean", symbol_count: "number" },
	created_at: "string",
	build_duration_ms: "number",
	mode: ["off", "halt", "pinned"],
	stale: "boolean",
	build_id: "string",
	counts: { symbols: "number", call_edges: "number", resolved_edges: "number" },
	tool: "string",
};

export function encodeManifest(manifest: Manifest): Uint8Array<ArrayBuffer> {
	return new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * @param where named in errors: the location of the file.
 * @throws StructuralIndexError `index-corrupt` when it is not a manifest, `index-foreign` for another schema_version.
 */
export function parseManifest(json: Uint8Array | string, where: string): Manifest {
	const value = parseJson(json, where);
	if (!isObject(value)) throw corrupt(where, "a JSON object", value);
	const { schema_version } = value;
	if (typeof schema_version !== "number") throw corrupt(`${where}: schema_version`, "a number", schema_version);
	if (schema_version !== SCHEMA_VERSION) {
		throw new StructuralIndexError(
			"index-foreign",
			`${where}: schema_version expected ${SCHEMA_VERSION}, got ${schema_version}`,
		);
	}
	checkShape(value, SHAPE, `${where}: `);
	const manifest = value as unknown as Manifest;
	for (const [language, entry] of Object.entries(manifest.provider.backend_versions)) {
		checkShape({ entry }, { entry: { backend_name: "string", precision: PRECISIONS } }, `${where}: ${language} `);
	}
	return manifest;
}

function parseJson(json: Uint8Array | string, where: string): unknown {
	try {
		const text = typeof json === "string" ? json : new TextDecoder("utf-8", { fatal: true }).decode(json);
		return JSON.parse(text);
	} catch (cause) {
		throw new StructuralIndexError("index-corrupt", `${where}: expected JSON, got something else`, { cause });
	}
}

function checkShape(value: Record<string, unknown>, shape: { [key: string]: Kind }, where: string): void {
	for (const [key, kind] of Object.entries(shape)) {
		const got = value[key];
		const name = `${where}${key}`;
		if (typeof kind === "string") {
			const fits = kind === "array" ? Array.isArray(got) : typeof got === kind;
			if (!fits) throw corrupt(name, kind === "array" ? "an array" : `a ${kind}`, got);
		} else if (Array.isArray(kind)) {
			if (!kind.includes(got as string)) throw corrupt(name, `one of ${kind.join(", ")}`, got);
		} else {
			if (!isObject(got)) throw corrupt(name, "an object", got);
			checkShape(got, kind as { [key: string]: Kind }, `${name}.`);
		}
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function corrupt(what: string, expected: string, got: unknown): StructuralIndexError {
	return new StructuralIndexError("index-corrupt", `${what} expected ${expected}, got ${show(got)}`);
}
