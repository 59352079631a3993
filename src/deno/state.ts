/** The state folder in Deno: the Node room's, once Deno may read it, and write it for the first write. */
import { dirname, resolve } from "node:path";
import type { StateFolder, StateOpener } from "../core/host.ts";
import { nodeState } from "../node/state.ts";
import { demand, missingFlag } from "./permissions.ts";

export const denoState: StateOpener = {
	/** @throws StructuralIndexError `io` when Deno may not read the folder: it would look like one without an index. */
	async open(state_root) {
		demandRead(resolve(state_root));
		const folder = await nodeState.open(state_root);
		// Where a link leads counts, too.
		demandRead(dirname(folder.location));
		demandRead(folder.location);
		return guard(folder);
	},
};

function demandRead(path: string): void {
	const read = missingFlag("read", path);
	const write = missingFlag("write", path);
	const both = read === undefined || write === undefined ? read : `${read} (and ${write} to build)`;
	demand(both, "io", "read the state folder", path);
}

function guard(folder: StateFolder): StateFolder {
	const change = (action: string, path: string, work: () => Promise<void>): Promise<void> => {
		const location = folder.locate(path);
		const flag = missingFlag("write", folder.location, dirname(folder.location));
		demand(flag, "state-unwritable", action, location);
		return work();
	};
	return {
		location: folder.location,
		locate: (path) => folder.locate(path),
		read: (path) => folder.read(path),
		list: (path) => folder.list(path),
		write: async (path, bytes) => change("write", path, () => folder.write(path, bytes)),
		rename: async (from, to) => change("replace", to, () => folder.rename(from, to)),
		remove: async (path) => change("remove", path, () => folder.remove(path)),
		sync: async (path) => change("flush", path, () => folder.sync(path)),
	};
}
