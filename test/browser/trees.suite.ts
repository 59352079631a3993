/** What every kind of tree must do, hostile archives included. Runs in Node with asynchronous reads and in a browser's worker. */
import { describe, expect, test } from "vitest";
import type { Tree } from "../../src/browser/engine/tree.ts";
import type { ReadBlob } from "../../src/browser/engine/trees/blobs.ts";
import { crc32 } from "../../src/browser/engine/trees/crc32.ts";
import { openTree } from "../../src/browser/engine/trees/open.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type { FileEntry } from "../../src/core/host.ts";
import {
	bytesOf,
	deflate,
	gzip,
	join,
	paxPath,
	type TarEntry,
	tarOf,
	type ZipEntry,
	zipOf,
} from "../support/archives.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const LINK = 0o120777;
const FILES: Record<string, string> = {
	"a.py": "def a(): pass\n",
	"sub/b.py": "b\n",
	"sub/deep/ä/c.py": "",
	"x y/d": "\0",
};

export function treesSuite(readBlob?: ReadBlob): void {
	const open = (archive: Bytes, check?: () => void) =>
		openTree({ kind: "archive", name: "it.zip", archive: new Blob([archive]) }, { readBlob, check });
	const ofZip = (...entries: ZipEntry[]) => open(zipOf(entries));
	const ofTar = (...entries: TarEntry[]) => open(tarOf(entries));
	const zipped = (files: Record<string, string>) =>
		zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
	const tarred = (files: Record<string, string>) =>
		tarOf(Object.entries(files).map(([name, data]) => ({ name, data })));
	const refused = async (archive: Bytes) => {
		const error = await open(archive).then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		expect(error).toBeInstanceOf(StructuralIndexError);
		expect(error).toMatchObject({ code: "root-unreadable", message: expect.stringMatching(/^archive "it\.zip"/) });
		return (error as Error).message;
	};

	describe("the same files, whatever holds them", () => {
		const blobs = Object.entries(FILES).map(([path, text]) => ({ path, file: new Blob([text]) }));
		const bytes = new Map(Object.entries(FILES).map(([path, text]) => [path, bytesOf(text)]));
		test.each<[string, () => Promise<Tree>]>([
			["files", () => openTree({ kind: "files", name: "f", files: blobs }, { readBlob })],
			["memory", () => openTree({ kind: "memory", name: "m", files: bytes })],
			["zip", () => open(zipped(FILES))],
			[
				"zip, deflated",
				async () => {
					const entries = Object.entries(FILES).map(async ([name, text]) => {
						const [data, content] = [await deflate(bytesOf(text)), bytesOf(text)];
						return { name, data, method: 8, size: content.length, crc: crc32(content) };
					});
					return open(zipOf(await Promise.all(entries)));
				},
			],
			["tar", () => open(tarred(FILES))],
			["tar.gz", async () => open(await gzip(tarred(FILES)))],
		])("%s", async (_, opened) => {
			const tree = await opened();
			expect(await walk(tree)).toEqual(FILES);
			await expect(tree.read("none")).rejects.toThrow('there is no file "none"');
			await expect(tree.read("sub")).rejects.toThrow("expected a regular file");
			await expect(tree.list("none")).rejects.toThrow('there is no folder "none"');
			await expect(tree.list("a.py")).rejects.toThrow('there is no folder "a.py"');
		});

		test("bytes that were read are the caller's", async () => {
			const mine = bytesOf("mine");
			const tree = await openTree({ kind: "memory", name: "m", files: new Map([["f", mine]]) });
			(await tree.read("f")).fill(0);
			expect(await textOf(tree, "f")).toBe("mine");
			const archive = await open(tarred({ f: "mine" }));
			(await archive.read("f")).fill(0);
			expect(await textOf(archive, "f")).toBe("mine");
		});

		test("a source of no known kind", async () => {
			const source = { kind: "other" } as unknown as Parameters<typeof openTree>[0];
			await expect(openTree(source)).rejects.toMatchObject({ code: "invalid-argument" });
		});

		test("what a page could not open is there with its reason", async () => {
			const unreadable = [{ path: "sub/no", reason: "cannot be read: gone" }];
			const tree = await openTree({ kind: "files", name: "f", files: [], unreadable }, { readBlob });
			expect(await tree.list("sub")).toEqual([{ name: "no", kind: "file", size: 0, problem: "cannot be read: gone" }]);
		});
	});

	describe("the root", () => {
		test.each([
			["one folder around everything is the root", ["repo-main/", "repo-main/a", "repo-main/s/b"], ["a", "s/b"]],
			["only one", ["p/q/a", "p/q/b"], ["q/a", "q/b"]],
			["a file beside it keeps it", ["repo/a", "README"], ["repo/a", "README"]],
			["two folders stay", ["p/a", "q/a"], ["p/a", "q/a"]],
			["a single file is no folder", ["a"], ["a"]],
			["./ and doubled slashes mean nothing", ["./a", "b//c", "./"], ["a", "b/c"]],
			["nothing at all", [], []],
		])("%s", async (_, names, expected) => {
			const found = Object.fromEntries(expected.map((path) => [path, ""]));
			const type = (name: string) => (name.endsWith("/") ? "5" : "0");
			expect(await walk(await ofTar(...names.map((name) => ({ name, type: type(name) }))))).toEqual(found);
			expect(await walk(await ofZip(...names.map((name) => ({ name }))))).toEqual(found);
		});
	});

	describe("paths that cannot stand in a tree are listed, never followed", () => {
		const cases: [string, string, string, string][] = [
			["absolute", "/etc/passwd", "\\x2fetc\\x2fpasswd", "its path is absolute"],
			["upwards", "../../evil.py", "..\\x2f..\\x2fevil.py", "its path leads upwards (..)"],
			["upwards in the middle", "a/../../evil.py", "a\\x2f..\\x2f..\\x2fevil.py", "its path leads upwards (..)"],
			["backslashes upwards", "..\\..\\evil.py", "..\\x5c..\\x5cevil.py", "its path leads upwards (..)"],
			["a backslash first", "\\\\host\\share", "\\x5c\\x5chost\\x5cshare", "its path is absolute"],
			["drive", "C:\\Windows\\x", "C\\x3a\\x5cWindows\\x5cx", "its path begins with a drive letter"],
			["drive and slash", "c:/x", "c\\x3a\\x2fx", "its path begins with a drive letter"],
		];
		test.each(cases)("%s", async (_, name, shown, problem) => {
			const entry: FileEntry = { name: shown, kind: "file", size: 0, problem };
			for (const tree of [
				await ofTar({ name, data: "x" }, { name: "ok" }),
				await ofZip({ name, data: "x" }, { name: "ok" }),
			]) {
				const root = await tree.list("");
				expect(root.filter(({ name }) => name !== "ok")).toEqual([entry]);
				await expect(tree.read(name)).rejects.toThrow();
				await expect(tree.read(shown)).rejects.toThrow();
			}
		});

		test("NUL, too long, too deep, nothing", async () => {
			const tree = await ofZip(
				{ name: "a\0.py" },
				{ name: `l/${"x".repeat(4100)}` },
				{ name: `${"d/".repeat(300)}f` },
				{ name: "." },
				{ name: "ok" },
			);
			const problems = (await tree.list("")).map(({ problem }) => problem);
			expect(problems).toEqual([
				"its path holds a NUL",
				"its path is longer than 4096 characters",
				"its path is deeper than 256 folders",
				"its path names nothing",
				undefined,
			]);
		});

		test("a backslash parts names only where the archive was made on Windows", async () => {
			expect(await walk(await ofZip({ name: "p\\q.py", host: 0 }, { name: "r" }))).toEqual({ "p/q.py": "", r: "" });
			expect(await walk(await ofZip({ name: "p\\q.py" }))).toEqual({ "p\\q.py": "" });
			expect(await walk(await ofTar({ name: "p\\q.py" }))).toEqual({ "p\\q.py": "" });
		});

		test("a name that is not UTF-8", async () => {
			const name = Uint8Array.from([0x61, 0xff, 0x62]);
			for (const flags of [0, 0x800]) {
				expect(await (await ofZip({ name, flags }, { name: "ok" })).list("")).toEqual([
					{ name: "a\\xffb", kind: "file", size: 0, problem: "its name is not valid UTF-8" },
					{ name: "ok", kind: "file", size: 0 },
				]);
			}
			expect((await (await ofTar({ name }, { name: "ok" })).list(""))[0]).toEqual({
				name: "a\uFFFDb",
				kind: "file",
				size: 0,
				problem: "its name is not valid UTF-8",
			});
		});

		test("UTF-8 without the flag that says so", async () => {
			expect(await walk(await ofZip({ name: "äö.py", flags: 0 }))).toEqual({ "äö.py": "" });
		});

		test("several entries of one path are none, and no hostile number of them costs time", async () => {
			const many = Array.from({ length: 20_000 }, () => ({ name: "/same", data: "" }));
			const tree = await ofTar({ name: "a", data: "1" }, { name: "b" }, { name: "./a", data: "2" }, ...many);
			expect(await tree.list("")).toEqual([
				{ name: "a", kind: "file", size: 0, problem: "several entries have this path" },
				{ name: "b", kind: "file", size: 0 },
				{ name: "\\x2fsame", kind: "file", size: 0, problem: "its path is absolute" },
				{ name: "\\x2fsame\uFFFD", kind: "file", size: 0, problem: "several entries have this path" },
			]);
			await expect(tree.read("a")).rejects.toThrow();
		});

		test.each([
			["the file first", ["n", "n/f"]],
			["the folder first", ["n/f", "n"]],
		])("a file and a folder of one name: %s", async (_, names) => {
			const tree = await ofZip(...names.map((name) => ({ name })), { name: "ok" });
			const root = (await tree.list("")).sort((a, b) => (a.name < b.name ? -1 : 1));
			expect(root).toEqual([
				{ name: "n", kind: "folder", size: 0 },
				{ name: "n\uFFFD", kind: "file", size: 0, problem: "a folder has the same path" },
				{ name: "ok", kind: "file", size: 0 },
			]);
			expect(await textOf(tree, "n/f")).toBe("");
		});
	});

	describe("links and devices", () => {
		const links: Record<string, [target: string, kind: string, inside: boolean]> = {
			"top/to-file": ["sub/f", "file", true],
			"top/to-folder": ["./sub", "folder", true],
			"top/sub/up": ["../f", "file", true],
			"top/sub/itself": ["..", "loop", true],
			"top/out": ["../f", "missing", false],
			"top/far": ["../../../../etc/passwd", "missing", false],
			"top/absolute": ["/etc/passwd", "missing", false],
			"top/nowhere": ["none", "missing", true],
			"top/one": ["two", "loop", true],
			"top/two": ["one", "loop", true],
			"top/chain": ["to-file", "file", true],
			"top/through": ["to-folder/f", "file", true],
			"top/below-a-file": ["f/x", "missing", true],
		};
		const files = { "top/f": "12345", "top/sub/f": "123" };
		const check = async (tree: Tree) => {
			for (const [path, [, kind, inside]] of Object.entries(links)) {
				const parts = path.split("/").slice(1);
				const name = parts.pop() as string;
				const entry = (await tree.list(parts.join("/"))).find((each) => each.name === name);
				expect(entry, path).toMatchObject({ kind: "link", target: { kind, inside } });
				await expect(tree.read([...parts, name].join("/")), path).rejects.toThrow("expected a regular file");
			}
		};

		test("tar", async () => {
			const entries = Object.entries(links).map(([name, [link]]) => ({ name, type: "2", link }));
			await check(await ofTar(...entries, ...Object.entries(files).map(([name, data]) => ({ name, data }))));
		});

		test("zip", async () => {
			const entries = Object.entries(links).map(([name, [data]]) => ({ name, data, mode: LINK }));
			await check(await ofZip(...entries, ...Object.entries(files).map(([name, data]) => ({ name, data }))));
		});

		test("a hard link is the file; one to nothing or outside is a problem", async () => {
			const tree = await ofTar(
				{ name: "t/early", type: "1", link: "t/f" },
				{ name: "t/f", data: "same" },
				{ name: "t/late", type: "1", link: "./t/f" },
				{ name: "t/none", type: "1", link: "t/gone" },
				{ name: "t/out", type: "1", link: "../../etc/passwd" },
			);
			expect(await textOf(tree, "early")).toBe("same");
			expect(await textOf(tree, "late")).toBe("same");
			const problems = (await tree.list("")).filter(({ problem }) => problem !== undefined);
			expect(problems.map(({ name, problem }) => [name, problem])).toEqual([
				["none", 'hard link to "t/gone", which is not in the tree'],
				["out", 'hard link to "../../etc/passwd", which is not in the tree'],
			]);
		});

		test("devices and pipes", async () => {
			const tree = await ofTar(...["3", "4", "6"].map((type) => ({ name: `d${type}`, type })));
			expect((await tree.list("")).map(({ kind }) => kind)).toEqual(["other", "other", "other"]);
			expect((await (await ofZip({ name: "fifo", mode: 0o010644 })).list(""))[0]?.kind).toBe("other");
		});

		test("a link whose target cannot be had", async () => {
			const tree = await ofZip(
				{ name: "long", mode: LINK, data: "x".repeat(5000) },
				{ name: "wrong", mode: LINK, data: "f", crc: 1 },
				{ name: "locked", mode: LINK, data: "f", flags: 1 },
			);
			expect((await tree.list("")).map(({ kind, problem }) => [kind, problem])).toEqual([
				["file", "a symbolic link with a target of too many bytes"],
				["file", "a symbolic link whose target cannot be read: its checksum (CRC-32) is wrong"],
				["file", "it is encrypted"],
			]);
		});
	});

	describe("zip: an entry that lies fails alone", () => {
		test("what no unpacker of ours can read", async () => {
			const tree = await ofZip(
				{ name: "locked", flags: 1, data: "x" },
				{ name: "lzma", method: 14, data: "x" },
				{ name: "ok", data: "ok" },
			);
			expect(await tree.list("")).toEqual([
				{ name: "locked", kind: "file", size: 1, problem: "it is encrypted" },
				{ name: "lzma", kind: "file", size: 1, problem: "compression method 14 is not supported" },
				{ name: "ok", kind: "file", size: 2 },
			]);
			await expect(tree.read("locked")).rejects.toThrow("it is encrypted");
			expect(await textOf(tree, "ok")).toBe("ok");
		});

		test("a bomb: declared small, and a hundred MB of zeros", async () => {
			const data = await deflate(new Uint8Array(100_000_000));
			const tree = await ofZip({ name: "bomb", method: 8, data, size: 10, crc: 0 });
			expect(await tree.list("")).toEqual([{ name: "bomb", kind: "file", size: 10 }]);
			await expect(tree.read("bomb")).rejects.toThrow("it has more than the 10 bytes that its entry says");
		});

		test.each<[string, ZipEntry | Promise<ZipEntry>, string]>([
			["wrong checksum", { name: "f", data: "x", crc: 1 }, "its checksum (CRC-32) is wrong"],
			[
				"shorter than declared",
				deflate(bytesOf("abc")).then((data) => ({ name: "f", method: 8, data, size: 9 })),
				"it has 3 bytes, its entry says 9",
			],
			["stored, of another size", { name: "f", data: "abc", size: 2 }, "it has 3 bytes, its entry says 2"],
			[
				"no deflate data",
				{ name: "f", method: 8, data: "\xff\xff\xff\xff", size: 9 },
				"its compressed data is damaged",
			],
			[
				"cut deflate data",
				deflate(bytesOf("abc".repeat(99))).then((data) => ({
					name: "f",
					method: 8,
					data: data.slice(0, -4),
					size: 297,
				})),
				"its compressed data is damaged",
			],
			["no local header", { name: "f", data: "x", signature: 7 }, "its local header is damaged"],
		])("%s", async (_, entry, problem) => {
			const tree = await ofZip({ name: "ok", data: "ok" }, await entry);
			await expect(tree.read("f")).rejects.toThrow(problem);
			expect(await textOf(tree, "ok")).toBe("ok");
		});

		test("a longer extra field before the data than the directory tells", async () => {
			const extra = join([Uint8Array.from([0x34, 0x12, 0x60, 0]), new Uint8Array(0x60)]);
			const tree = await ofZip({ name: "f", data: "content", extra });
			expect(await textOf(tree, "f")).toBe("content");
		});
	});

	describe("an archive that is damaged as a whole is refused", () => {
		test("zip without its end, and with a damaged directory", async () => {
			const whole = zipped(FILES);
			expect(await refused(whole.slice(0, -10))).toContain("cannot be unpacked as zip");
			const broken = whole.slice();
			broken[whole.length - 22 - 40] = 7;
			broken.fill(9, whole.length - 22 - 60, whole.length - 22);
			await refused(broken);
		});

		test.each<[string, () => Bytes | Promise<Bytes>, string]>([
			["tar, cut in a file", () => tarred({ f: "x".repeat(5000) }).slice(0, 3000), "truncated"],
			["tar, without an end", () => tarOf([{ name: "f" }], false), "truncated"],
			["tar, wrong checksum", () => tarOf([{ name: "f" }, { name: "g", wrong: 1 }]), "checksum"],
			["tar.gz, cut", async () => (await gzip(tarred({ f: "x".repeat(5000) }))).slice(0, -20), "tar.gz"],
			[
				"tar.gz, damaged",
				async () => {
					const bytes = await gzip(tarred({ f: "abc" }));
					bytes[bytes.length - 6] = (bytes[bytes.length - 6] as number) ^ 255;
					return bytes;
				},
				"tar.gz",
			],
			[
				"tar that unpacks to more than fits",
				() => tarOf([{ name: "f", size: 5 * 1024 ** 3 }]),
				"it unpacks to more than 4294967296 bytes",
			],
			["something else", () => bytesOf("no archive at all"), "expected a zip, tar or tar.gz"],
			["gzip of something else", () => gzip(bytesOf("text".repeat(500))), "expected a zip, tar or tar.gz"],
			["nothing", () => new Uint8Array(), "expected a zip, tar or tar.gz"],
		])("%s", async (_, make, message) => {
			expect(await refused(await make())).toContain(message);
		});
	});

	describe("tar", () => {
		test("long names: pax and GNU", async () => {
			const pax = `p/${"ü".repeat(150)}.py`;
			const gnu = `g/${"x".repeat(200)}.py`;
			const tree = await ofTar(
				paxPath(pax),
				{ name: "short", data: "1" },
				{ name: "././@LongLink", type: "L", data: `${gnu}\0` },
				{ name: "short", data: "2" },
			);
			expect(await walk(tree)).toEqual({ [pax]: "1", [gnu]: "2" });
		});

		test("large files, and more small ones than fit into one piece", async () => {
			const large = new Uint8Array(9_000_000).map((_, i) => i % 251);
			const entries: TarEntry[] = [
				{ name: "first", data: "first" },
				{ name: "large", data: large },
			];
			for (let i = 0; i < 90; i++) entries.push({ name: `s/${i}`, data: new Uint8Array(100_000).fill(i) });
			const tree = await open(await gzip(tarOf(entries)));
			expect(await textOf(tree, "first")).toBe("first");
			expect((await tree.read("large")).every((byte, i) => byte === i % 251)).toBe(true);
			for (const i of [0, 39, 40, 41, 42, 43, 44, 89]) {
				const bytes = await tree.read(`s/${i}`);
				expect(bytes.length).toBe(100_000);
				expect(bytes.every((byte) => byte === i)).toBe(true);
			}
		});

		test("a sparse file is not read as what it is not", async () => {
			const record = "22 GNU.sparse.major=1\n";
			const tree = await ofTar(
				{ name: "PaxHeader", type: "x", data: record },
				{ name: "s.py", data: "1\n0\n" },
				{ name: "ok" },
			);
			expect((await tree.list(""))[0]?.problem).toBe("it is stored as a sparse file");
		});
	});

	test.each([
		["zip", () => zipped(FILES)],
		["tar.gz", () => gzip(tarred(FILES))],
	])("opening a %s can be stopped", async (_, make) => {
		const stop = new StructuralIndexError("aborted", "stop");
		const stopped = open(await make(), () => {
			throw stop;
		});
		await expect(stopped).rejects.toBe(stop);
	});
}

/** Every file's text by path; fails on anything but files and folders. */
export async function walk(tree: Tree, folder = ""): Promise<Record<string, string>> {
	const found: Record<string, string> = {};
	for (const { name, kind, size, problem } of await tree.list(folder)) {
		const path = folder === "" ? name : `${folder}/${name}`;
		expect(problem, path).toBeUndefined();
		if (kind === "folder") Object.assign(found, await walk(tree, path));
		else {
			expect(kind, path).toBe("file");
			const bytes = await tree.read(path);
			expect(bytes.length, path).toBe(size);
			found[path] = new TextDecoder().decode(bytes);
		}
	}
	return found;
}

export async function textOf(tree: Tree, path: string): Promise<string> {
	return new TextDecoder().decode(await tree.read(path));
}
