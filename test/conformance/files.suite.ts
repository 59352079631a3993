/** What every FileSource must do, hostile trees included. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FileEntry, FileSource } from "../../src/core/host.ts";

/** What a room lends the suite: a source and a fresh, empty folder with the means to fill it. Paths are relative. */
export interface FilesFixture {
	source: FileSource;
	/** The folder as a user would name it. */
	root: string;
	/** Creates parent folders. */
	write(path: string, bytes: Uint8Array | string): Promise<void>;
	folder(path: string): Promise<void>;
	/** An existing folder and file outside the root, absolute. */
	outside: { folder: string; file: string };
	link(path: string, target: string): Promise<void>;
	fifo(path: string): Promise<void>;
	socket(path: string): Promise<void>;
	/** A file whose name is these bytes, which are not UTF-8, in the root. */
	rawName(name: Uint8Array): Promise<void>;
	/** Takes every right to the path from ordinary users. */
	forbid(path: string): Promise<void>;
	/** Runs as an ordinary user, whom `forbid` stops. */
	asOrdinaryUser<T>(work: () => Promise<T>): Promise<T>;
	dispose(): Promise<void>;
}

/** Named, so that a room says which part of the contract it has no way to meet. */
export type FilesExclusion = "links" | "special files" | "raw names" | "rights";

