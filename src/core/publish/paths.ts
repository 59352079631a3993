/** Where things lie under the state folder. */
const INDEX = "kb/structural_index";

export const PATHS = {
	index: INDEX,
	manifest: `${INDEX}/manifest.json`,
	catalog: `${INDEX}/catalog.sqlite`,
	units: `${INDEX}/units`,
	shards: `${INDEX}/shards`,
	native: `${INDEX}/native`,
	tmp: `${INDEX}/tmp`,
	jsonl: "kb/structural_index.jsonl",
	helpers: "helpers",
	query_helper: "helpers/query_structural_index.py",
	build_helper: "helpers/build_structural_index.py",
} as const;
