/**
 * Publishing a finished build. Everything is written beside and moved over by rename, the manifest last. Whatever
 * fails, what a reader finds is whole: the old catalog, or the new one, which carries its own manifest.
 */
import type { StateFolder } from "../host.ts";
import type { Manifest } from "../types.ts";
import { encodeManifest } from "./manifest.ts";
import { PATHS } from "./paths.ts";

/** The exact first line of both helpers. */
export const HELPER_FIRST_LINE = "# MANTIS_HELPER_VERSION = 5";

export interface Publication {
	/** State path of the finished, closed catalog, in tmp/. */
	catalog: string;
	jsonl: Uint8Array;
	manifest: Manifest;
	/** Text of the two helper scripts. */
	helpers: { query: Uint8Array; build: Uint8Array };
}

/** @throws StructuralIndexError `state-unwritable`; the index that was there stays readable. */
export async function publish(state: StateFolder, publication: Publication): Promise<void> {
	await writeHelper(state, PATHS.build_helper, publication.helpers.build);
	await writeHelper(state, PATHS.query_helper, publication.helpers.query);
	await replace(state, PATHS.jsonl, publication.jsonl);
	await state.rename(publication.catalog, PATHS.catalog);
	await replace(state, PATHS.manifest, encodeManifest(publication.manifest));
}

/** Removes what a build that died, or this one, left in tmp/. */
export async function cleanTmp(state: StateFolder): Promise<void> {
	await state.remove(PATHS.tmp);
}

/** A helper of this version stays as it is, also when its owner changed it. */
async function writeHelper(state: StateFolder, path: string, text: Uint8Array): Promise<void> {
	const present = await state.read(path);
	if (present !== undefined && firstLine(present) === HELPER_FIRST_LINE) return;
	await replace(state, path, text);
}

function firstLine(bytes: Uint8Array): string {
	const end = bytes.subarray(0, 200).indexOf(10);
	return new TextDecoder().decode(bytes.subarray(0, end < 0 ? 200 : end));
}

async function replace(state: StateFolder, path: string, bytes: Uint8Array): Promise<void> {
	const beside = `${PATHS.tmp}/${path.slice(path.lastIndexOf("/") + 1)}`;
	await state.write(beside, bytes);
	await state.sync(beside);
	await state.rename(beside, path);
}
