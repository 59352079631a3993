import { describe, expect, test } from "vitest";
import { PROJECT_FOLDERS, TOOL_FOLDERS } from "../../src/client/ignore-rules.ts";
import { type ScanOptions, scan } from "../../src/client/scan.ts";
import { fakeHost, ROOT, type Tree } from "./client-double.ts";

async function walk(tree: Tree, options: Partial<ScanOptions> = {}) {
	const warnings: string[] = [];
	const found = await scan(fakeHost(tree).host, ROOT, {
		own: new Set(),
		warn: (message) => warnings.push(message),
		on_folder: () => {},
		...options,
	});
	return { ...found, paths: found.files.map((file) => file.path), warnings };
}

describe("scan", () => {
	test("files come by path in code unit order, with their sizes, names as they are", async () => {
		const tree: Tree = {
			"b.c": "12",
			"B.c": "1",
			"a/z.c": "",
			"a-b.c": "x",
			"Ä.c": "x",
			"日本語/関数.c": "x",
			"e\u0301.c": "x",
			"\u00e9.c": "x",
			"with space\nand newline.c": "x",
			"back\\slash.c": "x",
			".hidden/x.c": "x",
			"__proto__/constructor": "x",
			"😀.c": "x",
			"\uffee.c": "x",
		};
		const { paths, files, problems } = await walk(tree);
		expect(paths).toEqual(Object.keys(tree).sort());
		expect(files.find((file) => file.path === "b.c")?.size).toBe(2);
		expect(problems).toEqual([]);
	});

	test("links, devices, odd names and locked folders are told with their reason and not followed", async () => {
		const { paths, problems } = await walk({
			"a.c": "x",
			"to-file": { kind: "link", size: 1, target: { kind: "file", inside: true } },
			"to-folder": { kind: "link", size: 1, target: { kind: "folder", inside: true } },
			"out-file": { kind: "link", size: 1, target: { kind: "file", inside: false } },
			"out-folder": { kind: "link", size: 1, target: { kind: "folder", inside: false } },
			nowhere: { kind: "link", size: 1, target: { kind: "missing", inside: false } },
			loop: { kind: "link", size: 1, target: { kind: "loop", inside: true } },
			pipe: { kind: "other", size: 0 },
			"odd\\xFF": { kind: "file", size: 0, problem: "its name is not valid UTF-8" },
			"odd-folder\\xFF": { kind: "folder", size: 0, problem: "its name is not valid UTF-8" },
			"deep/locked": "unlistable",
		});
		expect(paths).toEqual(["a.c"]);
		expect(problems).toEqual([
			{ path: "deep/locked/", status: "failed", reason: "cannot be listed: EACCES" },
			{ path: "loop", status: "skipped", reason: "link that leads back to itself" },
			{ path: "nowhere", status: "skipped", reason: "link to nothing" },
			{ path: "odd-folder\\xFF/", status: "failed", reason: "its name is not valid UTF-8" },
			{ path: "odd\\xFF", status: "failed", reason: "its name is not valid UTF-8" },
			{ path: "out-file", status: "skipped", reason: "link to a file outside the source root" },
			{ path: "out-folder", status: "skipped", reason: "link to a folder outside the source root" },
			{ path: "pipe", status: "skipped", reason: "neither a file nor a folder (socket, pipe or device)" },
			{
				path: "to-file",
				status: "skipped",
				reason: "link to a file inside the source root, which is indexed under its own path",
			},
			{
				path: "to-folder",
				status: "skipped",
				reason: "link to a folder inside the source root, which is indexed under its own path",
			},
		]);
	});

	test("a root that cannot be listed is an error", async () => {
		await expect(walk({ "": "unlistable" })).rejects.toMatchObject({ code: "root-unreadable" });
	});

	test("the state folder is left out by location, neither entered nor counted", async () => {
		const tree: Tree = { "a.c": "x", "workspace/kb/a.c": "x", "deep/workspace/b.c": "x" };
		const { paths, ignored_folders } = await walk(tree, { own: new Set(["workspace"]) });
		expect(paths).toEqual(["a.c", "deep/workspace/b.c"]);
		expect(ignored_folders).toBe(0);
	});

	test("nested ignore files, negations, anchors; also without a repository", async () => {
		const { paths, ignored_files, ignored_folders } = await walk({
			".gitignore": "*.log\n/top.c\nsub/gen/\n!keep.log\n# comment\n\ntrailing.c   \n",
			"top.c": "x",
			"a/top.c": "x",
			"x.log": "x",
			"keep.log": "x",
			"trailing.c": "x",
			"sub/gen/x.c": "x",
			"sub/gen.c": "x",
			"a/sub/gen/x.c": "x",
			"b/.gitignore": "/only.c\n!x.log\n*.tmp\nnested/deep.c\n",
			"b/only.c": "x",
			"b/c/only.c": "x",
			"b/x.log": "x",
			"b/c/y.tmp": "x",
			"b/nested/deep.c": "x",
			"b/c/nested/deep.c": "x",
			"y.tmp": "x",
		});
		expect(paths).toEqual(
			[
				".gitignore",
				"a/sub/gen/x.c",
				"a/top.c",
				"b/.gitignore",
				"b/c/nested/deep.c",
				"b/c/only.c",
				"b/x.log",
				"keep.log",
				"sub/gen.c",
				"y.tmp",
			].sort(),
		);
		expect({ ignored_files, ignored_folders }).toEqual({ ignored_files: 6, ignored_folders: 1 });
	});

	test("what is in an ignored folder cannot be brought back; the folder can, from below its own parent", async () => {
		const { paths } = await walk({
			".gitignore": "out-of-tree/\ngen/\n!out-of-tree/keep.c\n",
			"out-of-tree/keep.c": "x",
			"a/.gitignore": "!gen/\n",
			"a/gen/deep/x.c": "x",
			"b/gen/x.c": "x",
		});
		expect(paths).toEqual([".gitignore", "a/.gitignore", "a/gen/deep/x.c"]);
	});

	test(".git/info/exclude counts, below .gitignore", async () => {
		const tree: Tree = {
			".git/info/exclude": "*.tmp\n*.loc\n",
			".gitignore": "!b.tmp\n",
			"a.tmp": "x",
			"b.tmp": "x",
			"c.loc": "x",
		};
		expect((await walk(tree)).paths).toEqual([".gitignore", "b.tmp"]);
		expect((await walk(tree, { gitignore: false })).paths).toEqual([".gitignore", "a.tmp", "b.tmp", "c.loc"]);
	});

	test(".mantisignore wins over every .gitignore, the caller's patterns over both", async () => {
		const tree: Tree = {
			".gitignore": "gen/\n",
			".mantisignore": "!gen/\n*.big\n",
			"gen/deep/a.c": "x",
			"sub/.gitignore": "!x.big\n",
			"sub/x.big": "x",
			"sub/.mantisignore": "only.c\n",
			"sub/only.c": "x",
			"only.c": "x",
		};
		const names = (paths: string[]) => paths.filter((path) => !path.includes("ignore"));
		expect(names((await walk(tree)).paths)).toEqual(["gen/deep/a.c", "only.c"]);
		expect(names((await walk(tree, { gitignore: false })).paths)).toEqual(["gen/deep/a.c", "only.c"]);
		expect(names((await walk(tree, { ignore: ["/gen", "!sub/only.c"] })).paths)).toEqual(["only.c", "sub/only.c"]);
	});

	test("the index of another state root is left out, whatever its folder is called; other folders with a kb are not", async () => {
		const tree: Tree = {
			"workspace/kb/structural_index/manifest.json": "{}",
			"workspace/helpers/query_structural_index.py": "x",
			"kept/old/kb/structural_index/manifest.json": "{}",
			"kept/old/a.py": "x",
			"docs/kb/structural_index/page.c": "x",
			"docs/kb/b.c": "x",
		};
		const { paths, ignored_folders } = await walk(tree);
		expect(paths).toEqual(["docs/kb/b.c", "docs/kb/structural_index/page.c"]);
		expect(ignored_folders).toBe(2);
	});

	test("the default folders are left out, can be brought back one by one, and switched off", async () => {
		const tree: Tree = {
			"node_modules/m/i.js": "x",
			"a/node_modules/m/i.js": "x",
			"vendor/v.go": "x",
			"dist/d.js": "x",
			"src/build/plan.c": "x",
			"src/shop/vendor/v.c": "x",
			"pkg/package.json": "{}",
			"pkg/dist/d.js": "x",
			"env/pyvenv.cfg": "x",
			"env/lib/x.py": "x",
			"lib/l.c": "x",
			"deps/d.c": "x",
			"external/e.c": "x",
			"third_party/t.c": "x",
		};
		const sources = [
			"deps/d.c",
			"external/e.c",
			"lib/l.c",
			"pkg/package.json",
			"src/build/plan.c",
			"src/shop/vendor/v.c",
		];
		const found = await walk(tree);
		expect(found.paths).toEqual(sources);
		expect(found.ignored_folders).toBe(7);
		expect((await walk({ ...tree, ".gitignore": "!/vendor\n" })).paths).toEqual([
			".gitignore",
			...sources,
			"vendor/v.go",
		]);
		expect((await walk(tree, { ignore: ["!env/", "!pkg/dist/"] })).paths).toEqual(
			[...sources, "env/lib/x.py", "env/pyvenv.cfg", "pkg/dist/d.js"].sort(),
		);
		expect((await walk(tree, { default_ignores: false })).paths).toEqual(Object.keys(tree).sort());
	});

	test("every default name is left out at the root, and version control everywhere", async () => {
		const tree: Tree = { "a.c": "x", "a/.git": "gitdir: elsewhere", "a/.hg/x.c": "x", ".git/hooks/x.py": "x" };
		for (const name of [...TOOL_FOLDERS, ...PROJECT_FOLDERS]) tree[`${name}/x.c`] = "x";
		expect((await walk(tree)).paths).toEqual(["a.c"]);
		const all = (await walk(tree, { default_ignores: false })).paths;
		expect(all).toHaveLength(1 + TOOL_FOLDERS.length + PROJECT_FOLDERS.length);
		expect(all.some((path) => /\.git\/|\.hg\//.test(path))).toBe(false);
	});

	test("case counts", async () => {
		expect((await walk({ ".gitignore": "*.LOG\n", "a.log": "x", "b.LOG": "x" })).paths).toEqual([
			".gitignore",
			"a.log",
		]);
	});

	test("an ignore file that is damaged, too large, unreadable or a link warns and rules nothing", async () => {
		const binary = await walk({ ".gitignore": Uint8Array.of(42, 10, 0, 1), "a.c": "x" });
		expect(binary.paths).toEqual([".gitignore", "a.c"]);
		expect(binary.warnings).toEqual(['ignore file ".gitignore" was not used: it is not UTF-8 text']);
		const large = await walk({ "d/.gitignore": "*\n".repeat(600_000), "d/a.c": "x" });
		expect(large.paths).toEqual(["d/.gitignore", "d/a.c"]);
		expect(large.warnings.join()).toMatch(/"d\/\.gitignore" was not used: 1200000 bytes/);
		const fake = fakeHost({ ".gitignore": "*", "a.c": "x" });
		fake.onRead = () => {
			throw new Error("EIO");
		};
		const warnings: string[] = [];
		const options = { own: new Set<string>(), warn: (m: string) => void warnings.push(m), on_folder: () => {} };
		expect((await scan(fake.host, ROOT, options)).files).toHaveLength(2);
		expect(warnings).toEqual(['ignore file ".gitignore" was not used: EIO']);
		const link = await walk({
			".gitignore": { kind: "link", size: 1, target: { kind: "file", inside: true } },
			"a.c": "x",
		});
		expect(link.paths).toEqual(["a.c"]);
		const latin = await walk({ ".gitignore": Uint8Array.of(0xe9, 10, 0x2a, 0x2e, 0x63, 10), "a.c": "x", b: "x" });
		expect(latin.paths).toEqual([".gitignore", "b"]);
	});

	test("a byte order mark and CRLF do not spoil patterns", async () => {
		const { paths } = await walk({ ".gitignore": "\uFEFF*.log\r\nout.c\r\n", "a.log": "x", "out.c": "x" });
		expect(paths).toEqual([".gitignore"]);
	});

	test("a tree deeper than any stack is walked", async () => {
		const deep = `${"d/".repeat(5_000)}x.c`;
		const host = fakeHost().host;
		host.files.list = async (_, folder) => {
			const level = folder === "" ? 0 : folder.split("/").length;
			return level < 5_000 ? [{ name: "d", kind: "folder", size: 0 }] : [{ name: "x.c", kind: "file", size: 1 }];
		};
		const found = await scan(host, ROOT, {
			own: new Set(),
			warn: () => {},
			on_folder: () => {},
			default_ignores: false,
		});
		expect(found.files).toEqual([{ path: deep, size: 1 }]);
	});
});
