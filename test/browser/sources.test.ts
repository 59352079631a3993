/** The page's side: what a page has in its hands becomes a source, or an error that says what was expected. */
import { describe, expect, test } from "vitest";
import {
	sourceFromArchive,
	sourceFromDrop,
	sourceFromFiles,
	sourceFromHandle,
	sourceFromMap,
} from "../../src/browser/sources.ts";
import type { Source } from "../../src/browser/types.ts";
import { gzip, tarOf, zipOf } from "../support/archives.ts";

function file(path: string, content: string | Uint8Array<ArrayBuffer> = "x"): File {
	const made = new File([content], path.slice(path.lastIndexOf("/") + 1));
	Object.defineProperty(made, "webkitRelativePath", { value: path.includes("/") ? path : "" });
	return made;
}

const pathsOf = (source: Source) => (source.kind === "files" ? source.files.map(({ path }) => path) : source.kind);
const invalid = (message: RegExp) => ({ code: "invalid-argument", message: expect.stringMatching(message) });

describe("files", () => {
	test.each([
		["the top folder that all share is the name", ["repo/a.py", "repo/s/b.py"], "repo", ["a.py", "s/b.py"]],
		["two top folders stay", ["p/a", "q/a"], "files", ["p/a", "q/a"]],
		["files without folders", ["a.py", "b.py"], "files", ["a.py", "b.py"]],
		["one file", ["a.py"], "a.py", ["a.py"]],
		["an empty folder", [], "files", []],
	])("%s", (_, given, name, paths) => {
		const source = sourceFromFiles(given.map((path) => file(path)));
		expect(source.name).toBe(name);
		expect(pathsOf(source)).toEqual(paths);
	});

	test.each([[undefined], [null], ["files"], [[1]], [[file("a"), "b"]]])("%s is refused", (given) => {
		expect(() => sourceFromFiles(given as unknown as File[])).toThrow(
			expect.objectContaining(invalid(/^"files" expected a FileList or an array of File, got /)),
		);
	});
});

describe("archive", () => {
	test.each([
		["repo-main.zip", "repo-main"],
		["x.tar.gz", "x"],
		["x.TGZ", "x"],
		["odd", "odd"],
		[".zip", "archive"],
	])("%s is named %s", (given, name) => {
		expect(sourceFromArchive(new File([], given)).name).toBe(name);
	});

	test("a Blob has no name of its own", () => {
		expect(sourceFromArchive(new Blob([])).name).toBe("archive");
		expect(sourceFromArchive(new File([], "a.zip"), "mine").name).toBe("mine");
	});

	test("wrong arguments", () => {
		const archive = sourceFromArchive as (...given: unknown[]) => Source;
		expect(() => archive("a.zip")).toThrow(expect.objectContaining(invalid(/^"archive" expected a Blob or File/)));
		expect(() => archive(new Blob([]), "")).toThrow(expect.objectContaining(invalid(/^"name" expected/)));
	});
});