export function filesSuite(
	name: string,
	lend: () => Promise<FilesFixture>,
	exclusions: readonly FilesExclusion[] = [],
): void {
	const where = (needs: FilesExclusion, body: () => void) => {
		if (!exclusions.includes(needs)) describe(needs, body);
	};

	describe(`files: ${name}`, () => {
		let tree: FilesFixture;
		let root: string;
		beforeEach(async () => {
			tree = await lend();
			root = (await tree.source.inspect(tree.root)).root;
		});
		afterEach(() => tree.dispose());

		const list = async (folder = ""): Promise<FileEntry[]> =>
			(await tree.source.list(root, folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
		const entry = async (path: string): Promise<FileEntry | undefined> => {
			const cut = path.lastIndexOf("/");
			return (await list(path.slice(0, Math.max(cut, 0)))).find((found) => found.name === path.slice(cut + 1));
		};
		const text = async (path: string) => new TextDecoder().decode(await tree.source.read(root, path));

		test("inspect tells folder, file and missing apart", async () => {
			await tree.write("a/file", "x");
			expect(await tree.source.inspect(root)).toEqual({ root, kind: "folder" });
			expect((await tree.source.inspect(`${root}/a/file`)).kind).toBe("file");
			expect((await tree.source.inspect(`${root}/none`)).kind).toBe("missing");
			expect((await tree.source.inspect(`${root}/none/deeper`)).kind).toBe("missing");
			expect((await tree.source.inspect(`${root}/a/file/below`)).kind).toBe("missing");
		});

		test("inspect gives one canonical form", async () => {
			await tree.folder("a/b");
			for (const path of [`${root}/a/b`, `${root}/a/b/`, `${root}/a/./b`, `${root}/a/../a/b`]) {
				expect((await tree.source.inspect(path)).root).toBe(`${root}/a/b`);
			}
		});

		test("an empty folder lists as nothing", async () => {
			expect(await list()).toEqual([]);
		});

		test("one level with kinds and sizes", async () => {
			await tree.write("file", "12345");
			await tree.write("empty", "");
			await tree.write("folder/inner", "x");
			expect(await list()).toEqual([
				{ name: "empty", kind: "file", size: 0 },
				{ name: "file", kind: "file", size: 5 },
				{ name: "folder", kind: "folder", size: 0 },
			]);
			expect(await list("folder")).toEqual([{ name: "inner", kind: "file", size: 1 }]);
		});

		test("listing what is no folder throws", async () => {
			await tree.write("file", "x");
			await expect(list("missing")).rejects.toThrow();
			await expect(list("file")).rejects.toThrow();
		});

		test("the bytes of a file, exactly, as a buffer of their own", async () => {
			const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i * 7);
			await tree.write("a/b/bytes", bytes);
			const read = await tree.source.read(root, "a/b/bytes");
			expect(read).toEqual(bytes);
			expect(read.buffer.byteLength).toBe(bytes.length);
			structuredClone(read, { transfer: [read.buffer] });
			expect(read.length).toBe(0);
			expect(await tree.source.read(root, "a/b/bytes")).toEqual(bytes);
		});

		test("an empty file", async () => {
			await tree.write("empty", "");
			expect(await tree.source.read(root, "empty")).toEqual(new Uint8Array(0));
		});

		test("reading a missing file or a folder throws", async () => {
			await tree.folder("folder");
			await expect(tree.source.read(root, "missing")).rejects.toThrow();
			await expect(tree.source.read(root, "folder")).rejects.toThrow();
		});

		test.each(["..", "../x", "a/../../x", "/etc/hostname"])("%s leaves the root and is refused", async (path) => {
			await expect(tree.source.read(root, path)).rejects.toMatchObject({ code: "path-outside-root" });
			await expect(tree.source.list(root, path)).rejects.toMatchObject({ code: "path-outside-root" });
		});

		test("names in any script and normalization stay as they are", async () => {
			const names = [
				"名前.py",
				"имя.py",
				"اسم.py",
				"नाम.py",
				"😀.py",
				"caf\u00e9.py",
				"cafe\u0301.py",
				"\uFFFD.py",
				" spaces .py",
				"#%?&'\".py",
				"-rf",
				"...",
			];
			for (const name of names) await tree.write(`d/${name}`, name);
			expect((await list("d")).map((found) => found.name).sort()).toEqual(names.toSorted());
			for (const name of names) expect(await text(`d/${name}`)).toBe(name);
		});

		test("a name of 255 bytes and a path of 2000", async () => {
			const long = "n".repeat(255);
			const deep = Array.from({ length: 10 }, () => "d".repeat(190)).join("/");
			await tree.write(long, "long");
			await tree.write(`${deep}/f`, "deep");
			expect(await entry(long)).toEqual({ name: long, kind: "file", size: 4 });
			expect(await text(`${deep}/f`)).toBe("deep");
			expect(await list(deep)).toEqual([{ name: "f", kind: "file", size: 4 }]);
		});

		test("a thousand files in a folder", async () => {
			const names = Array.from({ length: 1000 }, (_, i) => `f${String(i).padStart(4, "0")}`);
			for (const name of names) await tree.write(name, name);
			expect((await list()).map((found) => found.name)).toEqual(names);
		});

		test("relative knows what is inside", () => {
			expect(tree.source.relative(root, root)).toBe("");
			expect(tree.source.relative(root, `${root}/a/b`)).toBe("a/b");
			expect(tree.source.relative(root, `${root}/..a`)).toBe("..a");
			expect(tree.source.relative(root, `${root}x/a`)).toBeUndefined();
			expect(tree.source.relative(root, "/")).toBeUndefined();
			expect(tree.source.relative(`${root}/a`, root)).toBeUndefined();
			expect(tree.source.relative("/", "/a")).toBe("a");
		});

		where("links", () => {
			test("to files and folders, inside and outside", async () => {
				await tree.write("real/file", "123");
				await tree.folder("links");
				await tree.link("links/file", "../real/file");
				await tree.link("links/folder", "../real");
				await tree.link("links/out-file", tree.outside.file);
				await tree.link("links/out-folder", tree.outside.folder);
				await tree.link("links/chain", "file");
				await tree.link("links/broken", "nowhere");
				const target = async (name: string) => {
					const found = await entry(`links/${name}`);
					expect(found?.kind).toBe("link");
					return found?.target;
				};
				expect(await target("file")).toEqual({ kind: "file", inside: true });
				expect(await target("folder")).toEqual({ kind: "folder", inside: true });
				expect(await target("out-file")).toEqual({ kind: "file", inside: false });
				expect(await target("out-folder")).toEqual({ kind: "folder", inside: false });
				expect(await target("chain")).toEqual({ kind: "file", inside: true });
				expect(await target("broken")).toMatchObject({ kind: "missing" });
			});

			test("loops: to itself, to each other, to a folder above", async () => {
				await tree.folder("a/b");
				await tree.link("self", "self");
				await tree.link("ping", "pong");
				await tree.link("pong", "ping");
				await tree.link("a/b/up", "..");
				await tree.link("a/b/here", ".");
				for (const path of ["self", "ping", "pong", "a/b/up", "a/b/here"]) {
					expect([path, (await entry(path))?.target?.kind]).toEqual([path, "loop"]);
				}
			});

			test("are not followed when read", async () => {
				await tree.link("out", tree.outside.file);
				await expect(tree.source.read(root, "out")).rejects.toThrow();
			});

			test("inspect resolves them, and calls a loop unreadable", async () => {
				await tree.folder("real");
				await tree.link("link", "real");
				await tree.link("self", "self");
				expect(await tree.source.inspect(`${root}/link`)).toEqual({ root: `${root}/real`, kind: "folder" });
				expect((await tree.source.inspect(`${root}/self`)).kind).toBe("unreadable");
			});
		});

		where("special files", () => {
			test("are `other`, also through a link, and reading one fails without waiting", async () => {
				await tree.fifo("fifo");
				await tree.socket("socket");
				await tree.link("to-fifo", "fifo");
				await tree.link("null", "/dev/null");
				expect((await list()).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
					"fifo other",
					"null other",
					"socket other",
					"to-fifo other",
				]);
				await expect(tree.source.read(root, "fifo")).rejects.toThrow(/regular file/);
				await expect(tree.source.read(root, "socket")).rejects.toThrow();
			});
		});

		where("raw names", () => {
			test("are listed, each once, with the problem, beside the others", async () => {
				await tree.rawName(Uint8Array.of(0x62, 0xff, 0x2e, 0x70, 0x79));
				await tree.rawName(Uint8Array.of(0x62, 0xfe, 0x2e, 0x70, 0x79));
				await tree.write("é.py", "12");
				await tree.write("b\\xff.py", "123");
				const found = await list();
				expect(new Set(found.map(({ name }) => name)).size).toBe(4);
				const good = found.filter(({ problem }) => problem === undefined);
				expect(good).toEqual([
					{ name: "b\\xff.py", kind: "file", size: 3 },
					{ name: "é.py", kind: "file", size: 2 },
				]);
				const bad = found.filter(({ problem }) => problem !== undefined);
				expect(bad.map(({ name }) => name)).toEqual(["b\\xfe.py", "b\\xff.py\uFFFD"]);
				for (const { kind, problem } of bad) expect([kind, problem]).toEqual(["file", "its name is not valid UTF-8"]);
			});
		});

		where("rights", () => {
			test("a forbidden folder and file throw, and inspect says unreadable", async () => {
				await tree.write("shut/file", "x");
				await tree.write("open/file", "x");
				await tree.forbid("shut");
				await tree.forbid("open/file");
				await tree.asOrdinaryUser(async () => {
					await expect(tree.source.list(root, "shut")).rejects.toThrow();
					await expect(tree.source.read(root, "shut/file")).rejects.toThrow();
					await expect(tree.source.read(root, "open/file")).rejects.toThrow();
					expect((await tree.source.inspect(`${root}/shut`)).kind).toBe("unreadable");
					expect(await tree.source.list(root, "open")).toEqual([{ name: "file", kind: "file", size: 1 }]);
				});
			});
		});
	});
}
