/** The browser's storage, in a worker: the contracts that every room keeps, and what only this one promises. */
import { opfsDatabases } from "../../../src/browser/engine/storage/databases.ts";
import { openStorage } from "../../../src/browser/engine/storage/open.ts";
import { databaseFilesSuite } from "../../conformance/database-files.suite.ts";
import { stateSuite } from "../../conformance/state.suite.ts";
import { databaseFixture, stateFixture } from "./storage-fixtures.ts";

const NO_FILE_SYSTEM = ["links", "rights", "full disk", "roots in files"] as const;

for (const kind of ["memory", "opfs"] as const) {
	const storage = await openStorage(kind);
	if (storage.kind !== kind) throw new Error(`expected ${kind}, got ${storage.kind}: ${storage.reason}`);
	stateSuite(kind, () => stateFixture(storage), NO_FILE_SYSTEM);
	databaseFilesSuite(kind, () => databaseFixture(storage), kind === "opfs" ? ["beyond 4 GiB"] : []);
}

const opfs = await openStorage("opfs");
databaseFilesSuite("opfs, by slices of blobs", () => databaseFixture(opfs, opfsDatabases("blob")), ["beyond 4 GiB"]);
