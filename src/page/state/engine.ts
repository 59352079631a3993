/**
 * The index engine: the built browser room beside the page, loaded when it is first asked for. All that the page knows of an
 * index comes through it.
 */
import { signal } from "@preact/signals";
import type { BrowserIndexer, IndexEntry, StorageReport } from "../../browser/index.ts";
import { explain, type Failure } from "./failure.ts";

export type Room = typeof import("../../browser/index.ts");

export const storage = signal<StorageReport | undefined>(undefined);
export const indexes = signal<IndexEntry[] | undefined>(undefined);
/** Why the list of indexes cannot be shown. */
export const engineFailure = signal<Failure | undefined>(undefined);
/** Names that were kept here and are gone although nobody removed them. */
export const lost = signal<string[]>([]);

let room: Promise<Room> | undefined;
let indexer: Promise<BrowserIndexer> | undefined;

export function loadRoom(): Promise<Room> {
	// A failed load is tried again at the next call.
	room ??= (
		import(/* @vite-ignore */ new URL("engine/browser/index.js", document.baseURI).href) as Promise<Room>
	).catch((error: unknown) => {
		room = undefined;
		throw error;
	});
	return room;
}

export function engine(): Promise<BrowserIndexer> {
	indexer ??= loadRoom().then(
		(loaded) => loaded.createBrowserIndexer(),
		(error: unknown) => {
			indexer = undefined;
			throw error;
		},
	);
	return indexer;
}

/** Reads the list of indexes and the state of the storage anew. */
export async function refresh(): Promise<void> {
	try {
		const opened = await engine();
		const [list, report] = await Promise.all([opened.listIndexes(), opened.storage()]);
		indexes.value = list;
		storage.value = report;
		engineFailure.value = undefined;
		if (report.kind === "opfs") compareWithKept(list.map(({ name }) => name));
	} catch (error) {
		engineFailure.value = explain(error);
	}
}

export async function removeIndex(name: string): Promise<void> {
	await (await engine()).removeIndex(name);
	writeKept(readKept().filter((kept) => kept !== name));
	await refresh();
}

/** @returns whether the browser promised to keep this page's storage. */
export async function askToPersist(): Promise<boolean> {
	const granted = await (await engine()).persist();
	await refresh();
	return granted;
}

/** Browsers clear storage without a word; what was here at the last visit tells that they did. */
const KEPT = "mantis.kept";

function compareWithKept(now: string[]): void {
	lost.value = readKept().filter((name) => !now.includes(name));
	writeKept(now);
}

function readKept(): string[] {
	try {
		const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
		return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
	} catch {
		return [];
	}
}

function writeKept(names: string[]): void {
	try {
		localStorage.setItem(KEPT, JSON.stringify(names));
	} catch {
		// A browser without local storage only loses this notice.
	}
}
