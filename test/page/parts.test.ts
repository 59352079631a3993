/** The parts of the page that need no browser: addresses, the tree of files, places of calls, what coverage lets one say, the graph. */
import { describe, expect, test } from "vitest";
import type { CallRow, Coverage } from "../../src/browser/index.ts";
import { caution, noCallers } from "../../src/page/explore/coverage.ts";
import { type FileRow, flatten, isShown, treeOf } from "../../src/page/explore/tree.ts";
import { bytes, duration } from "../../src/page/format.ts";
import { layoutOf } from "../../src/page/graph/layout.ts";
import type { Graph, GraphNode, OpenSide } from "../../src/page/graph/model.ts";
import { type Arrow, neighbourOf } from "../../src/page/graph/navigate.ts";
import { visibleOf } from "../../src/page/graph/visible.ts";
import { around, placeCalls, targetOf } from "../../src/page/source/marks.ts";
import { formatRoute, parseRoute, type Route } from "../../src/page/state/address.ts";
import { explain } from "../../src/page/state/failure.ts";

describe("addresses", () => {
	test.each<Route>([
		{ page: "start", index: "", view: "source" },
		{ page: "build", index: "", view: "source" },
		{ page: "index", index: "a/b c?%#", view: "graph", symbol: "fallback:c:a b.c:00ff", file: "ä/ö&=.c", line: 7 },
		{ page: "index", index: "x", view: "symbol", name: "operator==", query: "one two" },
	])("are read as they are written: %j", (route) => {
		expect(parseRoute(formatRoute(route))).toEqual(route);
	});

	test.each(["", "#", "#/index/", "#/index/%E0%A4%A", "#/elsewhere", "#/index"])("%j leads to the start", (hash) => {
		expect(parseRoute(hash).page).toBe("start");
	});

	test("a line that is none, a view that is none", () => {
		const route = parseRoute("#/index/x?line=-3&view=nothing");
		expect(route.line).toBeUndefined();
		expect(route.view).toBe("source");
	});
});

const file = (file_path: string, status: FileRow["status"] = "indexed", reason: string | null = null): FileRow => ({
	file_path,
	status,
	reason,
	indexed: status === "indexed",
	backend: null,
	precision: null,
});

describe("the tree of files", () => {
	const rows = [
		file("a.c"),
		file("src/deep/er/x.c", "failed", "why"),
		file("src/deep/er/y.c"),
		file("zz.md", "unsupported"),
	];

	test("folders stand first, chains of them are one row, places are counted", () => {
		const shown = flatten(treeOf(rows), () => true);
		expect(shown.map((row) => [row.kind, row.name, row.level, row.place, row.siblings])).toEqual([
			["folder", "src/deep/er", 1, 1, 3],
			["file", "x.c", 2, 1, 2],
			["file", "y.c", 2, 2, 2],
			["file", "a.c", 1, 2, 3],
			["file", "zz.md", 1, 3, 3],
		]);
		expect(flatten(treeOf(rows), () => false)).toHaveLength(3);
	});

	test("a folder knows what in it is not indexed", () => {
		const root = treeOf(rows);
		expect([root.total, root.problems, root.folders.get("src")?.problems]).toEqual([4, 1, 1]);
		expect(rows.filter((row) => isShown(row, "problems")).map(({ file_path }) => file_path)).toEqual([
			"src/deep/er/x.c",
		]);
	});

	test("a hundred thousand files make a tree within a second", () => {
		const many = Array.from({ length: 100_000 }, (_, at) => file(`f${at % 100}/g${at % 1000}/h${at}.c`));
		const began = performance.now();
		expect(flatten(treeOf(many), () => true).length).toBeGreaterThan(100_000);
		expect(performance.now() - began).toBeLessThan(1000);
	});
});

