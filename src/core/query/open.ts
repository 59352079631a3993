/**
 * Opening an index: the manifest's catalog; where there is none, structural_index.jsonl; where there is neither, an
 * empty index. Never builds, never writes.
 */
import { CatalogSource, coverageOf } from "../catalog/read.ts";
import { checkCatalog, META } from "../catalog/schema.ts";
import { loadSqlite } from "../catalog/sqlite.ts";
import { StructuralIndexError } from "../errors.ts";
import type { DatabaseFiles, StateFolder } from "../host.ts";
import { parseJsonlHeader } from "../publish/jsonl.ts";
import { parseManifest } from "../publish/manifest.ts";
import { PATHS } from "../publish/paths.ts";
import type { Manifest, StructuralIndex } from "../types.ts";
import { emptySource } from "./empty-source.ts";
import { jsonlSource } from "./jsonl-source.ts";
import { Queries } from "./queries.ts";
import type { Source } from "./source.ts";

export interface OpenRequest {
	state: StateFolder;
	databases: DatabaseFiles;
	/** The bytes of wa-sqlite.wasm; asked for only when there is a catalog. */
	sqlite(): Promise<Uint8Array>;
}

/**
 * A manifest whose catalog is missing is answered from the JSONL when that holds all records of the same snapshot.
 * @throws StructuralIndexError `index-corrupt` or `index-foreign` for a manifest, catalog or JSONL that is not one, `io`.
 */
export async function openQueries(request: OpenRequest): Promise<OpenIndex> {
	const { state, databases } = request;
	const manifestBytes = await state.read(PATHS.manifest);
	if (manifestBytes === undefined) {
		const jsonl = await state.read(PATHS.jsonl);
		if (jsonl === undefined) return new OpenIndex(null, "empty", emptySource);
		return new OpenIndex(null, "jsonl", jsonlSource(jsonl, state.locate(PATHS.jsonl)));
	}
	const manifest = parseManifest(manifestBytes, state.locate(PATHS.manifest));
	const location = state.locate(PATHS.catalog);
	await databases.prepare?.(location, "read");
	if (databases.exists(location)) return openCatalog(request, location, manifest);
	const jsonl = await state.read(PATHS.jsonl);
	if (jsonl !== undefined) {
		const where = state.locate(PATHS.jsonl);
		const header = parseJsonlHeader(jsonl, where);
		if (header.full_export !== false && header.snapshot_id === manifest.snapshot_id) {
			return new OpenIndex(manifest, "jsonl", jsonlSource(jsonl, where));
		}
	}
	throw new StructuralIndexError(
		"index-corrupt",
		`${location}: expected the catalog that manifest.json names, found no file`,
	);
}

/**
 * The embedded manifest is the one that fits: a build that died before its last rename left an older manifest.json. Only
 * the time that the whole build took is known to manifest.json alone.
 */
async function openCatalog(request: OpenRequest, location: string, published: Manifest): Promise<OpenIndex> {
	const sqlite = await loadSqlite(await request.sqlite());
	const database = sqlite.open(request.databases, location, "read");
	try {
		const meta = checkCatalog(database);
		const manifest = parseManifest(meta.get(META.manifest) ?? "null", `${location}: manifest`);
		if (manifest.build_id === published.build_id) manifest.build_duration_ms = published.build_duration_ms;
		return new OpenIndex(manifest, "catalog", new CatalogSource(database, meta, manifest));
	} catch (error) {
		database.close();
		throw error;
	}
}

/** What every room gives as its open index; also says which content of a file it knows. */
export class OpenIndex extends Queries implements StructuralIndex {
	readonly manifest: Manifest | null;
	readonly source: StructuralIndex["source"];
	readonly #source: Source;

	constructor(manifest: Manifest | null, kind: StructuralIndex["source"], source: Source) {
		const { partition_status } = kind === "catalog" && manifest !== null ? coverageOf(manifest) : source.coverage();
		super(source, partition_status === "empty");
		this.manifest = manifest;
		this.source = kind;
		this.#source = source;
	}

	async *dump(): AsyncIterable<string> {
		yield* this.#source.dump();
	}

	async close(): Promise<void> {
		this.#source.close();
	}

	[Symbol.asyncDispose](): Promise<void> {
		return this.close();
	}
}
