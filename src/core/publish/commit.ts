/**
 * Publishing a finished build. Everything is written beside and moved over by rename, the manifest last. Whatever
 * fails, what a reader finds is whole: the old catalog, or the new one, which carries its own manifest.
 */
import { StructuralIndexError } from "../errors.ts";
import type { StateFolder } from "../host.ts";
import type { Manifest } from "../types.ts";
import { encodeManifest } from "./manifest.ts";
import { PATHS } from "./paths.ts";

/** The exact first line of both helpers. */
export const HELPER_FIRST_LINE = "# MANTIS_HELPER_VERSION = 5";

/** There while a publication moves files over; found by the next build, it says that they may not fit together. */
export const PUBLISHING = `${PATHS.tmp}/publishing`;

const CATALOG = "catalog.sqlite";

/** Where the build that works in `folder` makes its catalog. */
export function catalogInWork(folder: string): string {
	return `${folder}/${CATALOG}`;
}

export interface Publication {
	/** The build's own folder in tmp/, with the finished, closed catalog. */
	folder: string;
	jsonl: Uint8Array;
	manifest: Manifest;
	/** Milliseconds since the build began, asked for when manifest.json is written. */
	elapsed_ms(): number;
	/** Text of the two helper scripts. */
	helpers: { query: Uint8Array; build: Uint8Array };
}

/**
 * @returns the manifest as written.
 * @throws StructuralIndexError `state-unwritable`, also when another build in this state folder took over; the index that
 * was there stays readable.
 */
export async function publish(state: StateFolder, publication: Publication): Promise<Manifest> {
	const { folder, helpers } = publication;
	if (!(await state.list(folder)).includes(CATALOG)) {
		const message = `${state.locate(folder)} is gone: another build that began later in this state folder took over`;
		throw new StructuralIndexError("state-unwritable", message);
	}
	await state.write(PUBLISHING, new TextEncoder().encode(publication.manifest.build_id));
	await state.sync(PUBLISHING);
	await writeHelper(state, folder, PATHS.build_helper, helpers.build);
	await writeHelper(state, folder, PATHS.query_helper, helpers.query);
	await replace(state, folder, PATHS.jsonl, publication.jsonl);
	await state.rename(catalogInWork(folder), PATHS.catalog);
	const manifest = { ...publication.manifest, build_duration_ms: publication.elapsed_ms() };
	await replace(state, folder, PATHS.manifest, encodeManifest(manifest));
	await state.remove(PUBLISHING);
	return manifest;
}

/**
 * Removes what other builds left in tmp/: the beginning of a build. One that is still at work there finds at its end that
 * it was replaced. The mark of a torn publication stays until one is whole.
 */
export async function takeOver(state: StateFolder): Promise<void> {
	for (const name of await state.list(PATHS.tmp)) {
		if (`${PATHS.tmp}/${name}` !== PUBLISHING) await state.remove(`${PATHS.tmp}/${name}`);
	}
}

/** Removes the build's own folder, and tmp/ when nothing else is in it: the end of a build. */
export async function leave(state: StateFolder, folder: string): Promise<void> {
	await state.remove(folder);
	if ((await state.list(PATHS.tmp)).length === 0) await state.remove(PATHS.tmp);
}

/** A helper of this version stays as it is, also when its owner changed it. */
async function writeHelper(state: StateFolder, folder: string, path: string, text: Uint8Array): Promise<void> {
	const present = await state.read(path);
	if (present !== undefined && firstLine(present) === HELPER_FIRST_LINE) return;
	await replace(state, folder, path, text);
}

function firstLine(bytes: Uint8Array): string {
	const end = bytes.subarray(0, 200).indexOf(10);
	return new TextDecoder().decode(bytes.subarray(0, end < 0 ? 200 : end));
}

async function replace(state: StateFolder, folder: string, path: string, bytes: Uint8Array): Promise<void> {
	const beside = `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
	await state.write(beside, bytes);
	await state.sync(beside);
	await state.rename(beside, path);
}
