/** Random trees with random ignore files: what the scan finds is what git itself would list as untracked. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scan } from "../../src/client/scan.ts";
import { nodeFiles } from "../../src/node/files.ts";
import { fakeHost } from "./client-double.ts";

const NAMES = ["a", "b", "c.c", "d.log", "e e", "f[1]", "g*", "!h", "#i", "日"];
// `?` and `[…]` stand for one byte in git, one character here: only ASCII names meet them.
const PATTERNS = [
	..."a b/ /a /b/ *.c *.log !*.log !a !b/ a/b /a/b a/*.c !/a **/a a/** a/**/c.c ?.c [a-b] f\\[1\\] g\\* \\!h \\#i 日 !d.log".split(
		" ",
	),
	"*",
	"!*/",
	"e e",
	"c.c ",
	"c.c\\ ",
	"# a",
	"",
	"!",
	"/",
	"a//b",
	"**",
	"!/a/b/",
	"[!a].c",
	"b/*",
	"!b/a",
	"d.*",
];

/** Mulberry32: the same trees every time. */
function random(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let t = Math.imul(state ^ (state >>> 15), 1 | state);
		t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
		return ((t ^ (t >>> 14)) >>> 0) % below;
	};
}

let base: string;
beforeAll(() => {
	base = realpathSync(mkdtempSync(join(tmpdir(), "scan-git-")));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test.each(Array.from({ length: 60 }, (_, seed) => seed))("tree %i", async (seed) => {
	const pick = random(seed);
	const root = join(base, String(seed));
	mkdirSync(root);
	const write = (path: string, text: string) => {
		try {
			mkdirSync(dirname(join(root, path)), { recursive: true });
			writeFileSync(join(root, path), text);
		} catch {
			// A name is a file already, or a folder.
		}
	};
	const path = (depth: number) => Array.from({ length: depth }, () => NAMES[pick(NAMES.length)]).join("/");
	for (let i = 0; i < 60; i++) write(path(1 + pick(4)), "x");
	const folders = ["", ...Array.from({ length: 6 }, () => `${path(1 + pick(2))}/`)];
	const rules = (count: number) =>
		`${Array.from({ length: count }, () => PATTERNS[pick(PATTERNS.length)]).join("\n")}\n`;
	for (const folder of folders) write(`${folder}.gitignore`, rules(1 + pick(5)));
	const git = (...args: string[]) =>
		execFileSync("git", ["-c", "core.excludesFile=", "-c", "core.ignoreCase=false", ...args], {
			cwd: root,
			encoding: "utf8",
		});
	git("init", "-q");
	writeFileSync(join(root, ".git/info/exclude"), rules(pick(3)));
	const listed = git("ls-files", "-z", "--others", "--exclude-standard").split("\0").filter(Boolean);
	const host = { ...fakeHost().host, files: nodeFiles };
	const found = await scan(host, root, { own: new Set(), warn: () => {}, on_folder: () => {}, default_ignores: false });
	expect(found.files.map((file) => file.path)).toEqual(listed.sort());
});
