/** Files for SQLite in Deno: the Node room's, once Deno may read and write there. */
import type { DatabaseFiles } from "../core/host.ts";
import { nodeDatabases } from "../node/databases.ts";
import { demand, missingFlag } from "./permissions.ts";

export const denoDatabases: DatabaseFiles = {
	open(location, mode) {
		demandRead("open", location);
		if (mode === "create") demandWrite("create", location);
		return nodeDatabases.open(location, mode);
	},
	exists(location) {
		demandRead("look for", location);
		return nodeDatabases.exists(location);
	},
	remove(location) {
		demandWrite("remove", location);
		nodeDatabases.remove(location);
	},
};

function demandRead(action: string, location: string): void {
	demand(missingFlag("read", location), "io", action, location);
}

function demandWrite(action: string, location: string): void {
	demand(missingFlag("write", location), "state-unwritable", action, location);
}
