/** Paths: `/`-separated and relative on our side, the platform's on the other. */
import { isAbsolute, relative as relativePath, sep } from "node:path";
import { StructuralIndexError, show } from "../core/errors.ts";

/** The platform's path of a relative one below `base`. @throws StructuralIndexError `path-outside-root` when it would leave it. */
export function below(base: string, path: string): string {
	if (path === "") return base;
	if (path.includes("\0") || isAbsolute(path) || path.split("/").includes("..")) {
		throw new StructuralIndexError("path-outside-root", `path expected inside ${show(base)}, got ${show(path)}`);
	}
	const native = sep === "/" ? path : path.replaceAll("/", sep);
	return base.endsWith(sep) ? base + native : base + sep + native;
}

/** The `/`-separated path of `path` below `root` (`""` for the root itself), or undefined outside it. Both absolute; text only. */
export function relativeTo(root: string, path: string): string | undefined {
	const relative = relativePath(root, path);
	if (isAbsolute(relative) || relative === ".." || relative.startsWith(`..${sep}`)) return undefined;
	return sep === "/" ? relative : relative.replaceAll(sep, "/");
}
