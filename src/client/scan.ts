/**
 * The walk over a source tree: every entry ends as a file to classify, as a row of coverage with its reason, or ignored
 * and counted. Nothing is followed out of the tree and no link is followed at all, so loops cannot happen.
 */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";
import type { FileEntry, Host } from "../core/host.ts";
import { PATHS } from "../core/publish/paths.ts";
import type { BuildOptions, CoverageStatus } from "../core/types.ts";
import {
	GENERATED_MARKERS,
	GITIGNORE,
	IgnoreRules,
	MANTISIGNORE,
	NEVER_SOURCE,
	parseIgnoreFile,
} from "./ignore-rules.ts";

export interface ScannedFile {
	path: string;
	/** Bytes, when it was listed. */
	size: number;
}

/** An entry that is not a readable file of the tree. A folder's path ends in `/`. */
export interface ScanProblem {
	path: string;
	status: CoverageStatus;
	reason: string;
}

export interface Scan {
	/** By path, code unit order; so are the problems. */
	files: ScannedFile[];
	problems: ScanProblem[];
	ignored_files: number;
	/** Folders not entered; what they hold is not counted. */
	ignored_folders: number;
}

export interface ScanOptions extends Pick<BuildOptions, "ignore" | "gitignore" | "default_ignores"> {
	/** Paths below the root that are never entered nor counted (our own state). */
	own: ReadonlySet<string>;
	warn(message: string): void;
	/** Called for each folder and at the end; may throw to stop. */
	on_folder(files_found: number): void;
}

/** First part of the paths that we write below a state folder. */
const STATE_FOLDER = "kb";
/** An ignore file longer than this is not one (git's own largest are a few kB). */
const MAX_IGNORE_FILE_BYTES = 1024 * 1024;

/** @throws StructuralIndexError `root-unreadable` when the root itself cannot be listed. */
export async function scan(host: Host, root: string, options: ScanOptions): Promise<Scan> {
	const found: Scan = { files: [], problems: [], ignored_files: 0, ignored_folders: 0 };
	const never = new Set(NEVER_SOURCE);
	const rules = IgnoreRules.create({
		default_ignores: options.default_ignores ?? true,
		ignore: options.ignore ?? [],
		exclude: options.gitignore === false ? [] : await readLines(host, root, ".git/info/exclude"),
	});
	const pending: { folder: string; rules: IgnoreRules }[] = [{ folder: "", rules }];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		const { folder } = next;
		const prefix = folder === "" ? "" : `${folder}/`;
		options.on_folder(found.files.length);
		let entries: FileEntry[];
		try {
			entries = await host.files.list(root, folder);
		} catch (error) {
			if (isRootLost(error)) throw error;
			if (folder === "") throw unlistable(root, error);
			found.problems.push({ path: prefix, status: "failed", reason: `cannot be listed: ${messageOf(error)}` });
			continue;
		}
		const byName = new Map(entries.map((entry) => [entry.name, entry]));
		if (folder !== "" && byName.get(STATE_FOLDER)?.kind === "folder" && (await holdsIndex(host, root, prefix))) {
			found.ignored_folders++;
			continue;
		}
		const generated = GENERATED_MARKERS.some((name) => byName.get(name)?.kind === "file");
		if (folder !== "" && options.default_ignores !== false && generated && !next.rules.keeps(prefix)) {
			found.ignored_folders++;
			continue;
		}
		const lines = (name: string) => ignoreLines(host, root, prefix, byName.get(name), options.warn);
		const rules = next.rules.enter(
			folder,
			byName.keys(),
			options.gitignore === false ? [] : await lines(GITIGNORE),
			await lines(MANTISIGNORE),
		);
		for (const entry of entries) {
			const path = prefix + entry.name;
			const isFolder = entry.kind === "folder";
			if (options.own.has(path)) continue;
			if (never.has(entry.name) || rules.ignores(isFolder ? `${path}/` : path)) {
				if (isFolder) found.ignored_folders++;
				else found.ignored_files++;
				continue;
			}
			const problem = problemOf(entry);
			if (problem !== undefined) found.problems.push({ path: isFolder ? `${path}/` : path, ...problem });
			else if (isFolder) pending.push({ folder: path, rules });
			else found.files.push({ path, size: entry.size });
		}
	}
	options.on_folder(found.files.length);
	found.files.sort(byPath);
	found.problems.sort(byPath);
	return found;
}

/** Code unit order. */
export function byPath(a: { path: string }, b: { path: string }): number {
	return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function problemOf({ kind, target, problem }: FileEntry): Omit<ScanProblem, "path"> | undefined {
	if (problem !== undefined) return { status: "failed", reason: problem };
	if (kind === "other") return { status: "skipped", reason: "neither a file nor a folder (socket, pipe or device)" };
	if (kind !== "link") return undefined;
	const reason = (() => {
		if (target === undefined || target.kind === "missing") return "link to nothing";
		if (target.kind === "loop") return "link that leads back to itself";
		if (!target.inside) return `link to a ${target.kind} outside the source root`;
		return `link to a ${target.kind} inside the source root, which is indexed under its own path`;
	})();
	return { status: "skipped", reason };
}

/** The patterns of an ignore file. Git follows no link here, nor do we; a damaged file warns and rules nothing. */
async function ignoreLines(
	host: Host,
	root: string,
	prefix: string,
	entry: FileEntry | undefined,
	warn: (message: string) => void,
): Promise<string[]> {
	if (entry?.kind !== "file" || entry.problem !== undefined) return [];
	const path = prefix + entry.name;
	const useless = (why: string) => {
		warn(`ignore file ${show(path)} was not used: ${why}`);
		return [];
	};
	if (entry.size > MAX_IGNORE_FILE_BYTES) return useless(`${entry.size} bytes are too many for an ignore file`);
	try {
		const bytes = await host.files.read(root, path);
		if (bytes.includes(0)) return useless("it is not UTF-8 text");
		const { lines, bad } = parseIgnoreFile(new TextDecoder().decode(bytes));
		if (bad > 0) warn(`ignore file ${show(path)} has ${bad} patterns that cannot be read`);
		return lines;
	} catch (error) {
		return useless(messageOf(error));
	}
}

/** An index of another state root, whoever built it, is no source either. */
async function holdsIndex(host: Host, root: string, prefix: string): Promise<boolean> {
	try {
		const entries = await host.files.list(root, prefix + PATHS.index);
		return entries.some(({ kind, name }) => kind === "file" && name === "manifest.json");
	} catch {
		return false;
	}
}

async function readLines(host: Host, root: string, path: string): Promise<string[]> {
	try {
		return parseIgnoreFile(new TextDecoder().decode(await host.files.read(root, path))).lines;
	} catch {
		// Not a repository, or a work tree whose .git is a file.
		return [];
	}
}

/** What no other folder or file could be read after, either: no reason to publish a tree of failures. */
export function isRootLost(error: unknown): boolean {
	return error instanceof StructuralIndexError && error.code === "root-unreadable";
}

function unlistable(root: string, cause: unknown): StructuralIndexError {
	const message = `source root ${show(root)} expected a folder that can be listed: ${messageOf(cause)}`;
	return new StructuralIndexError("root-unreadable", message, { cause });
}
