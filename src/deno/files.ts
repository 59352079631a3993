/** Source trees in Deno: the Node room's, but for what Deno's node:fs does otherwise. */
import { type Dirent, lstatSync, readdirSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import type { FileEntry, FileSource } from "../core/host.ts";
import { describe, nodeFiles, readRegular } from "../node/files.ts";
import { below } from "../node/paths.ts";
import { demand, missingFlag } from "./permissions.ts";

export const denoFiles: FileSource = {
	/** A path that Deno may not read is `unreadable`, whether something is there or not. */
	async inspect(path) {
		const given = resolve(path);
		const found = missingFlag("read", given) === undefined ? await nodeFiles.inspect(path) : undefined;
		const root = found?.root ?? given;
		// Where a link leads counts, too.
		const flag = missingFlag("read", root);
		if (found !== undefined && flag === undefined) return found;
		return { root, kind: "unreadable", problem: `one that Deno may not read: run it ${flag}` };
	},

	async list(root, folder) {
		const location = below(root, folder);
		try {
			const { known, odd } = sortOut(location, readdirSync(location, { withFileTypes: true }));
			return [...known.map((entry) => describe(root, location, entry.name, entry)), ...odd];
		} catch (error) {
			throw lost(error, root);
		}
	},

	async read(root, path) {
		const location = below(root, path);
		try {
			// Where permissions are limited Deno follows links before it opens, so that O_NOFOLLOW stops none.
			return readRegular(location, lstatSync(location));
		} catch (error) {
			throw lost(error, root);
		}
	},

	relative: nodeFiles.relative,
};

/** A permission that was given up for the whole tree ends the build; one refused for a part of it is that part's reason. */
function lost(error: unknown, root: string): unknown {
	demand(missingFlag("read", root), "root-unreadable", "read", root);
	return error;
}

/**
 * Deno shows bytes that are no UTF-8 as U+FFFD and has no other way to show them: such a name cannot be looked up, and
 * several may look the same. They are told apart by more of that sign.
 */
function sortOut(location: string, found: Dirent[]): { known: Dirent[]; odd: FileEntry[] } {
	if (!found.some(isOdd)) return { known: found, odd: [] };
	const known: Dirent[] = [];
	const lost: Dirent[] = [];
	const taken = new Set<string>();
	for (const entry of found) {
		const real = !isOdd(entry) || (!taken.has(entry.name) && isThat(entry, statOf(below(location, entry.name))));
		if (real) taken.add(entry.name);
		(real ? known : lost).push(entry);
	}
	const odd = lost
		.sort((a, b) => (kindOf(a) < kindOf(b) ? -1 : 1))
		.map((entry): FileEntry => {
			let { name } = entry;
			while (taken.has(name)) name += "\uFFFD";
			taken.add(name);
			return { name, kind: kindOf(entry), size: 0, problem: "its name is not valid UTF-8" };
		});
	return { known, odd };
}

function isOdd({ name }: Dirent): boolean {
	return name.includes("\uFFFD");
}

function statOf(location: string): Stats | undefined {
	return lstatSync(location, { throwIfNoEntry: false });
}

function isThat(entry: Dirent, status: Stats | undefined): boolean {
	if (status === undefined) return false;
	return entry.isSymbolicLink() ? status.isSymbolicLink() : kindOf(entry) === kindOf(status);
}

function kindOf(entry: Dirent | Stats): "file" | "folder" | "other" {
	return entry.isDirectory() ? "folder" : entry.isFile() ? "file" : "other";
}
