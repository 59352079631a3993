/** What the user gives: a folder, an archive of sources, an exported index, a catalog. Each is told by its first bytes. */
import { signal } from "@preact/signals";
import type { Source } from "../../browser/index.ts";
import { startBuild } from "../build/run.ts";
import { announce } from "../state/announce.ts";
import { engine, indexes, loadRoom, refresh } from "../state/engine.ts";
import { explain, type Failure } from "../state/failure.ts";
import { openIndexPage } from "../state/route.ts";
import { closeSession } from "../state/session.ts";
import { ask } from "../ui/dialog.tsx";

/** Why what was given last cannot be used. */
export const refusal = signal<Failure | undefined>(undefined);
/** What is being read at the moment, in words. */
export const reading = signal<string | undefined>(undefined);

type FolderPicker = (options: { mode: "read" }) => Promise<FileSystemDirectoryHandle>;

/**
 * Asks for a folder, by the browser's folder picker or by a file input where there is none.
 * @param index the index to update with it.
 */
export async function openFolder(index?: string): Promise<void> {
	await attempt(async () => {
		const pick = (window as { showDirectoryPicker?: FolderPicker }).showDirectoryPicker;
		const source = pick ? await pickHandle(pick.bind(window)) : await pickFiles();
		if (source !== undefined) await startBuild(source, index);
	});
}

/** Asks for a file: an archive of sources, an exported index or a catalog. */
export async function openArchive(): Promise<void> {
	await attempt(async () => {
		const [file] = await chooseFiles({ accept: ".zip,.tar,.gz,.tgz,.sqlite,.db" });
		if (file !== undefined) await take(file);
	});
}

/** Call it in the `drop` handler itself: the browser forgets the items when that ends. */
export function openDropped(dataTransfer: DataTransfer): void {
	const items = [...dataTransfer.items].filter((item) => item.kind === "file");
	const [item] = items;
	const file = items.length === 1 && item?.webkitGetAsEntry()?.isDirectory !== true ? item?.getAsFile() : null;
	const source = loaded?.sourceFromDrop(dataTransfer);
	// Not awaited where the file is an index; its failure then is no news.
	source?.catch(() => {});
	void attempt(async () => {
		if (source === undefined) throw new Error("The page was still loading. Drop it once more.");
		if (file && (await kindOf(file)) !== "sources") return take(file);
		reading.value = "Listing what was dropped…";
		await startBuild(await source);
	});
}

/** Set when it is there, for the drop handler, which cannot wait. */
let loaded: Awaited<ReturnType<typeof loadRoom>> | undefined;
void loadRoom().then(
	(room) => {
		loaded = room;
	},
	() => {},
);

async function pickHandle(pick: FolderPicker): Promise<Source | undefined> {
	try {
		const handle = await pick({ mode: "read" });
		return (await loadRoom()).sourceFromHandle(handle);
	} catch (error) {
		// Closing the picker is a choice, not a failure.
		if (error instanceof DOMException && error.name === "AbortError") return undefined;
		throw error;
	}
}

async function pickFiles(): Promise<Source | undefined> {
	const files = await chooseFiles({ folder: true });
	return files.length === 0 ? undefined : (await loadRoom()).sourceFromFiles(files);
}

/** Never resolves in browsers that do not tell that the picker was closed; nothing waits for it then. */
function chooseFiles({ accept = "", folder = false }): Promise<File[]> {
	return new Promise((resolve) => {
		const input = document.createElement("input");
		input.type = "file";
		input.accept = accept;
		input.webkitdirectory = folder;
		input.onchange = () => resolve([...(input.files ?? [])]);
		input.oncancel = () => resolve([]);
		// In the document, so that a test can find it.
		input.hidden = true;
		document.querySelector("input[data-picker]")?.remove();
		input.dataset.picker = "";
		document.body.append(input);
		input.click();
	});
}

async function take(file: File): Promise<void> {
	const kind = await kindOf(file);
	if (kind === "sources") return startBuild((await loadRoom()).sourceFromArchive(file));
	const name = await importName(file.name);
	if (name === undefined) return;
	reading.value = `Checking ${file.name}…`;
	announce(reading.value);
	await closeSession(name);
	const indexer = await engine();
	await (kind === "catalog" ? indexer.importCatalog(name, file) : indexer.importIndex(name, file));
	await refresh();
	openIndexPage(name);
}

const SQLITE = "SQLite format 3\0";
/** What an exported index begins with; an archive of sources that has such a folder on top is taken for one. */
const EXPORTED = /^workspace\/($|kb\/|helpers\/)/;

async function kindOf(file: Blob): Promise<"catalog" | "index" | "sources"> {
	const head = new Uint8Array(await file.slice(0, 512).arrayBuffer());
	if (latin(head.subarray(0, SQLITE.length)) === SQLITE) return "catalog";
	const gzip = head[0] === 0x1f && head[1] === 0x8b;
	const first = gzip ? await firstBytes(file) : head;
	// The name of a tar's first entry stands in its first hundred bytes, ended by NUL.
	return EXPORTED.test(latin(first.subarray(0, 100)).split("\0", 1)[0] as string) ? "index" : "sources";
}

async function firstBytes(file: Blob): Promise<Uint8Array> {
	const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
	try {
		return (await reader.read()).value ?? new Uint8Array();
	} catch {
		// Damaged: whoever opens it as an archive says so.
		return new Uint8Array();
	} finally {
		await reader.cancel().catch(() => {});
	}
}

function latin(bytes: Uint8Array): string {
	return String.fromCharCode(...bytes);
}

/** Undefined when the user keeps the index of that name. */
async function importName(file: string): Promise<string | undefined> {
	const name = file.replace(/\.(sqlite|db|tgz|tar|tar\.gz|gz)$/i, "").slice(0, 90) || "imported";
	if (indexes.value === undefined) await refresh();
	if (!indexes.value?.some((each) => each.name === name)) return name;
	const text = `An index named “${name}” is kept here. It is replaced when the file has been checked.`;
	const choice = await ask("Replace the index?", text, [{ label: "Replace", style: "danger" }]);
	return choice === undefined ? undefined : name;
}

async function attempt(work: () => Promise<void>): Promise<void> {
	refusal.value = undefined;
	try {
		await work();
	} catch (error) {
		refusal.value = explain(error);
	} finally {
		reading.value = undefined;
	}
}
