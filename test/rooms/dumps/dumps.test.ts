/** One tree, every room, any number of workers, at once or after an edit: one logical catalog, byte for byte. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../../e2e/support.ts";
import { openBrowser } from "../../support/chromium.ts";
import { bun, otherNode } from "../../support/runtimes.ts";
import { type Built, bunRoom, chromiumRoom, denoRoom, nodeRoom, type Room } from "./rooms.ts";
import { editTree, plantTree } from "./tree.ts";

/** Milliseconds for two builds, where a quiet machine takes 20 seconds. */
const PATIENCE = 240_000;

const other = await otherNode();
const browser = await openBrowser();
const here = nodeRoom(`node ${process.versions.node}`, process.execPath);
const rooms: Room[] = [nodeRoom(other.name, other.path), denoRoom, bunRoom((await bun()).path), chromiumRoom(browser)];

const before = join(newFolder(), "tree");
const after = join(newFolder(), "tree");
const real = plantTree(before);
cpSync(before, after, { recursive: true });
const edited = editTree(after);

/** The first line that differs, with its place, rather than a diff of megabytes. */
function expectSame(actual: Built, expected: Built): void {
	const at = expected.lines.findIndex((line, i) => line !== actual.lines[i]);
	const first = at >= 0 ? at : expected.lines.length;
	expect({ line: first, is: actual.lines[first] }).toEqual({ line: first, is: expected.lines[first] });
	expect(actual.lines.length).toBe(expected.lines.length);
}

let cold: Built;
let again: Built;
let fresh: Built;
beforeAll(async () => {
	const place = await here.place();
	cold = await place.build(before, 1);
	again = await place.build(after, 3);
	fresh = await (await here.place()).build(after, 3);
}, PATIENCE);

test("the tree is worth it", () => {
	expect(real).toBeGreaterThanOrEqual(500);
	expect(cold.total).toBeGreaterThanOrEqual(600);
	expect(cold.lines.length).toBeGreaterThan(20_000);
	const rows = (table: string) => cold.lines.filter((line) => line.startsWith(`${table}\t`)).length;
	for (const table of ["symbols", "call_edges", "function_boundaries", "coverage"])
		expect(rows(table), table).toBeGreaterThan(500);
	expect(cold.lines.findIndex((line, i) => line !== fresh.lines[i])).toBeGreaterThanOrEqual(0);
});

test("a dump that differs in one line fails, and the line is told", () => {
	const changed = { ...cold, lines: cold.lines.with(100, "another") };
	expect(() => expectSame(changed, cold)).toThrow(/line: 100|another/);
	expect(() => expectSame({ ...cold, lines: cold.lines.slice(0, -1) }, cold)).toThrow();
	expect(() => expectSame({ ...cold, lines: [...cold.lines, "more"] }, cold)).toThrow();
});

describe.each(rooms)("$name gives what this Node gives", { timeout: PATIENCE }, (room) => {
	test("from scratch by one worker, then after an edit by three, which reuses the rest", async () => {
		const place = await room.place();
		const first = await place.build(before, 1);
		expectSame(first, cold);
		const second = await place.build(after, 3);
		expectSame(second, fresh);
		expect([second.rebuild, second.total]).toEqual([edited, fresh.total]);
	});

	test("from scratch by three workers", async () => {
		expectSame(await (await room.place()).build(after, 3), fresh);
	});
});

test("and this Node too, after the edit", () => {
	expectSame(again, fresh);
	expect(again.rebuild).toBe(edited);
});
