/** The published index of a state folder as one tar.gz, made while it is read: nothing large is ever in memory. */
import { createTarPacker } from "modern-tar";
import { loadSqlite } from "../../core/catalog/sqlite.ts";
import { StructuralIndexError } from "../../core/errors.ts";
import type { DatabaseFiles, Host, StateFolder } from "../../core/host.ts";
import { PUBLISHING } from "../../core/publish/commit.ts";
import { encodeManifest } from "../../core/publish/manifest.ts";
import { PATHS } from "../../core/publish/paths.ts";
import type { ExportOptions, Manifest } from "../../core/types.ts";
import { unitPath } from "../../core/units/store.ts";
import { openState } from "../locate.ts";
import { openPublished } from "../open-published.ts";
import { BUILD_CHECKS, checkOptions } from "../options.ts";
import { type OpenBytes, openBytes } from "./database-stream.ts";
import { TOP } from "./layout.ts";

/** @throws StructuralIndexError `invalid-argument`. */
export function checkArchiveOptions(options: unknown): ExportOptions {
	const { state_root, signal, gitignore: flag } = BUILD_CHECKS;
	return checkOptions(options, { state_root, signal, units: flag });
}

/**
 * @returns the archive's bytes; the stream fails with a StructuralIndexError when the index cannot be read to its end.
 * @throws StructuralIndexError `invalid-argument`, `index-missing` where there is no catalog, `index-corrupt`,
 * `index-foreign`, `io`, also when a build is publishing meanwhile.
 */
export async function exportIndex(
	host: Host,
	given: ExportOptions = {},
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
	const { state_root, units = false, signal } = checkArchiveOptions(given);
	const state = await openState(host, state_root);
	const before = await state.read(PATHS.manifest);
	const index = await openPublished(host, state);
	const { manifest, source } = index;
	await index.close();
	if (manifest === null || source !== "catalog") {
		throw new StructuralIndexError("index-missing", `there is no catalog to export in ${state.location}`);
	}
	const files = new Map<string, Uint8Array>();
	for (const path of [PATHS.build_helper, PATHS.query_helper, PATHS.jsonl]) {
		const bytes = await state.read(path);
		if (bytes !== undefined) files.set(path, bytes);
	}
	const location = state.locate(PATHS.catalog);
	const keys = units ? await unitKeys(host, location) : [];
	const catalog = await openBytes(host.databases, location);
	try {
		// What was read one after another is of one build only when none published meanwhile.
		if (!equal(before, await state.read(PATHS.manifest)) || (await isPublishing(state))) {
			const message = `${state.location}: a build publishes or ended while it did: export when it is done, or build again`;
			throw new StructuralIndexError("io", message);
		}
	} catch (error) {
		catalog.close();
		throw error;
	}
	const { readable, controller } = createTarPacker();
	const pack = async () => {
		try {
			await writeAll({ controller, manifest, state, signal }, files, catalog, keys);
			controller.finalize();
		} catch (error) {
			controller.error(error as Error);
		} finally {
			catalog.close();
		}
	};
	void pack();
	return readable.pipeThrough(new CompressionStream("gzip"));
}

interface Packing {
	controller: ReturnType<typeof createTarPacker>["controller"];
	manifest: Manifest;
	state: StateFolder;
	signal: ExportOptions["signal"];
}

/** In the order of a publication, so that one that was unpacked in part has no manifest. */
async function writeAll(
	packing: Packing,
	files: ReadonlyMap<string, Uint8Array>,
	catalog: OpenBytes,
	keys: readonly string[],
): Promise<void> {
	for (const key of keys) {
		const record = await packing.state.read(unitPath(key));
		if (record !== undefined) await writeEntry(packing, unitPath(key), record.length, [record]);
	}
	for (const [path, bytes] of files) await writeEntry(packing, path, bytes.length, [bytes]);
	await writeEntry(packing, PATHS.catalog, catalog.size, catalog.pieces());
	const manifest = encodeManifest(packing.manifest);
	await writeEntry(packing, PATHS.manifest, manifest.length, [manifest]);
}

async function writeEntry(packing: Packing, path: string, size: number, pieces: Iterable<Uint8Array>): Promise<void> {
	const { controller, manifest, signal } = packing;
	// Equal indexes give equal archives.
	const mtime = new Date(manifest.created_at);
	const entry = controller.add({ name: TOP + path, size, type: "file", mode: 0o644, mtime, uname: "", gname: "" });
	const writer = (entry as WritableStream<Uint8Array>).getWriter();
	for (const piece of pieces) {
		if (signal?.aborted) throw new StructuralIndexError("aborted", "export was aborted", { cause: signal.reason });
		await writer.write(piece);
	}
	await writer.close();
}

async function unitKeys(host: Host, location: string): Promise<string[]> {
	const sqlite = await loadSqlite(await host.assets.read("wa-sqlite.wasm"));
	const databases: DatabaseFiles = host.databases;
	await databases.prepare?.(location, "read");
	const database = sqlite.open(databases, location, "read");
	try {
		const rows = database.all<{ cache_key: string }>("SELECT cache_key FROM unit_cache ORDER BY cache_key");
		return rows.map((row) => row.cache_key);
	} finally {
		database.close();
	}
}

async function isPublishing(state: StateFolder): Promise<boolean> {
	return (await state.list(PATHS.tmp)).some((name) => PUBLISHING.endsWith(`/${name}`));
}

function equal(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
	return a?.length === b?.length && (a?.every((byte, i) => byte === b?.[i]) ?? true);
}
