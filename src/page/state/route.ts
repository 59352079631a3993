/** Where the user is: back, forward, reload and a copied link all go through here. */
import { signal } from "@preact/signals";
import { formatRoute, parseRoute, type Route, type View } from "./address.ts";

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
