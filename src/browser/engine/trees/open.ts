/** A source as a tree, whatever kind it is. */
import { invalidArgument, messageOf, StructuralIndexError, show } from "../../../core/errors.ts";
import { archiveKindOf } from "../../archive-kind.ts";
import type { Source } from "../../types.ts";
import type { Tree } from "../tree.ts";
import { type ReadBlob, readBlob } from "./blobs.ts";
import { HandleTree } from "./handle-tree.ts";
import { PathTree } from "./path-tree.ts";
import { tarTree } from "./tar-tree.ts";
import { zipTree } from "./zip-tree.ts";

export interface OpenTreeOptions {
	/** How Blobs are read; default: synchronously, as only dedicated workers can. */
	readBlob?: ReadBlob;
	/** Called again and again while an archive is unpacked; may throw to stop. */
	check?(): void;
}

/**
 * @throws StructuralIndexError `root-unreadable` for an archive that is damaged, of an unknown kind or beyond the bounds,
 * `invalid-argument` for what is no source.
 */
export async function openTree(source: Source, options: OpenTreeOptions = {}): Promise<Tree> {
	const read = options.readBlob ?? readBlob;
	switch (source.kind) {
		case "handle":
			return new HandleTree(source.name, source.handle, read);
		case "files": {
			const tree = new PathTree<Blob>(read);
			for (const { path, file } of source.files) {
				tree.add(path, { kind: "file", size: file.size, content: file });
			}
			for (const { path, reason } of source.unreadable ?? []) tree.add(path, { kind: "problem", problem: reason });
			return tree;
		}
		case "memory": {
			const tree = new PathTree<Uint8Array>(async (bytes) => new Uint8Array(bytes));
			for (const [path, bytes] of source.files) tree.add(path, { kind: "file", size: bytes.length, content: bytes });
			return tree;
		}
		case "archive":
			return openArchive(source, read, options.check ?? (() => {}));
		default:
			throw invalidArgument("source", "what one of the sourceFrom… functions gives", source);
	}
}

/** Where everything in it is below one folder, that folder is the root, as in the archives that GitHub makes. */
async function openArchive(
	{ name, archive }: Extract<Source, { kind: "archive" }>,
	read: ReadBlob,
	check: () => void,
): Promise<Tree> {
	const kind = await archiveKindOf(archive).catch((error) => {
		throw unreadable(name, `cannot be read: ${messageOf(error)}`, error);
	});
	if (kind === undefined) throw unreadable(name, "expected a zip, tar or tar.gz, got something else");
	try {
		const tree = await (kind === "zip"
			? zipTree(archive, read, check)
			: tarTree(archive, kind === "tar.gz", read, check));
		tree.settle();
		tree.enterOnlyFolder();
		return tree;
	} catch (error) {
		if (error instanceof StructuralIndexError) throw error;
		throw unreadable(name, `cannot be unpacked as ${kind}: ${messageOf(error)}`, error);
	}
}

function unreadable(name: string, what: string, cause?: unknown): StructuralIndexError {
	return new StructuralIndexError("root-unreadable", `archive ${show(name)} ${what}`, { cause });
}
