/** Failures in words: what happened, as the engine said it, and what can be done. */

export interface Failure {
	/** A StructuralIndexError's code; `internal` for anything else. */
	code: string;
	title: string;
	message: string;
	/** What the user can do. */
	advice: string[];
}

const TELLING: Record<string, { title: string; advice: string[] }> = {
	"invalid-argument": { title: "That cannot be asked", advice: [] },
	"root-missing": { title: "The folder is gone", advice: ["Pick it again."] },
	"root-unreadable": {
		title: "The source cannot be read",
		advice: [
			"If it is a folder, allow the page to read it and pick it again.",
			"If it is an archive, check that it opens elsewhere.",
		],
	},
	"state-unwritable": {
		title: "The index could not be stored",
		advice: [
			"If the storage is full, remove an index you no longer need, or allow more space.",
			"If another tab is building this index, wait for it or close that tab.",
			"The index that was there before is unchanged.",
		],
	},
	"index-corrupt": { title: "The index is damaged", advice: ["Build it again from the folder, or import it again."] },
	"index-foreign": {
		title: "This is not an index of this format",
		advice: ["Open a catalog.sqlite or an exported index (.tar.gz) that this version or the command line wrote."],
	},
	"index-missing": { title: "There is no such index", advice: ["Go to the start and build or import it."] },
	"symbol-not-found": {
		title: "The index has no such symbol",
		advice: ["It may have moved when the index was built again: search for its name."],
	},
	"file-not-found": { title: "The index has no such file", advice: [] },
	"line-out-of-range": { title: "The file has no such line", advice: [] },
	"worker-failed": {
		title: "The engine stopped",
		advice: [
			"Reload the page. If it happens again, the tab may lack memory: close other tabs.",
			"Nothing that was stored is lost.",
		],
	},
	"grammar-incompatible": {
		title: "A grammar could not be loaded",
		advice: ["Reload the page to get matching files."],
	},
	aborted: { title: "Cancelled", advice: ["What was read so far is kept: the next build goes on from there."] },
	unsupported: { title: "This browser cannot do that", advice: ["A current Chromium, Firefox or Safari can."] },
	io: { title: "Something could not be read", advice: ["Check the connection for the first visit, then reload."] },
	internal: {
		title: "Something went wrong in the page",
		advice: ["Reload the page. Nothing that was stored is lost."],
	},
};

/** @param error anything thrown. */
export function explain(error: unknown): Failure {
	const thrown = typeof error === "object" && error !== null ? (error as { code?: unknown; message?: unknown }) : {};
	const code = typeof thrown.code === "string" && thrown.code in TELLING ? thrown.code : "internal";
	const message = typeof thrown.message === "string" ? thrown.message : String(error);
	const told = TELLING[code] as { title: string; advice: string[] };
	return { code, message, title: told.title, advice: told.advice };
}
