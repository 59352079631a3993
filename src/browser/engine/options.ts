/** What the page asked for, checked as in the other rooms: names, types and ranges, and the same words. */
import { BUILD_CHECKS, type Check, check, checkOptions, flag } from "../../client/options.ts";
import { invalidArgument } from "../../core/errors.ts";
import type { BuildOptions } from "../../core/types.ts";
import type { BrowserBuildOptions, BrowserOptions, Source } from "../types.ts";
import { checkIndexName } from "./storage/names.ts";

const isBlob = (value: unknown) => value instanceof Blob;
const isText = (value: unknown) => typeof value === "string";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isList = (value: unknown, fits: (each: Record<string, unknown>) => boolean) =>
	Array.isArray(value) && value.every((each) => isRecord(each) && fits(each));

/** By kind, what a source must hold: also one that was put together by hand. */
const SOURCE_FITS: Record<Source["kind"], (source: Record<string, unknown>) => boolean> = {
	handle: ({ handle }) => handle instanceof FileSystemDirectoryHandle,
	files: ({ files, unreadable }) =>
		isList(files, ({ path, file }) => isText(path) && isBlob(file)) &&
		(unreadable === undefined || isList(unreadable, ({ path, reason }) => isText(path) && isText(reason))),
	archive: ({ archive }) => isBlob(archive),
	memory: ({ files }) =>
		files instanceof Map && [...files].every(([path, bytes]) => isText(path) && bytes instanceof Uint8Array),
};

const source = check("what one of the sourceFrom… functions gives", (value) => {
	if (!isRecord(value) || !isText(value.name) || !Object.hasOwn(SOURCE_FITS, String(value.kind))) return false;
	return SOURCE_FITS[value.kind as Source["kind"]](value);
});

const { target_root, snapshot_root, state_root, language_folders, ...common } = BUILD_CHECKS;
const CHECKS: Record<keyof BrowserBuildOptions, Check> = {
	...common,
	source,
	// Checked below, where its default is known.
	index: () => undefined,
	keep_sources: flag,
};

export interface CheckedBuild {
	source: Source;
	index: string;
	keep_sources: boolean;
	/** All others, as the client takes them. */
	options: BuildOptions;
}

/** @throws StructuralIndexError `invalid-argument` naming the option, what was expected and what came. */
export function checkBrowserBuild(given: unknown): CheckedBuild {
	const { source, index, keep_sources, ...options } = checkOptions(given, CHECKS) as unknown as BrowserBuildOptions;
	if (source === undefined) throw invalidArgument("source", CHECKS.source(undefined) as string, undefined);
	const name = index ?? source.name;
	checkIndexName(name);
	return { source, index: name, keep_sources: keep_sources === true, options };
}

/** @throws StructuralIndexError `invalid-argument`. */
export function checkName(index: unknown): string {
	checkIndexName(index);
	return index;
}

/** @throws StructuralIndexError `invalid-argument`. */
export function checkOpen(options: unknown): string {
	return checkName(checkOptions(options, { index: () => undefined }).index);
}

const location = check("an absolute URL", (value) => isText(value) && URL.canParse(value));
const ENGINE_CHECKS: Record<keyof BrowserOptions, Check> = {
	storage: check('"opfs" or "memory"', (value) => value === "opfs" || value === "memory"),
	assets: location,
	workers: (value) => {
		try {
			checkOptions(value, { engine: location, parse: location, catalog: location });
			return undefined;
		} catch {
			return "an object with the URLs of engine, parse or catalog";
		}
	},
};

/** URLs are absolute. */
export interface EngineOptions extends BrowserOptions {
	assets?: string;
	workers?: { parse?: string; catalog?: string };
}

/** @throws StructuralIndexError `invalid-argument`. */
export function checkEngineOptions(options: unknown): EngineOptions {
	return checkOptions(options, ENGINE_CHECKS) as EngineOptions;
}
