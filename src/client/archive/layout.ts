/** What an index archive holds: the files of a state root's `workspace/`, so that `tar xzf` into a state root is an import, too. */
import { PATHS } from "../../core/publish/paths.ts";

export const TOP = "workspace/";

/** Also those that an import makes anew or leaves alone. */
const FILES: readonly string[] = [PATHS.manifest, PATHS.catalog, PATHS.jsonl, PATHS.query_helper, PATHS.build_helper];
const UNIT = new RegExp(`^${PATHS.units}/([0-9a-f]{2})/([0-9a-f]{2})/(\\1\\2[0-9a-f]{60})$`);

/** What an archived path is: a file by its state path, a unit by its key, or nothing that belongs to an index. */
export function placeOf(name: string): { file: string } | { unit: string } | undefined {
	const path = name.replace(/^\.\//, "");
	if (!path.startsWith(TOP)) return undefined;
	const file = path.slice(TOP.length);
	if (FILES.includes(file)) return { file };
	const key = UNIT.exec(file)?.[3];
	return key === undefined ? undefined : { unit: key };
}

/** Folders on the way to such a file. */
export function isPlaceFolder(name: string): boolean {
	const path = name.replace(/^\.\//, "").replace(/\/*$/, "/");
	if ("./".startsWith(path) || TOP.startsWith(path)) return true;
	const units = `${TOP}${PATHS.units}/`;
	if (path.startsWith(units)) return /^([0-9a-f]{2}\/){0,2}$/.test(path.slice(units.length));
	return [...FILES, `${PATHS.units}/`].some((file) => `${TOP}${file}`.startsWith(path));
}
