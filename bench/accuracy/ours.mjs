/** Ours, with the ignore rules off: the ground truth judges whatever the compiler saw. */
import { rmSync } from "node:fs";
import { buildIndex } from "mantis-structural-index/node";

export const ours = {
	name: "mantis-structural-index",
	hasLines: true,
	async index({ root, state }) {
		rmSync(state, { recursive: true, force: true });
		const { catalog_path, manifest } = await buildIndex({
			target_root: root,
			state_root: state,
			default_ignores: false,
			gitignore: false,
		});
		if (manifest.status !== "complete") throw new Error(`the index of ${root} is ${manifest.status}`);
		return catalog_path;
	},
};
