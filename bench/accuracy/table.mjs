/** The figures as a table: shares in percent, a dash where there was nothing to find. */
import Table from "cli-table3";

const COLUMNS = {
	definitions: ({ def_recall_callable, def_recall_type }) => percent(both(def_recall_callable, def_recall_type)),
	boundaries: ({ bounds_exact }) => percent(bounds_exact),
	"call sites": ({ site_recall }) => percent(site_recall),
	precision: ({ edge_precision_lenient }) => percent(edge_precision_lenient),
	static: ({ edge_recall_static_strict }) => percent(edge_recall_static_strict),
	virtual: ({ edge_recall_virtual_lenient }) => percent(edge_recall_virtual_lenient),
	recall: ({ edge_recall_all_lenient }) => percent(edge_recall_all_lenient),
	/** Of who calls whom, wherever. */
	pairs: ({ pair_recall }) => percent(pair_recall),
	F1: ({ edge_precision_lenient, edge_recall_all_lenient }) => f1(edge_precision_lenient, edge_recall_all_lenient),
	callers: ({ caller_exact }) => percent(caller_exact),
	kinds: ({ kinds }) => percent(kinds),
};

export function table(rows) {
	const table = new Table({
		head: ["repository", "system", ...Object.keys(COLUMNS)],
		colAligns: ["left", "left", ...Object.keys(COLUMNS).map(() => "right")],
		style: { head: [], border: [], compact: true },
	});
	for (const { repository, system, figures } of rows)
		table.push([repository, system, ...Object.values(COLUMNS).map((cell) => cell(figures))]);
	return table.toString();
}

function both([a, b], [c, d]) {
	return [a + c, b + d];
}

function percent([right, of]) {
	return of === 0 ? "–" : ((100 * right) / of).toFixed(1);
}

/** The harmonic mean of edge precision and recall. */
function f1([right, resolved], [found, all]) {
	if (resolved === 0 || all === 0 || right + found === 0) return "–";
	const precision = right / resolved;
	const recall = found / all;
	return ((200 * precision * recall) / (precision + recall)).toFixed(1);
}
