/** One Tree as the FileSource of a build. Its root has a made-up path, below which paths are plain text. */
import { StructuralIndexError, show } from "../../core/errors.ts";
import type { FileSource } from "../../core/host.ts";
import type { Tree } from "./tree.ts";

/** @param root begins with a slash, as no location of a state folder does: the two are never inside each other. */
export function treeFiles(root: string, tree: Tree): FileSource {
	const expectRoot = (asked: string) => {
		if (asked !== root) throw new StructuralIndexError("internal", `root expected ${show(root)}, got ${show(asked)}`);
	};
	return {
		async inspect(path) {
			const canonical = path === root ? root : normalize(path);
			const below = relativeTo(root, canonical);
			if (below === undefined) return { root: canonical, kind: "missing" };
			// A root that cannot be listed says why when the scan asks.
			if (below === "") return { root, kind: "folder" };
			const slash = below.lastIndexOf("/");
			const siblings = await tree.list(below.slice(0, Math.max(slash, 0))).catch(() => []);
			const entry = siblings.find(({ name }) => name === below.slice(slash + 1));
			return { root: canonical, kind: entry === undefined ? "missing" : entry.kind === "folder" ? "folder" : "file" };
		},
		async list(asked, folder) {
			expectRoot(asked);
			return tree.list(confined(root, folder));
		},
		async read(asked, path) {
			expectRoot(asked);
			return tree.read(confined(root, path));
		},
		relative: relativeTo,
	};
}

/** @throws StructuralIndexError `path-outside-root`. */
function confined(root: string, path: string): string {
	if (path.includes("\0") || path.startsWith("/") || path.split("/").includes("..")) {
		throw new StructuralIndexError("path-outside-root", `path expected inside ${show(root)}, got ${show(path)}`);
	}
	return path;
}

function relativeTo(root: string, path: string): string | undefined {
	if (path === root) return "";
	const prefix = root.endsWith("/") ? root : `${root}/`;
	return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** Without `.`, `..`, and slashes that say nothing. */
function normalize(path: string): string {
	const segments: string[] = [];
	for (const segment of path.split("/")) {
		if (segment === "..") segments.pop();
		else if (segment !== "." && (segment !== "" || segments.length === 0)) segments.push(segment);
	}
	return segments.join("/") || "/";
}
