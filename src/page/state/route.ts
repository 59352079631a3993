/**
 * Where the user is, as the URL's hash says: back, forward, reload and a copied link all go through here.
 * `#/` the start, `#/build` a build, `#/index/<name>?view=…&symbol=…&file=…&line=…&name=…&q=…` an index.
 */
import { signal } from "@preact/signals";

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

export const route = signal<Route>(parseRoute(location.hash));

addEventListener("hashchange", () => {
	route.value = parseRoute(location.hash);
});

/** Changes part of the route. `replace` leaves no step for the back button. */
export function go(change: Partial<Route>, replace = false): void {
	const to = { ...route.value, ...change };
	const hash = formatRoute(to);
	if (hash === location.hash) {
		route.value = to;
		return;
	}
	history[replace ? "replaceState" : "pushState"](null, "", hash);
	route.value = to;
}

export function openIndexPage(index: string): void {
	go({ page: "index", index, view: "source", symbol: undefined, name: undefined, file: undefined, line: undefined });
}

/** The chosen symbol and where it is defined. */
export function goToSymbol(symbol: { symbol_id: string; file_path: string; start_line: number }, view?: View): void {
	go({
		symbol: symbol.symbol_id,
		name: undefined,
		file: symbol.file_path,
		line: symbol.start_line,
		...(view ? { view } : {}),
	});
}

export function goToLine(file: string, line: number | undefined, view: View = "source"): void {
	go({ file, line, view });
}

export function goToName(name: string): void {
	go({ name, symbol: undefined, view: "symbol" });
}

function decode(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
