/** Names of indexes, and locations: `<name>/workspace/<path>`, told in messages and taken by DatabaseFiles. */
import { invalidArgument } from "../../../core/errors.ts";
import { insidePath } from "./path-tree.ts";

const WORKSPACE = "/workspace";

/** @throws StructuralIndexError `invalid-argument` unless it has 1 to 100 characters, none of them NUL or half of a pair. */
export function checkIndexName(name: unknown): asserts name is string {
	if (typeof name !== "string" || name === "" || [...name].length > 100 || /[\0\p{Surrogate}]/u.test(name)) {
		throw invalidArgument("index", "a string of 1 to 100 characters without NUL and lone surrogates", name);
	}
}

/** What an index's state folder calls its location. `/` ends the name, so that one inside it is `%2F`. */
export function locationOf(name: string): string {
	return name.replace(/[%/]/g, (sign) => (sign === "/" ? "%2F" : "%25")) + WORKSPACE;
}

/** The reverse, for a location inside a state folder. @throws Error for any other. */
export function splitLocation(location: string): { index: string; path: string } {
	const end = location.indexOf("/");
	if (!location.startsWith(`${WORKSPACE}/`, end))
		throw new Error(`location expected <index>${WORKSPACE}/…, got ${location}`);
	const index = location.slice(0, end).replace(/%2F|%25/g, (code) => (code === "%2F" ? "/" : "%"));
	return { index, path: insidePath(location, location.slice(end + WORKSPACE.length + 1)) };
}
