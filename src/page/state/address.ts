/**
 * Addresses inside the page, as they stand in the URL's hash: `#/` the start, `#/build` a build,
 * `#/index/<name>?view=…&symbol=…&file=…&line=…&name=…&q=…` an index.
 */

export type View = "files" | "source" | "symbol" | "graph";

export interface Route {
	page: "start" | "build" | "index";
	/** Name of the index; empty elsewhere. */
	index: string;
	/** What the middle shows; on a narrow screen the only panel. */
	view: View;
	/** Id of the chosen symbol. */
	symbol?: string;
	/** A name whose definitions are to be chosen from; stands instead of `symbol`. */
	name?: string;
	file?: string;
	/** 1-based. */
	line?: number;
	/** The search box. */
	query?: string;
}

const VIEWS: readonly View[] = ["files", "source", "symbol", "graph"];

/** Anything unknown leads to the start. */
export function parseRoute(hash: string): Route {
	const [path = "", search = ""] = hash.replace(/^#/, "").split("?");
	const [, page, name = ""] = path.split("/");
	const start: Route = { page: "start", index: "", view: "source" };
	if (page === "build") return { ...start, page };
	if (page !== "index" || name === "") return start;
	const given = new URLSearchParams(search);
	const line = Number(given.get("line"));
	const index = decode(name);
	if (index === undefined) return start;
	return {
		page,
		index,
		view: VIEWS.find((view) => view === given.get("view")) ?? "source",
		symbol: given.get("symbol") || undefined,
		name: given.get("name") || undefined,
		file: given.get("file") || undefined,
		line: Number.isInteger(line) && line > 0 ? line : undefined,
		query: given.get("q") || undefined,
	};
}

export function formatRoute(to: Route): string {
	if (to.page !== "index") return to.page === "build" ? "#/build" : "#/";
	const given = new URLSearchParams();
	if (to.view !== "source") given.set("view", to.view);
	if (to.symbol !== undefined) given.set("symbol", to.symbol);
	if (to.name !== undefined) given.set("name", to.name);
	if (to.file !== undefined) given.set("file", to.file);
	if (to.line !== undefined) given.set("line", String(to.line));
	if (to.query !== undefined) given.set("q", to.query);
	const search = given.toString();
	return `#/index/${encodeURIComponent(to.index)}${search === "" ? "" : `?${search}`}`;
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