describe("map", () => {
	test("an object or a Map of bytes and text", () => {
		const bytes = Uint8Array.of(1, 2);
		const expected = new Map([
			["a/b.py", bytes],
			["c", new TextEncoder().encode("ä")],
		]);
		expect(sourceFromMap({ "a/b.py": bytes, c: "ä" })).toEqual({ kind: "memory", name: "memory", files: expected });
		expect(
			sourceFromMap(
				new Map<string, Uint8Array | string>([
					["a/b.py", bytes],
					["c", "ä"],
				]),
				"n",
			).name,
		).toBe("n");
	});

	test.each(["/a", "../a", "a/../b", "./a", "a//b", "a/", "", "a\0b"])("the path %j is refused", (path) => {
		expect(() => sourceFromMap({ [path]: "x" })).toThrow(
			expect.objectContaining(invalid(/^"files" expected relative/)),
		);
	});

	test.each([[null], ["text"], [["a"]], [{ a: 1 }], [{ a: null }], [new Map([[1, "x"]])]])("%j is refused", (given) => {
		expect(() => sourceFromMap(given as never)).toThrow(expect.objectContaining(invalid(/^"files/)));
	});
});

test("a handle that is none, and one of a file", () => {
	const handle = sourceFromHandle as (handle: unknown) => Source;
	for (const wrong of [undefined, null, {}, { kind: "file" }]) {
		expect(() => handle(wrong)).toThrow(
			expect.objectContaining(invalid(/^"handle" expected a FileSystemDirectoryHandle/)),
		);
	}
	const root = { kind: "directory", name: "" };
	expect(handle(root)).toEqual({ kind: "handle", name: "folder", handle: root });
});

describe("drop", () => {
	type Node = File | { [name: string]: Node } | Error;

	/** An item as a drop gives it: empty as soon as the handler has ended. */
	class Dropped {
		static over = false;
		readonly kind = "file";
		constructor(
			readonly name: string,
			readonly node: Node,
			readonly ways: { handles?: boolean; entries?: boolean },
		) {
			if (ways.handles) {
				Object.assign(this, {
					getAsFileSystemHandle: async () => (Dropped.over ? null : handleOf(name, node)),
				});
			}
		}
		getAsFile(): File | null {
			return Dropped.over || !(this.node instanceof File) ? null : this.node;
		}
		webkitGetAsEntry(): unknown {
			return Dropped.over || this.ways.entries === false ? null : entryOf(this.name, this.node);
		}
	}

	function handleOf(name: string, node: Node): unknown {
		if (node instanceof File) return { kind: "file", name, getFile: async () => node };
		if (node instanceof Error) return { kind: "file", name, getFile: async () => Promise.reject(node) };
		return {
			kind: "directory",
			name,
			async *entries() {
				for (const [each, below] of Object.entries(node)) yield [each, handleOf(each, below)];
			},
		};
	}

	function entryOf(name: string, node: Node): unknown {
		const isDirectory = !(node instanceof File) && !(node instanceof Error);
		return {
			name,
			isDirectory,
			file: (take: (file: unknown) => void, fail: (error: unknown) => void) =>
				node instanceof Error ? fail(node) : take(node),
			createReader() {
				// Two at a time, as browsers give a hundred.
				const left = Object.entries(node).map(([each, below]) => entryOf(each, below as Node));
				return { readEntries: (take: (some: unknown[]) => void) => take(left.splice(0, 2)) };
			},
		};
	}

	async function drop(nodes: Record<string, Node>, ways: { handles?: boolean; entries?: boolean }): Promise<Source> {
		Dropped.over = false;
		const items = Object.entries(nodes).map(([name, node]) => new Dropped(name, node, ways));
		const text = { kind: "string" };
		const source = sourceFromDrop({ items: [text, ...items] } as unknown as DataTransfer);
		Dropped.over = true;
		return source;
	}

	const FOLDER = {
		"a.py": file("a.py"),
		s: { "b.py": file("b.py"), "c.py": file("c.py"), "d.py": file("d.py") },
		e: {},
	};
	const PATHS = ["a.py", "s/b.py", "s/c.py", "s/d.py"];
	const WAYS = [{ handles: true }, { handles: false }];

	test("one folder: its handle where there is one, else its files, all of them", async () => {
		expect(await drop({ proj: FOLDER }, { handles: true })).toMatchObject({ kind: "handle", name: "proj" });
		const source = await drop({ proj: FOLDER }, { handles: false });
		expect(source.name).toBe("proj");
		expect(pathsOf(source)).toEqual(PATHS);
	});

	test.each(WAYS)("several things are one tree %j", async (ways) => {
		const source = await drop({ p: FOLDER, q: { f: file("f") }, "g.py": file("g.py") }, ways);
		expect(source.name).toBe("dropped files");
		expect(pathsOf(source)).toEqual([...PATHS.map((path) => `p/${path}`), "q/f", "g.py"]);
	});

	test.each(WAYS)("what cannot be opened is told %j", async (ways) => {
		const source = await drop({ p: { ok: file("ok"), no: new Error("denied") }, q: {} }, ways);
		expect(pathsOf(source)).toEqual(["p/ok"]);
		expect(source).toMatchObject({ unreadable: [{ path: "p/no", reason: "cannot be read: denied" }] });
	});

	test("an item that gives nothing is told, too", async () => {
		const source = await drop({ gone: new Error("x"), f: file("f") }, { handles: false, entries: false });
		expect(source).toMatchObject({
			unreadable: [{ path: "dropped item", reason: "the browser gave no access to it" }],
		});
	});

	test.each([...WAYS, { handles: false, entries: false }])(
		"one archive is unpacked, whatever its name %j",
		async (ways) => {
			const zip = zipOf([{ name: "a" }]);
			const tar = tarOf([{ name: "a" }]);
			for (const bytes of [zip, tar, await gzip(tar)]) {
				expect(await drop({ "x.bin": new File([bytes], "x.bin") }, ways)).toMatchObject({
					kind: "archive",
					name: "x.bin",
				});
			}
			const other = await gzip(new TextEncoder().encode("text"));
			for (const bytes of [other, new TextEncoder().encode("text")]) {
				expect(await drop({ "x.zip": new File([bytes], "x.zip") }, ways)).toMatchObject({
					kind: "files",
					name: "x.zip",
				});
			}
		},
	);

	test("nothing that is a file", async () => {
		for (const wrong of [undefined, {}, { items: [{ kind: "string" }] }]) {
			await expect(sourceFromDrop(wrong as unknown as DataTransfer)).rejects.toMatchObject(
				invalid(/^"dataTransfer" expected dropped files or folders/),
			);
		}
	});
});
