/**
 * An index from elsewhere, published here. Everything in it is untrusted: only the catalog is taken over, and that after
 * a whole check; the JSONL is made from it, the helpers are our own. Until the last moment the index that was there
 * stays, and what dies on the way leaves only files in tmp/.
 */
import { exportCatalogJsonl } from "../../core/catalog/export-jsonl.ts";
import { loadSqlite } from "../../core/catalog/sqlite.ts";
import { verifyCatalog } from "../../core/catalog/verify.ts";
import { invalidArgument, messageOf, StructuralIndexError } from "../../core/errors.ts";
import type { Host, StateFolder } from "../../core/host.ts";
import { catalogInWork, leave, publish, takeOver } from "../../core/publish/commit.ts";
import { parseManifest } from "../../core/publish/manifest.ts";
import { PATHS } from "../../core/publish/paths.ts";
import type { ImportOptions, ImportResult, Manifest } from "../../core/types.ts";
import { toHex } from "../../core/units/cache-key.ts";
import { openState } from "../locate.ts";
import { DEFAULT_MAX_JSONL_RECORDS } from "../options.ts";
import { createBytes } from "./database-stream.ts";
import { checkArchiveOptions } from "./export.ts";
import { MAX_CATALOG_BYTES, peek, readArchive } from "./read.ts";

/** A full export of as many records lies in memory as a whole, some 100 MB. */
const MAX_JSONL_RECORDS = 50 * DEFAULT_MAX_JSONL_RECORDS;

/**
 * @param bytes an archive that `exportIndex` made, or a catalog alone.
 * @throws StructuralIndexError `invalid-argument`, `index-foreign` for what is neither, `index-corrupt` for damage,
 * `unsupported`, `state-unwritable`, `aborted`. After each of them the index that was there is whole.
 */
export async function importIndex(
	host: Host,
	bytes: ReadableStream<Uint8Array>,
	given: ImportOptions = {},
): Promise<ImportResult> {
	if (typeof (bytes as { getReader?: unknown } | null)?.getReader !== "function") {
		throw invalidArgument("bytes", "a ReadableStream of bytes", bytes);
	}
	const { state_root, units: wanted = false, signal } = checkArchiveOptions(given);
	const check = () => {
		if (signal?.aborted) throw new StructuralIndexError("aborted", "import was aborted", { cause: signal.reason });
	};
	const { kind, stream } = await peek(bytes);
	const state = await openState(host, state_root);
	const folder = workFolder(host, state);
	const location = state.locate(catalogInWork(folder));
	let units = { imported: 0, ignored: 0 };
	let published: Manifest | undefined;
	try {
		check();
		await takeOver(state);
		const sink = await createBytes(host.databases, location);
		try {
			if (kind === "catalog") await copy(stream, sink, check);
			else {
				const read = await readArchive(stream, { sink, units: wanted ? state : undefined, digest: host.digest, check });
				units = read.units;
				if (read.manifest !== undefined) published = parseManifest(read.manifest, "manifest.json of the archive");
			}
			sink.end();
		} finally {
			sink.close();
		}
		const { manifest, jsonl } = await examine(host, location, published);
		const [query, build] = await Promise.all([
			host.assets.read("helpers/query_structural_index.py"),
			host.assets.read("helpers/build_structural_index.py"),
		]);
		check();
		await publish(state, {
			folder,
			jsonl,
			manifest,
			elapsed_ms: () => manifest.build_duration_ms,
			helpers: { query, build },
		});
		return {
			manifest_path: state.locate(PATHS.manifest),
			catalog_path: state.locate(PATHS.catalog),
			query_helper_path: state.locate(PATHS.query_helper),
			manifest,
			units,
		};
	} finally {
		await leave(state, folder).catch(() => {});
		await state.release?.();
	}
}

/** In tmp/, as a build's: two at once must not write into each other's files. */
function workFolder({ clock, digest }: Host, state: StateFolder): string {
	const id = digest.sha256(new TextEncoder().encode([clock.now(), clock.ticks(), state.location].join("\n")));
	return `${PATHS.tmp}/${toHex(id).slice(0, 16)}`;
}

async function copy(stream: ReadableStream<Uint8Array>, sink: { write(piece: Uint8Array): void }, check: () => void) {
	const reader = stream.getReader();
	let size = 0;
	for (;;) {
		check();
		const { done, value } = await reader.read();
		if (done) return;
		size += value.length;
		if (size > MAX_CATALOG_BYTES) {
			await reader.cancel();
			throw new StructuralIndexError("index-foreign", `the catalog is larger than ${MAX_CATALOG_BYTES} bytes`);
		}
		sink.write(value);
	}
}

/** Reads what was written, as a query would. The embedded manifest is the one that fits; only the time that its build took is not in it. */
async function examine(host: Host, location: string, published: Manifest | undefined) {
	await host.databases.prepare?.(location, "read");
	const sqlite = await loadSqlite(await host.assets.read("wa-sqlite.wasm"));
	const database = sqlite.open(host.databases, location, "read");
	try {
		const manifest = verifyCatalog(database);
		if (published !== undefined && published.build_id !== manifest.build_id) {
			const message = `manifest.json is of another build than the catalog: build_id ${published.build_id}`;
			throw new StructuralIndexError("index-corrupt", `${message}, the catalog's is ${manifest.build_id}`);
		}
		const { full_export } = manifest.compat_pointer;
		const jsonl = exportCatalogJsonl(database, manifest, full_export ? MAX_JSONL_RECORDS : 0);
		manifest.compat_pointer = { ...manifest.compat_pointer, full_export: jsonl.full_export };
		manifest.build_duration_ms = published?.build_duration_ms ?? manifest.build_duration_ms;
		return { manifest, jsonl: jsonl.text };
	} catch (error) {
		if (!(error instanceof StructuralIndexError)) throw error;
		// The file that it names is gone when somebody reads this.
		const message = messageOf(error).replaceAll(location, "the catalog to be imported");
		throw new StructuralIndexError(error.code, message, { cause: error });
	} finally {
		database.close();
	}
}
