/** The index of conformance/catalog-fixture.ts, made in Node. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { nodeDatabases } from "../../src/node/databases.ts";
import { type BuildSetup, buildCatalogIn, type FileSpec } from "../conformance/catalog-fixture.ts";

export * from "../conformance/catalog-fixture.ts";

export const sqliteWasm = new Uint8Array(
	readFileSync(createRequire(import.meta.url).resolve("wa-sqlite/dist/wa-sqlite.wasm")),
);

export const buildCatalog = (
	location: string,
	specs: readonly FileSpec[],
	{ databases = nodeDatabases, ...setup }: BuildSetup & { databases?: typeof nodeDatabases } = {},
) => buildCatalogIn({ databases, sqlite: sqliteWasm }, location, specs, setup);
