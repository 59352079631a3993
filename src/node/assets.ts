/** Files that ship with the package, and folders that look like them. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { AssetSource } from "../core/host.ts";
import { ioFailure } from "./failures.ts";
import { below } from "./paths.ts";

/** Assets in a folder; `folder(path)` is relative to the current directory, since users name it. */
export function nodeAssets(base: string): AssetSource {
	return {
		async read(name) {
			try {
				return new Uint8Array(await readFile(below(base, name)));
			} catch (error) {
				throw ioFailure(`read the asset ${name} from`, base, error);
			}
		},
		folder: (path) => nodeAssets(resolve(path)),
	};
}
