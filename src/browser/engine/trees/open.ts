/** A source as a tree, whatever kind it is. */
import { invalidArgument } from "../../../core/errors.ts";
import type { Source } from "../../types.ts";
import type { Tree } from "../tree.ts";
import { type ReadBlob, readBlob } from "./blobs.ts";
import { HandleTree } from "./handle-tree.ts";
import { PathTree } from "./path-tree.ts";

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
		default:
			throw invalidArgument("source", "what one of the sourceFrom… functions gives", source);
	}
}