const call = (
	line: number,
	callee_name: string,
	symbol_id: string | null = null,
	more: Partial<CallRow> = {},
): CallRow => ({
	symbol_id,
	name: callee_name,
	qualified_name: symbol_id,
	kind: symbol_id === null ? null : "function",
	defined_in: symbol_id === null ? null : "d.c",
	start_line: symbol_id === null ? null : 1,
	end_line: null,
	callee_name,
	file_path: "a.c",
	line,
	edge_kind: symbol_id === null ? "unresolved" : "direct",
	precision: "ast",
	backend: "tree-sitter",
	...more,
});

describe("where calls stand in their lines", () => {
	const place = (text: string, ...calls: CallRow[]) =>
		placeCalls([text], calls).map(({ from, to, rows }) => [text.slice(from, to), from, rows.length]);

	test("the name that is called, not one that merely stands there", () => {
		expect(place("f = g(f, f(1))", call(1, "f", "x"))).toEqual([["f", 9, 1]]);
		expect(place("prefix(fix(1))", call(1, "fix", "x"))).toEqual([["fix", 7, 1]]);
		expect(place("a.b?.(1) + $b(2)", call(1, "b", "x"))).toEqual([["b", 2, 1]]);
		expect(place("new Map<string, T>(x)", call(1, "Map", "x"))).toEqual([["Map", 4, 1]]);
		expect(place("größe(1)", call(1, "größe", "x"))).toEqual([["größe", 0, 1]]);
		expect(place("@cached", call(1, "cached", "x"))).toEqual([["cached", 1, 1]]);
	});

	test("as many sites as rows are told apart; else each holds all that it may be", () => {
		expect(place("f(f(1))", call(1, "f", "x"), call(1, "f", "y"))).toEqual([
			["f", 0, 1],
			["f", 2, 1],
		]);
		expect(place("f(1)", call(1, "f", "x"), call(1, "f", "y"))).toEqual([["f", 0, 2]]);
	});

	test("a name that is not in the line has no place", () => {
		expect(place("g(1)", call(1, "f"))).toEqual([["", 0, 1]]);
		expect(placeCalls([], [call(9, "f")])).toHaveLength(1);
	});

	test("one target is followed, none or several are not", () => {
		expect(targetOf([call(1, "f", "x"), call(1, "f", "x")])?.symbol_id).toBe("x");
		expect(targetOf([call(1, "f", "x"), call(1, "f", "y")])).toBeUndefined();
		expect(targetOf([call(1, "f")])).toBeUndefined();
	});

	test("the functions around a line, outermost first", () => {
		const range = (name: string, start_line: number, end_line: number, depth: number) => ({
			depth,
			symbol: { name, start_line, end_line } as never,
		});
		const names = around([range("a", 1, 9, 0), range("b", 2, 3, 1), range("c", 5, 6, 1)], 5).map(({ name }) => name);
		expect(names).toEqual(["a", "c"]);
	});
});

describe("what may be said of an empty answer", () => {
	const coverage = (more: Partial<Coverage> = {}): Coverage => ({
		total_files: 10,
		indexed_files: 8,
		failed: 0,
		deferred: 0,
		partition_status: "complete",
		backends_used: [],
		snapshot_id: "unknown",
		stale: false,
		...more,
	});

	test("absence only of a complete index", () => {
		expect(noCallers(coverage(), 0, 2)).toBe("No indexed callers.");
		expect(noCallers(coverage(), 3, 2)).toContain("3 unresolved calls with this name may mean it");
		const partial = noCallers(coverage({ partition_status: "partial" }), 0, 1);
		expect(partial).toContain("1 file not indexed");
		expect(partial).not.toContain("No indexed callers");
		expect(noCallers(coverage({ partition_status: "empty" }), 0, 0)).toContain("nothing is known");
	});

	test("a warning whenever there is reason for one", () => {
		expect(caution(coverage(), 2)).toBeUndefined();
		expect(caution(coverage({ stale: true }), 2)).toContain("not pinned");
		expect(caution(coverage({ partition_status: "partial", failed: 1 }), 1)).toContain(
			"8 of 9 files of a known language",
		);
	});
});

