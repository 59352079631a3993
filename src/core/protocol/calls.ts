/**
 * The typed calls between the client and its workers, carried by comlink. One interface a worker kind: a new call is
 * one member here and its method in the dispatcher. Errors cross as described in wire-error.ts.
 */
import type { GrammarDefinition, LanguageDefinition } from "../lang/language.ts";
import type { CoverageStatus, Manifest } from "../types.ts";

/** Sent first; a worker of another version refuses. */
export const PROTOCOL_VERSION = 1;

/** One language with all it needs compiled, ready to post. */
export interface LanguageSetup {
	definition: LanguageDefinition;
	/** The combined text of its query files, inherits resolved. */
	query: string;
	/** One compiled module a grammar of the definition, by `GrammarDefinition.wasm`. */
	modules: Record<GrammarDefinition["wasm"], WebAssembly.Module>;
}

export interface ParseWorkerCalls {
	/** @throws StructuralIndexError `internal` on another protocol version. */
	init(setup: { version: number; runtime: Uint8Array }): Promise<void>;
	/** @throws StructuralIndexError `grammar-incompatible` / `language-invalid`. */
	addLanguage(setup: LanguageSetup): Promise<void>;
	/** Never throws for what is in the file; `bytes` are copied in, the record is transferred out. */
	extract(request: ExtractRequest): Promise<ExtractResult>;
}

export interface ExtractRequest {
	language: string;
	/** Which of the language's grammars. */
	wasm: string;
	bytes: Uint8Array;
	/** Parsing stops after this long and the file is failed. */
	budget_ms: number;
}

export type ExtractResult =
	| { status: "indexed"; record: Uint8Array; heap_bytes: number }
	| { status: "failed" | "skipped"; reason: string; heap_bytes: number };

export interface CatalogWorkerCalls {
	/** Opens an empty database at an absolute location. */
	begin(setup: {
		version: number;
		sqlite: Uint8Array;
		location: string;
		languages: LanguageDefinition[];
	}): Promise<void>;
	/** Files in any order; the records are transferred in. */
	add(files: CatalogFile[]): Promise<void>;
	/** Links, writes and closes the database. The manifest is complete but for what only this step knows. */
	finish(request: FinishRequest): Promise<FinishResult>;
}

/** One row of coverage, and its unit when it is indexed. */
export interface CatalogFile {
	path: string;
	/** Null when no language claims the file. */
	language: string | null;
	status: CoverageStatus;
	/** Null when there is nothing to say. */
	reason: string | null;
	bytes: number;
	/** Hex; null when the file was not read. */
	content_sha256: string | null;
	/** Present when status is `indexed`. */
	unit?: { cache_key: string; extractor_name: string; extractor_version: string; record: Uint8Array };
}

export interface FinishRequest {
	manifest: Omit<Manifest, "counts" | "compat_pointer">;
	max_jsonl_records: number;
	/** JSON text of package facts kept in schema_meta. */
	created_at: string;
}

export interface FinishResult {
	manifest: Manifest;
	/** The whole text of structural_index.jsonl. */
	jsonl: Uint8Array;
}
