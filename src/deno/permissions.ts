/**
 * Deno's permissions in words. They are looked up before a folder is touched: what is missing is then one error that says
 * how to start Deno, and no prompt, which would come again for each of ten thousand files.
 */
import { dirname } from "node:path";
import { type ErrorCode, StructuralIndexError, show } from "../core/errors.ts";

export type Access = "read" | "write";

/**
 * How Deno must be started to reach `path`, e.g. `with --allow-read=/code`; undefined when it may already.
 * @param named the folder that the flag names; `path` is inside it.
 */
export function missingFlag(access: Access, path: string, named = path): string | undefined {
	const { state } = Deno.permissions.querySync({ name: access, path });
	if (state === "granted") return undefined;
	// The flag takes a list and has no way to write a comma that is part of a path: the folder above is the nearest it can name.
	const comma = named.indexOf(",");
	const folder = comma < 0 ? named : dirname(named.slice(0, comma));
	const word = /^[\w./\\:@+-]+$/.test(folder) ? folder : JSON.stringify(folder);
	return state === "denied" ? `without --deny-${access} for ${word}` : `with --allow-${access}=${word}`;
}

/**
 * @param need how Deno must be started, from `missingFlag`; undefined: nothing is missing.
 * @throws StructuralIndexError reading `cannot read "/code": run Deno with --allow-read=/code`.
 */
export function demand(need: string | undefined, code: ErrorCode, action: string, path: string): void {
	if (need !== undefined) throw new StructuralIndexError(code, `cannot ${action} ${show(path)}: run Deno ${need}`);
}
