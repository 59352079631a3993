/** Storage that lasts: the origin's private file system (OPFS), for workers. */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import type { BrowserStorage } from "../storage.ts";
import { opfsDatabases } from "./databases.ts";
import { emptyDirectory } from "./directory.ts";
import { nameOf } from "./failures.ts";
import { indexNames, OpfsFolder } from "./folder.ts";
import { checkIndexName } from "./names.ts";
import { OpfsSources } from "./sources.ts";
import { OpfsState } from "./state.ts";

export function opfsStorage(): BrowserStorage {
	const indexes = new Map<string, { state: OpfsState; sources: OpfsSources }>();
	const indexOf = (name: string) => {
		checkIndexName(name);
		let index = indexes.get(name);
		if (index === undefined) {
			const state = new OpfsState(new OpfsFolder(name));
			index = { state, sources: new OpfsSources(state) };
			indexes.set(name, index);
		}
		return index;
	};
	return {
		kind: "opfs",
		reason: null,
		private: false,
		state: { open: async (name) => indexOf(name).state },
		databases: opfsDatabases(),
		async list() {
			const names: string[] = [];
			for (const name of await indexNames()) {
				const { state } = indexOf(name);
				if (state.held || (await holdsAnything(state.folder))) names.push(name);
				else await clear(state.folder);
			}
			return names;
		},
		async remove(name) {
			const { state } = indexOf(name);
			if (state.held) {
				const message = `cannot remove ${show(state.location)}: it is being built`;
				throw new StructuralIndexError("state-unwritable", message);
			}
			if ((await state.folder.handle()) === undefined) return;
			const release = await state.folder.lockWriter();
			try {
				await empty(state.folder);
				await sweep(state.folder);
			} finally {
				release();
			}
		},
		file: async (name, path) => indexOf(name).state.file(path),
		sources: (name) => indexOf(name).sources,
	};
}

/** Undefined when workers can keep files; otherwise why not, in words. */
export async function whyNoOpfs(): Promise<string | undefined> {
	if (navigator.storage?.getDirectory === undefined) {
		return "the browser offers private files (OPFS) only to pages served over https or from localhost, or not at all";
	}
	if (navigator.locks === undefined) return "the browser has no locks (Web Locks) that keep two tabs apart";
	try {
		const root = await navigator.storage.getDirectory();
		const file = await root.getFileHandle("mantis-structural-index.probe", { create: true });
		if (file.createSyncAccessHandle === undefined)
			return "the browser's private files (OPFS) cannot be written by workers";
		(await file.createSyncAccessHandle()).close();
		await root.removeEntry(file.name);
		return undefined;
	} catch (error) {
		// Two tabs that start at once meet here; the storage of a full one is still good to read.
		if (["NoModificationAllowedError", "NotFoundError", "QuotaExceededError"].includes(nameOf(error))) return undefined;
		return `the browser refuses private files (OPFS), as some do in private windows: ${error}`;
	}
}

/** True as well for one whose directory is damaged. */
async function holdsAnything(folder: OpfsFolder): Promise<boolean> {
	try {
		const directory = await folder.directory();
		if (directory === undefined) return false;
		if (Object.keys(directory.files).length > 0) return true;
		for (const file of Object.values(directory.packs)) {
			if (file !== null && ((await folder.file(file))?.size ?? 0) > 0) return true;
		}
		return false;
	} catch (error) {
		if (error instanceof StructuralIndexError && error.code === "index-corrupt") return true;
		throw error;
	}
}

/** First of all nothing is there any more; then the files go. */
async function empty(folder: OpfsFolder): Promise<void> {
	let counter = 0;
	try {
		counter = (await folder.directory())?.counter ?? 0;
	} catch (error) {
		if (!(error instanceof StructuralIndexError && error.code === "index-corrupt")) throw error;
	}
	await folder.publish({ ...emptyDirectory(), counter });
}

/** What somebody still reads stays, and the folder with it, until it is swept again. */
async function sweep(folder: OpfsFolder): Promise<void> {
	let gone = true;
	for (const file of await folder.names()) gone = (await folder.erase(file)) && gone;
	if (gone) await folder.eraseAll();
}

/** What a removal had to leave, unless it is just beginning to be built. */
async function clear(folder: OpfsFolder): Promise<void> {
	const release = await folder.tryLockWriter();
	if (release === undefined) return;
	try {
		if (!(await holdsAnything(folder))) await sweep(folder);
	} finally {
		release();
	}
}
