/** Trees where the engine runs: synchronous reads, handles. A picked folder's handle is of the same kind as a private one. */
import { afterAll, describe, expect, test } from "vitest";
import { treeFiles } from "../../../src/browser/engine/files.ts";
import type { Tree } from "../../../src/browser/engine/tree.ts";
import { HandleTree } from "../../../src/browser/engine/trees/handle-tree.ts";
import { openTree } from "../../../src/browser/engine/trees/open.ts";
import { treesSuite, walk } from "../../browser/trees.suite.ts";
import { type FilesFixture, filesSuite } from "../../conformance/files.suite.ts";

treesSuite();

const ROOT = "/tree";
const EXCLUDED = ["links", "special files", "raw names", "rights"] as const;
const disk = await navigator.storage.getDirectory();
const made: string[] = [];
afterAll(async () => {
	for (const name of made) await disk.removeEntry(name, { recursive: true });
});

async function newFolder(): Promise<FileSystemDirectoryHandle> {
	const name = `tree-${made.length}`;
	made.push(name);
	return disk.getDirectoryHandle(name, { create: true });
}

async function folderAt(root: FileSystemDirectoryHandle, parts: string[]): Promise<FileSystemDirectoryHandle> {
	let folder = root;
	for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
	return folder;
}

async function write(root: FileSystemDirectoryHandle, path: string, content: Uint8Array | string): Promise<void> {
	const parts = path.split("/");
	const name = parts.pop() as string;
	const file = await (await folderAt(root, parts)).getFileHandle(name, { create: true });
	const writable = await file.createWritable();
	await writable.write(content as Uint8Array<ArrayBuffer>);
	await writable.close();
}

/** @param open the tree as it is now; asked anew for each call, since most trees are a picture of one moment. */
function fixture(open: () => Promise<Tree>, rest: Pick<FilesFixture, "write" | "folder">): FilesFixture {
	const never = () => Promise.reject(new Error("excluded"));
	const now = async () => treeFiles(ROOT, await open());
	return {
		source: {
			inspect: async (path) => (await now()).inspect(path),
			list: async (root, folder) => (await now()).list(root, folder),
			read: async (root, path) => (await now()).read(root, path),
			relative: treeFiles(ROOT, undefined as unknown as Tree).relative,
		},
		root: ROOT,
		outside: { folder: "", file: "" },
		link: never,
		fifo: never,
		socket: never,
		rawName: never,
		forbid: never,
		asOrdinaryUser: never,
		dispose: async () => {},
		...rest,
	};
}

filesSuite(
	"memory",
	async () => {
		const files = new Map<string, Uint8Array>();
		return fixture(() => openTree({ kind: "memory", name: "tree", files }), {
			write: async (path, content) => {
				files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
			},
			folder: async () => {},
		});
	},
	EXCLUDED,
);

filesSuite(
	"a handle",
	async () => {
		const handle = await newFolder();
		const tree = await openTree({ kind: "handle", name: "tree", handle });
		return fixture(async () => tree, {
			write: (path, content) => write(handle, path, content),
			folder: async (path) => void (await folderAt(handle, path.split("/"))),
		});
	},
	EXCLUDED,
);

describe("handles", () => {
	test("a tree, top down", async () => {
		const handle = await newFolder();
		const files = { "a.py": "a", "s/t/b.py": "b", "s/c.py": "c", ä: "" };
		for (const [path, text] of Object.entries(files)) await write(handle, path, text);
		expect(await walk(await openTree({ kind: "handle", name: "n", handle }))).toEqual(files);
	});

	test("a file that changed after it was listed is read as it is now", async () => {
		const handle = await newFolder();
		await write(handle, "f", "before");
		const tree = await openTree({ kind: "handle", name: "n", handle });
		await tree.list("");
		await write(handle, "f", "after it");
		expect(new TextDecoder().decode(await tree.read("f"))).toBe("after it");
	});

	test("a file that is gone says so", async () => {
		const handle = await newFolder();
		await write(handle, "f", "x");
		const tree = await openTree({ kind: "handle", name: "n", handle });
		await tree.list("");
		await handle.removeEntry("f");
		await expect(tree.read("f")).rejects.toThrow();
	});

	/** Real handles whose methods fail as they do when the browser takes its permission back. */
	function withdrawn(handle: FileSystemDirectoryHandle, now: () => string | undefined): FileSystemDirectoryHandle {
		const denied = () => new DOMException("The request is not allowed by the user agent.", now());
		return new Proxy(handle, {
			get(target, key) {
				if (key === "queryPermission") return async () => (now() === "NotAllowedError" ? "prompt" : "granted");
				const value = Reflect.get(target, key);
				if (typeof value !== "function") return value;
				return (...args: unknown[]) => {
					if (now() !== undefined) throw denied();
					return Reflect.apply(value, target, args);
				};
			},
		});
	}

	test("a permission that was taken back ends everything, in words that help", async () => {
		const folder = await newFolder();
		await write(folder, "s/f", "x");
		let fails: string | undefined;
		const tree = new HandleTree(
			"my project",
			withdrawn(folder, () => fails),
			async () => new Uint8Array(),
		);
		await tree.list("");
		fails = "NotAllowedError";
		const lost = {
			code: "root-unreadable",
			message: expect.stringMatching(/no longer permits reading the folder "my project".*requestPermission/),
		};
		await expect(tree.list("")).rejects.toMatchObject(lost);
		await expect(tree.read("g")).rejects.toMatchObject(lost);
		fails = "NotFoundError";
		await expect(tree.list("")).rejects.toMatchObject({ name: "NotFoundError" });
	});

	test("an entry that cannot be opened is listed with the reason", async () => {
		const folder = await newFolder();
		await write(folder, "f", "x");
		await write(folder, "ok", "x");
		const entries = async function* () {
			for await (const [name, each] of folder.entries()) {
				const fails = async () => Promise.reject(new DOMException("it is locked", "NotReadableError"));
				yield [name, name === "f" ? { name, kind: "file", getFile: fails } : each];
			}
		};
		const handle = { entries, kind: "directory" } as unknown as FileSystemDirectoryHandle;
		const tree = await openTree({ kind: "handle", name: "n", handle });
		const listed = (await tree.list("")).sort((a, b) => (a.name < b.name ? -1 : 1));
		expect(listed).toEqual([
			{ name: "f", kind: "file", size: 0, problem: "cannot be read: it is locked" },
			{ name: "ok", kind: "file", size: 1 },
		]);
	});
});
