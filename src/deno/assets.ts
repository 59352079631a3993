/** Files that ship with the package, and folders that look like them, in Deno. */
import { resolve } from "node:path";
import type { AssetSource } from "../core/host.ts";
import { nodeAssets } from "../node/assets.ts";
import { demand, missingFlag } from "./permissions.ts";

/** @param named the folder that Deno must be allowed to read; `base` is inside it. */
export function denoAssets(base: string, named = base): AssetSource {
	const assets = nodeAssets(base);
	return {
		async read(name) {
			demand(missingFlag("read", base, named), "io", `read the asset ${name} from`, base);
			return assets.read(name);
		},
		folder: (path) => denoAssets(resolve(path)),
	};
}