describe("the graph", () => {
	const node = (id: string): GraphNode => ({
		id,
		name: id,
		qualified_name: id,
		kind: "function",
		file: "a.c",
		line: 1,
	});
	const side = (ids: string[], more: Partial<OpenSide> = {}): OpenSide => ({
		neighbours: ids.map((id) => ({ node: node(id), kinds: [{ kind: "direct", precision: "ast", sites: 1 }] })),
		shown: ids.length,
		read: ids.length,
		total: ids.length,
		unresolved: new Map(),
		open: true,
		loading: false,
		...more,
	});
	const graph: Graph = {
		root: node("root"),
		sides: new Map([
			["callers root", side(["up1", "up2"])],
			["callees root", side(["down", "hidden"], { shown: 1, unresolved: new Map([["mystery", 2]]) })],
			["callees down", side(["root", "down"])],
			["callees up2", side(["far"], { open: false })],
		]),
	};

	test("draws what open sides reach, and says where there is more", () => {
		const { nodes, edges, unresolved } = visibleOf(graph, false);
		expect([...nodes.keys()].sort()).toEqual(["down", "more callees root", "root", "up1", "up2"]);
		expect(nodes.get("more callees root")?.name).toBe("1 more…");
		expect(
			edges
				.filter(({ more }) => !more)
				.map(({ from, to }) => `${from}→${to}`)
				.sort(),
		).toEqual(["down→down", "down→root", "root→down", "up1→root", "up2→root"]);
		expect(unresolved).toBe(1);
		expect(visibleOf(graph, true).nodes.get("ghost root mystery")?.role).toBe("ghost");
	});

	test("callers lie left, callees right, and arrow keys go there", () => {
		const layout = layoutOf(visibleOf(graph, false), "root");
		const x = (id: string) => layout.nodes.get(id)?.x ?? Number.NaN;
		expect(x("up1")).toBeLessThan(x("root"));
		expect(x("down")).toBeGreaterThan(x("root"));
		const go = (from: string, arrow: Arrow) => neighbourOf(layout, from, arrow);
		expect(["up1", "up2"]).toContain(go("root", "ArrowLeft"));
		expect(go("up1", "ArrowRight")).toBe("root");
		expect(["up1", "up2"]).toContain(go("up1", "ArrowDown") ?? go("up1", "ArrowUp"));
		for (const { path } of layout.edges) expect(path).toMatch(/^M[-\d.]+ [-\d.]+[CcH]/);
	});

	test("two hundred nodes are laid out within two seconds", () => {
		const wide = Array.from({ length: 200 }, (_, at) => `n${at}`);
		const sides = new Map([["callees root", side(wide)]]);
		for (let at = 0; at < 40; at++) sides.set(`callees n${at}`, side([`n${at + 50}`, `n${at + 100}`]));
		const began = performance.now();
		expect(layoutOf(visibleOf({ root: node("root"), sides }, false), "root").nodes.size).toBe(201);
		expect(performance.now() - began).toBeLessThan(2000);
	});
});

test("sizes and times as people read them", () => {
	expect([0, 999, 1000, 999_950, 12_345_678, 10 ** 13].map(bytes)).toEqual([
		"0 B",
		"999 B",
		"1.0 kB",
		"1.0 MB",
		"12.3 MB",
		"10.0 TB",
	]);
	expect([0, 420, 9960, 65_000, 3_720_000].map(duration)).toEqual([
		"0.0 s",
		"0.4 s",
		"10 s",
		"1 min 05 s",
		"1 h 02 min",
	]);
});

test("anything thrown is told in words", () => {
	expect(explain({ code: "state-unwritable", message: "full" })).toMatchObject({
		code: "state-unwritable",
		message: "full",
	});
	expect(explain({ code: "made-up", message: "m" }).code).toBe("internal");
	expect(explain("text").message).toBe("text");
});
