/** What the conformance suites need of a browser's storage. A state root is an index name. */

import type { BrowserStorage } from "../../../src/browser/engine/storage.ts";
import type { StateOpener } from "../../../src/core/host.ts";
import type { DatabaseFilesFixture } from "../../conformance/database-files.suite.ts";
import type { StateFixture } from "../../conformance/state.suite.ts";

let last = 0;

/** A folder below the root is another index; `workspace/…` in a path ends its name. */
export async function stateFixture(storage: BrowserStorage): Promise<StateFixture> {
	const root = `state ${++last}`;
	const opened = new Map<string, Awaited<ReturnType<StateOpener["open"]>>>();
	const open = async (index: string) => {
		const state = await storage.state.open(index);
		opened.set(index, state);
		// The suite compares with the name as it is given.
		return { ...bound(state), location: state.location.replaceAll("%2F", "/") };
	};
	const split = async (path: string) => {
		const [before, inside] = path.split(/(?:^|\/)workspace(?:\/|$)/) as [string, string];
		const index = before === "" ? root : `${root}/${before}`;
		return { state: await storage.state.open(index), inside };
	};
	const unused = async () => {
		throw new Error("not in the browser");
	};
	return {
		opener: { open },
		root,
		async exists(path) {
			const { state, inside } = await split(path);
			if (inside === "") return (await state.list("")).length > 0;
			const folder = inside.slice(0, Math.max(0, inside.lastIndexOf("/")));
			return (await state.list(folder)).includes(inside.slice(folder === "" ? 0 : folder.length + 1));
		},
		write: unused,
		async remove(path) {
			const { state, inside } = await split(path);
			await state.remove(inside);
		},
		link: unused,
		freeze: unused,
		asOrdinaryUser: unused,
		full: unused,
		async dispose() {
			for (const state of opened.values()) await state.release?.();
			for (const index of opened.keys()) await storage.remove(index);
		},
	};
}

function bound(state: Awaited<ReturnType<StateOpener["open"]>>): typeof state {
	return {
		location: state.location,
		locate: (path) => state.locate(path).replaceAll("%2F", "/"),
		read: (path) => state.read(path),
		write: (path, bytes) => state.write(path, bytes),
		rename: (from, to) => state.rename(from, to),
		remove: (path) => state.remove(path),
		list: (path) => state.list(path),
		sync: (path) => state.sync(path),
		release: () => state.release?.() ?? Promise.resolve(),
	};
}

export async function databaseFixture(
	storage: BrowserStorage,
	files = storage.databases,
): Promise<DatabaseFilesFixture> {
	const index = `databases ${++last}`;
	const state = await storage.state.open(index);
	return {
		files,
		locate: (name) => state.locate(name),
		async dispose() {
			await state.release?.();
			await storage.remove(index);
		},
	};
}
