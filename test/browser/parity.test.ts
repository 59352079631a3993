/** An archive of a folder, made by the tools that people use, gives the catalog of the folder. */
import { spawnSync } from "node:child_process";
import { mkdirSync, openAsBlob, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createIndexer } from "mantis-structural-index";
import { createNodeHost } from "mantis-structural-index/node";
import { beforeAll, expect, test } from "vitest";
import { treeFiles } from "../../src/browser/engine/files.ts";
import type { Tree } from "../../src/browser/engine/tree.ts";
import { openTree } from "../../src/browser/engine/trees/open.ts";
import { newFolder, SHOP } from "../e2e/support.ts";

/** Everything that a zip of Python's zipfile can say: links, folders, zip64 headers. */
const ZIP = `
import os, sys, zipfile
root, out = sys.argv[1:]
with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as z:
    for folder, folders, files in os.walk(root):
        for name in folders + files:
            path = os.path.join(folder, name)
            stored = os.path.relpath(path, os.path.dirname(root))
            if os.path.islink(path):
                info = zipfile.ZipInfo(stored)
                info.create_system, info.external_attr = 3, 0o120777 << 16
                z.writestr(info, os.readlink(path))
                continue
            info = zipfile.ZipInfo.from_file(path, stored)
            if os.path.isfile(path):
                info.compress_type = zipfile.ZIP_DEFLATED if os.path.getsize(path) else zipfile.ZIP_STORED
                with z.open(info, "w", force_zip64=True) as target, open(path, "rb") as source:
                    target.write(source.read())
            else:
                z.writestr(info, "")
`;

let base: string;
let folder: string;
let expected: string[];

beforeAll(async () => {
	base = newFolder();
	folder = join(base, "repo-main");
	const long = `deep/${"d".repeat(90)}/${"e".repeat(90)}/f.py`;
	const files: Record<string, string | Uint8Array> = {
		...SHOP,
		[long]: "def far(): pass\n",
		"naïve/名前.py": "def 名(): pass\n",
		"back\\slash.py": "x = 1\n",
		"binary.py": Uint8Array.from({ length: 5000 }, (_, i) => i % 256),
		"latin.py": Uint8Array.of(0x23, 0xe9, 0x0a),
		"empty.js": "",
		".gitignore": "ignored.py\n",
		"ignored.py": "x",
		"node_modules/m/index.js": "f();\n",
		"notes.txt": "no language\n",
		"kb/kb/structural_index/manifest.json": "{}",
		"kb/other.py": "def not_a_source(): pass\n",
	};
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), content);
	}
	mkdirSync(join(folder, "nothing-in-it"));
	const links = {
		"to-file.py": "shop/price.py",
		"to-folder": "shop",
		"shop/up": "..",
		"shop/none.py": "gone.py",
		one: "two",
		two: "one",
	};
	for (const [path, target] of Object.entries(links)) symlinkSync(target, join(folder, path));
	expected = await dump(folder);
	expect(expected.length).toBeGreaterThan(80);
});

/** The logical catalog of a folder, or of a tree in its place. */
async function dump(root: string, tree?: Tree): Promise<string[]> {
	const host = createNodeHost();
	const state_root = newFolder();
	const indexer = createIndexer(tree === undefined ? host : { ...host, files: treeFiles(root, tree) });
	await indexer.buildIndex({ target_root: root, state_root, workers: 1 });
	await using index = await indexer.openIndex({ state_root });
	const lines: string[] = [];
	for await (const line of index.dump()) lines.push(line);
	return lines;
}

test.each<[string, string, string[]]>([
	["GNU tar", "tar", ["cf", "OUT", "-C", "BASE", "repo-main"]],
	["GNU tar of its contents, gzipped", "tar", ["czf", "OUT", "-C", "BASE/repo-main", "."]],
	["pax tar", "tar", ["cf", "OUT", "--format=pax", "-C", "BASE", "repo-main"]],
	["old tar, with long names as GNU writes them", "tar", ["cf", "OUT", "--format=oldgnu", "-C", "BASE", "repo-main"]],
	["zip", "python3", ["-c", ZIP, "BASE/repo-main", "OUT"]],
])("%s", async (name, command, given) => {
	const out = join(newFolder(), "archive");
	const args = given.map((arg) => arg.replace("OUT", out).replace("BASE", base));
	expect(spawnSync(command, args, { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
	const archive = await openAsBlob(out);
	const readBlob = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
	const tree = await openTree({ kind: "archive", name, archive }, { readBlob });
	expect(await dump("/tree", tree)).toEqual(expected);
});
