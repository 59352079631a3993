/**
 * What the catalog worker does, without the worker: collects unit records, links them and writes the catalog.
 */
import { messageOf, StructuralIndexError } from "../errors.ts";
import type { DatabaseFiles, Digest } from "../host.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { type CatalogFile, type FinishRequest, type FinishResult, PROTOCOL_VERSION } from "../protocol/calls.ts";
import { exportJsonl } from "../publish/jsonl.ts";
import { link as linkFacts } from "../resolve/link.ts";
import type { LinkedIndex } from "../resolve/linked.ts";
import type { Manifest } from "../types.ts";
import type { UnitFacts } from "../units/facts.ts";
import { decodeRecord } from "../units/record.ts";
import { type Database, loadSqlite } from "./sqlite.ts";
import { writeCatalog } from "./write.ts";

export type Link = (
	files: { path: string; language: string; facts: UnitFacts }[],
	languages: LanguageDefinition[],
	digest: Digest,
) => LinkedIndex;

/** One build: begin, add any number of times, finish. */
export class CatalogBuilder {
	readonly #databases: DatabaseFiles;
	readonly #digest: Digest;
	readonly #link: Link;
	#database: Database | undefined;
	#languages: LanguageDefinition[] = [];
	#files: CatalogFile[] = [];
	/** By path, decoded as they come, while the parse workers are busy. */
	#facts = new Map<string, UnitFacts>();

	constructor(databases: DatabaseFiles, digest: Digest, link: Link = linkFacts) {
		this.#databases = databases;
		this.#digest = digest;
		this.#link = link;
	}

	/**
	 * Opens an empty database; one that lies there is replaced.
	 * @throws StructuralIndexError `internal` on another protocol version, `state-unwritable`.
	 */
	async begin(setup: {
		version: number;
		sqlite: Uint8Array;
		location: string;
		languages: LanguageDefinition[];
	}): Promise<void> {
		if (setup.version !== PROTOCOL_VERSION) {
			throw new StructuralIndexError("internal", `protocol version expected ${PROTOCOL_VERSION}, got ${setup.version}`);
		}
		const sqlite = await loadSqlite(setup.sqlite);
		this.close();
		this.#languages = setup.languages;
		this.#files = [];
		this.#facts = new Map();
		await this.#databases.prepare?.(setup.location, "create");
		if (this.#databases.exists(setup.location)) this.#databases.remove(setup.location);
		this.#database = sqlite.open(this.#databases, setup.location, "create");
	}

	/** @throws StructuralIndexError `index-corrupt` naming the file whose record is not one. */
	add(files: CatalogFile[]): void {
		for (const file of files) {
			this.#files.push(file);
			if (file.status !== "indexed") continue;
			if (file.unit === undefined || file.language === null) {
				throw new StructuralIndexError("internal", `${file.path}: an indexed file expected a unit and a language`);
			}
			try {
				this.#facts.set(file.path, decodeRecord(file.unit.record));
			} catch (cause) {
				throw new StructuralIndexError("index-corrupt", `${file.path}: ${messageOf(cause)}`, { cause });
			}
			// The facts look into the record's memory; nothing else needs it.
			file.unit.record = new Uint8Array(0);
		}
	}

	/**
	 * Links, writes, flushes and closes. The catalog is whole by itself: it holds the manifest that is returned.
	 * @throws StructuralIndexError `state-unwritable` when the disk does not take it.
	 */
	finish(request: FinishRequest): FinishResult {
		const database = this.#database;
		if (database === undefined) throw new StructuralIndexError("internal", "finish expected begin before it");
		try {
			const files = this.#files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
			const linked = this.#link(this.#takeUnits(files), this.#languages, this.#digest);
			const { snapshot_id, stale, provider } = request.manifest;
			const backends = new Set(Object.values(provider.backend_versions).map((entry) => entry.backend_name));
			const tool = [...backends].sort().join("+") || "none";
			const jsonl = exportJsonl(linked, { snapshot_id, tool, stale }, request.max_jsonl_records);
			let resolved_edges = 0;
			for (let i = 0; i < linked.edges.count; i++) if ((linked.edges.callee[i] as number) >= 0) resolved_edges++;
			const manifest: Manifest = {
				...request.manifest,
				compat_pointer: {
					path: "structural_index.jsonl",
					full_export: jsonl.full_export,
					symbol_count: linked.symbol_count,
				},
				counts: { symbols: linked.symbol_count, call_edges: linked.edges.count, resolved_edges },
			};
			const languages = this.#languages.map((language) => language.id);
			writeCatalog(database, { linked, files, manifest, languages, created_at: request.created_at });
			database.flush();
			return { manifest, jsonl: jsonl.text };
		} finally {
			this.close();
			this.#files = [];
		}
	}

	/** Gives an unfinished build up. */
	close(): void {
		this.#database?.close();
		this.#database = undefined;
	}

	#takeUnits(files: readonly CatalogFile[]) {
		const units: Parameters<Link>[0] = [];
		for (const { path, language, status } of files) {
			const facts = status === "indexed" ? this.#facts.get(path) : undefined;
			if (facts !== undefined && language !== null) units.push({ path, language, facts });
		}
		this.#facts = new Map();
		return units;
	}
}
