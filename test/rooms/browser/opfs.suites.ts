/**
 * What storage in OPFS promises beyond the contracts of every room. Locks and handles know no difference between another
 * tab and another storage in the same worker, so that `tab()` stands for a tab.
 */
import { afterEach, describe, expect, test } from "vitest";
import { opfsDatabases } from "../../../src/browser/engine/storage/databases.ts";
import { openStorage } from "../../../src/browser/engine/storage/open.ts";
import type { BrowserStorage } from "../../../src/browser/engine/storage.ts";
import type { StateFolder } from "../../../src/core/host.ts";
import { portableDigest } from "../../../src/core/text/digest.ts";
import { toHex } from "../../../src/core/units/cache-key.ts";

const INDEX = "kb/structural_index";
const CATALOG = `${INDEX}/catalog.sqlite`;
const MANIFEST = `${INDEX}/manifest.json`;
const UNITS = `${INDEX}/units`;

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (from: Uint8Array | undefined) => from && new TextDecoder().decode(from);
const tab = (): Promise<BrowserStorage> => openStorage("opfs");
const code = (expected: string, message = "") => ({ code: expected, message: expect.stringContaining(message) });

/** The folder of an index in OPFS, as it is on the disk. */
async function folderOf(index: string): Promise<FileSystemDirectoryHandle> {
	const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("mantis-structural-index");
	return root.getDirectoryHandle(toHex(portableDigest.sha256(bytes(index))).slice(0, 32));
}

async function filesOf(index: string): Promise<string[]> {
	const names: string[] = [];
	for await (const name of (await folderOf(index)).keys()) names.push(name);
	return names.sort();
}

/** Writes behind the storage's back. */
async function damage(index: string, file: string, content: Uint8Array): Promise<void> {
	const handle = await (await (await folderOf(index)).getFileHandle(file, { create: true })).createSyncAccessHandle();
	handle.truncate(0);
	handle.write(content, { at: 0 });
	handle.close();
}

/** As a build does it: the catalog by another thread's DatabaseFiles. */
async function publish(storage: BrowserStorage, index: string, version: string, release = true): Promise<void> {
	const state = await storage.state.open(index);
	const made = `${INDEX}/tmp/${version}/catalog.sqlite`;
	await state.write(`${INDEX}/tmp/${version}/manifest.json`, bytes(`manifest ${version}`));
	const worker = opfsDatabases();
	await worker.prepare?.(state.locate(made), "create");
	const file = worker.open(state.locate(made), "create");
	file.write(bytes(`catalog ${version}`), 0);
	file.sync();
	file.close();
	expect(await state.list(`${INDEX}/tmp/${version}`)).toEqual(["catalog.sqlite", "manifest.json"]);
	await state.rename(made, CATALOG);
	await state.rename(`${INDEX}/tmp/${version}/manifest.json`, MANIFEST);
	await state.remove(`${INDEX}/tmp`);
	if (release) await state.release?.();
}

async function openCatalog(storage: BrowserStorage, index: string, files = storage.databases) {
	const location = (await storage.state.open(index)).locate(CATALOG);
	await files.prepare?.(location, "read");
	const file = files.open(location, "read");
	const read = () => {
		const into = new Uint8Array(file.size());
		file.read(into, 0);
		return text(into);
	};
	return { read, close: () => file.close() };
}

async function release(storage: BrowserStorage, index: string): Promise<void> {
	await (await storage.state.open(index)).release?.();
}

let last = 0;
let used: string[] = [];
const fresh = () => {
	const name = `index ${++last}`;
	used.push(name);
	return name;
};
afterEach(async () => {
	for (const name of used) await (await tab()).remove(name);
	used = [];
	expect(await (await tab()).list()).toEqual([]);
});

describe("one tab", () => {
	test("a published build is found again, and nothing else is left", async () => {
		const index = fresh();
		for (const version of ["1", "2", "3"]) await publish(await tab(), index, version);
		const storage = await tab();
		const state = await storage.state.open(index);
		expect(await state.list("")).toEqual(["kb"]);
		expect(await state.list(INDEX)).toEqual(["catalog.sqlite", "manifest.json"]);
		expect(text(await state.read(MANIFEST))).toBe("manifest 3");
		expect(await (await storage.file(index, CATALOG))?.text()).toBe("catalog 3");
		const open = await openCatalog(storage, index);
		expect(open.read()).toBe("catalog 3");
		open.close();
		expect(await storage.list()).toEqual([index]);
		const kinds = (await filesOf(index)).map((file) => file.replace(/^(g|p|db)\..*/, "$1"));
		expect(kinds).toEqual(["db", "directory.0", "directory.1", "g", "name", "p"]);
	});

	test("a database of the same path does not touch the published one that was made there", async () => {
		const index = fresh();
		const storage = await tab();
		await publish(storage, index, "same");
		const open = await openCatalog(storage, index);
		await publish(storage, index, "same");
		expect(open.read()).toBe("catalog same");
		open.close();
		const state = await storage.state.open(index);
		await state.write(`${INDEX}/tmp/same/catalog.sqlite`, bytes("by hand"));
		await state.rename(`${INDEX}/tmp/same/catalog.sqlite`, CATALOG);
		expect(text(await state.read(CATALOG))).toBe("by hand");
		await state.release?.();
	});

	test("units are kept, replaced, removed and listed like files", async () => {
		const index = fresh();
		const state = await (await tab()).state.open(index);
		for (const key of ["ab/cd/1", "ab/cd/2", "ef/00/3"]) await state.write(`${UNITS}/${key}`, bytes(key));
		await state.write(`${UNITS}/ab/cd/2`, bytes("replaced"));
		await state.remove(`${UNITS}/ef`);
		await state.sync(`${UNITS}/ab/cd/1`);
		const look = async (at: typeof state) => ({
			folders: [
				await at.list(INDEX),
				await at.list(UNITS),
				await at.list(`${UNITS}/ab/cd`),
				await at.list(`${UNITS}/ef`),
			],
			read: [text(await at.read(`${UNITS}/ab/cd/2`)), text(await at.read(`${UNITS}/ef/00/3`))],
		});
		const expected = { folders: [["units"], ["ab"], ["1", "2"], []], read: ["replaced", undefined] };
		expect(await look(state)).toEqual(expected);
		const other = await (await tab()).state.open(index);
		expect(await look(other)).toEqual(expected);
		await state.release?.();
		expect(await look(other)).toEqual(expected);
		await other.remove(`${UNITS}/none`);
		await expect(other.rename(`${UNITS}/ab`, "x")).rejects.toMatchObject(code("unsupported"));
		await expect(other.write(UNITS, bytes("x"))).rejects.toMatchObject(code("state-unwritable"));
		await other.remove("kb");
		expect(await other.list("")).toEqual([]);
		await other.release?.();
	});

	test("a pack that is mostly of no use is rewritten after a build, not before", async () => {
		const index = fresh();
		const large = new Uint8Array(2 ** 20).fill(7);
		const isWhole = async (at: StateFolder, i: number) => {
			const read = await at.read(`${UNITS}/aa/bb/${i}`);
			return read?.length === large.length && read.every((byte) => byte === 7);
		};
		const size = async () => {
			const pack = (await filesOf(index)).filter((file) => file.startsWith("p."));
			expect(pack.length).toBe(1);
			return (await (await (await folderOf(index)).getFileHandle(pack[0] as string)).getFile()).size / 2 ** 20;
		};
		const storage = await tab();
		const state = await storage.state.open(index);
		for (let i = 0; i < 70; i++) await state.write(`${UNITS}/aa/bb/${i}`, large);
		await publish(storage, index, "1");
		expect(await size()).toBeGreaterThan(70);
		// Stopped before it published: what it did not use yet may still be of use.
		await state.write("x", bytes("x"));
		for (let i = 0; i < 5; i++) expect(await isWhole(state, i)).toBe(true);
		await state.release?.();
		expect(await size()).toBeGreaterThan(70);
		await state.write("x", bytes("y"));
		for (let i = 0; i < 5; i++) await state.read(`${UNITS}/aa/bb/${i}`);
		await publish(storage, index, "2");
		expect(await size()).toBeLessThan(6);
		const other = await (await tab()).state.open(index);
		expect(await other.list(`${UNITS}/aa/bb`)).toEqual(["0", "1", "2", "3", "4"]);
		expect(await isWhole(other, 4)).toBe(true);
	});

	test("of two builds in one tab the later takes over, though the catalog of the earlier is open", async () => {
		const index = fresh();
		const storage = await tab();
		const state = await storage.state.open(index);
		const worker = opfsDatabases();
		const made = `${INDEX}/tmp/earlier/catalog.sqlite`;
		await state.write(`${INDEX}/tmp/earlier/probe`, bytes("x"));
		await worker.prepare?.(state.locate(made), "create");
		const file = worker.open(state.locate(made), "create");
		expect(await state.list(`${INDEX}/tmp`)).toEqual(["earlier"]);
		await state.remove(`${INDEX}/tmp/earlier`);
		await publish(storage, index, "later");
		expect(await state.list(INDEX)).toEqual(["catalog.sqlite", "manifest.json"]);
		expect(await state.list(`${INDEX}/tmp/earlier`)).toEqual([]);
		await expect(state.rename(made, CATALOG)).rejects.toMatchObject(code("state-unwritable", "missing"));
		file.close();
		await release(storage, index);
		expect(text(await state.read(CATALOG))).toBe("catalog later");
		expect((await filesOf(index)).filter((name) => name.startsWith("db.")).length).toBe(1);
	});

	test("names of any sort are told apart", async () => {
		const storage = await tab();
		const names = ["..", "a/b", "A", "a", "コード", "%2F", "name", "💡".repeat(100)];
		for (const name of names) {
			used.push(name);
			const state = await storage.state.open(name);
			await state.write("x", bytes(name));
			await state.release?.();
		}
		expect(await (await tab()).list()).toEqual([...names].sort());
		for (const name of names) expect(text(await (await (await tab()).state.open(name)).read("x"))).toBe(name);
		await expect(storage.state.open("")).rejects.toMatchObject(code("invalid-argument"));
	});
});

describe("two tabs", () => {
	test("one at a time may write, the other waits for a moment and says why it cannot", async () => {
		const index = fresh();
		const [a, b] = [await (await tab()).state.open(index), await (await tab()).state.open(index)];
		await a.write("x", bytes("a"));
		const refused = code("state-unwritable", "another tab is building");
		await Promise.all([
			expect(b.write("x", bytes("b"))).rejects.toMatchObject(refused),
			expect((await tab()).remove(index)).rejects.toMatchObject(refused),
		]);
		const waiting = b.write("x", bytes("b"));
		await a.release?.();
		await waiting;
		await b.release?.();
		expect(text(await a.read("x"))).toBe("b");
	});

	test("a reader sees what is published, whole, while the other builds", async () => {
		const index = fresh();
		const [writer, reader] = [await tab(), await tab()];
		await publish(writer, index, "1");
		const state = await reader.state.open(index);
		for (let version = 2; version < 8; version++) {
			const looks: Promise<void>[] = [];
			for (let look = 0; look < 6; look++) {
				looks.push(
					(async () => {
						await new Promise((wake) => setTimeout(wake, look * 7));
						expect(text(await state.read(MANIFEST))).toMatch(new RegExp(`^manifest (${version - 1}|${version})$`));
						const open = await openCatalog(reader, index);
						expect(open.read()).toMatch(new RegExp(`^catalog (${version - 1}|${version})$`));
						open.close();
					})(),
				);
			}
			await Promise.all([publish(writer, index, String(version)), ...looks]);
		}
		expect(text(await state.read(MANIFEST))).toBe("manifest 7");
	});

	test.each(["handle", "blob"] as const)("an open catalog (by %s) outlives what replaces it", async (how) => {
		const index = fresh();
		const [writer, reader] = [await tab(), await tab()];
		await publish(writer, index, "1");
		const files = opfsDatabases(how);
		const old = await openCatalog(reader, index, files);
		await publish(writer, index, "2");
		const young = await openCatalog(reader, index, files);
		expect([old.read(), young.read()]).toEqual(["catalog 1", "catalog 2"]);
		const catalogs = async () => (await filesOf(index)).filter((file) => file.startsWith("db.")).length;
		expect(await catalogs()).toBe(2);
		// Both closed, the next build takes the old ones away.
		old.close();
		young.close();
		await publish(writer, index, "3");
		expect(await catalogs()).toBe(1);
	});

	test("a catalog that a reader kept from being erased goes with the next tab's build", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		const reader = await tab();
		const old = await openCatalog(reader, index);
		await publish(await tab(), index, "2");
		old.close();
		const state = await (await tab()).state.open(index);
		// As a build begins: it takes away what others left in tmp/.
		for (const name of await state.list(`${INDEX}/tmp`)) await state.remove(`${INDEX}/tmp/${name}`);
		await state.release?.();
		expect((await filesOf(index)).filter((file) => file.startsWith("db.")).length).toBe(1);
		expect(await (await reader.file(index, CATALOG))?.text()).toBe("catalog 2");
	});

	test("removed while the other reads: gone at once, and swept when nobody reads", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		const reader = await tab();
		const open = await openCatalog(reader, index);
		await (await tab()).remove(index);
		expect(await reader.list()).toEqual([]);
		expect(await (await reader.state.open(index)).read(MANIFEST)).toBeUndefined();
		expect(open.read()).toBe("catalog 1");
		open.close();
		expect(await reader.list()).toEqual([]);
		await expect(folderOf(index)).rejects.toMatchObject({ name: "NotFoundError" });
		await publish(await tab(), index, "2");
		expect(await reader.list()).toEqual([index]);
	});

	test("two opened at once share what was prepared", async () => {
		const index = fresh();
		const storage = await tab();
		await publish(storage, index, "1");
		const location = (await storage.state.open(index)).locate(CATALOG);
		await Promise.all([storage.databases.prepare?.(location, "read"), storage.databases.prepare?.(location, "read")]);
		const files = [storage.databases.open(location, "read"), storage.databases.open(location, "read")];
		files[0]?.close();
		files[0]?.close();
		expect(files[1]?.size()).toBe(9);
		files[1]?.close();
		expect(() => storage.databases.open(location, "read")).toThrow(/not prepared/);
		await publish(storage, index, "2");
		expect((await filesOf(index)).filter((file) => file.startsWith("db.")).length).toBe(1);
	});
});

describe("kept sources", () => {
	const source = (i: number) => bytes(`source ${i}`.repeat(100));
	const key = (i: number) => toHex(portableDigest.sha256(source(i)));

	test("are there for every tab, once each, until they are dropped", async () => {
		const index = fresh();
		const [storage, second] = [await tab(), await tab()];
		const [sources, other] = [storage.sources(index), second.sources(index)];
		await sources.settle(new Set());
		expect(await sources.any()).toBe(false);
		await expect(folderOf(index)).rejects.toMatchObject({ name: "NotFoundError" });
		for (const i of [1, 2, 3, 1]) await sources.put(key(i), source(i));
		expect(await sources.get(key(2))).toEqual(source(2));
		expect(await other.get(key(3))).toEqual(source(3));
		expect(await other.any()).toBe(true);
		await sources.settle(new Set([key(1), key(3)]));
		await release(storage, index);
		expect([await other.get(key(1)), await other.get(key(2))]).toEqual([source(1), undefined]);
		// Alone it lets the index go again, so that the other tab may write.
		await sources.settle(new Set([key(3)]));
		await other.put(key(4), source(4));
		await other.settle(new Set([key(3), key(4)]));
		await release(second, index);
		expect([await sources.get(key(1)), await sources.get(key(3)), await sources.get(key(4))]).toEqual([
			undefined,
			source(3),
			source(4),
		]);
		await other.settle(new Set());
		expect([await sources.any(), await sources.get(key(3))]).toEqual([false, undefined]);
		expect((await filesOf(index)).filter((file) => file.startsWith("p.")).length).toBe(1);
	});

	test("are read while another tab adds to them", async () => {
		const index = fresh();
		const storage = await tab();
		const [writer, reader] = [storage.sources(index), (await tab()).sources(index)];
		await writer.put(key(0), source(0));
		let adding = true;
		const add = (async () => {
			for (let i = 1; adding; i++) {
				await writer.put(key(i), source(i));
				await new Promise((wake) => setTimeout(wake));
			}
		})();
		for (let i = 0; i < 40; i++) expect(await reader.get(key(0))).toEqual(source(0));
		adding = false;
		await add;
		await release(storage, index);
	});

	test("a copy that is damaged counts as none", async () => {
		const index = fresh();
		const storage = await tab();
		await storage.sources(index).put(key(1), source(1));
		await (await storage.state.open(index)).release?.();
		for (const file of (await filesOf(index)).filter((name) => name.startsWith("p."))) {
			const handle = await (await (await folderOf(index)).getFileHandle(file)).createSyncAccessHandle();
			if (handle.getSize() > 0) handle.write(bytes("?"), { at: handle.getSize() - 1 });
			handle.close();
		}
		expect(await storage.sources(index).get(key(1))).toBeUndefined();
	});
});

describe("damage", () => {
	test("a torn slot leaves what the other says, and the next build mends it", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		const state = await (await tab()).state.open(index);
		await state.write("x", bytes("later"));
		await state.release?.();
		const files = await folderOf(index);
		const counters = await Promise.all(
			["directory.0", "directory.1"].map(async (slot) => {
				const json = (await (await (await files.getFileHandle(slot)).getFile()).text()).slice(64);
				return JSON.parse(json).counter as number;
			}),
		);
		const latest = (counters[0] as number) > (counters[1] as number) ? 0 : 1;
		await damage(index, `directory.${latest}`, bytes("torn"));
		expect(text(await state.read(MANIFEST))).toBe("manifest 1");
		expect(await state.read("x")).toBeUndefined();
		await publish(await tab(), index, "2");
		expect(text(await state.read(MANIFEST))).toBe("manifest 2");
	});

	test("both slots damaged: told to a reader, listed, and replaced by the next build", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		for (const slot of ["directory.0", "directory.1"]) await damage(index, slot, bytes("torn"));
		const storage = await tab();
		const state = await storage.state.open(index);
		await expect(state.read(MANIFEST)).rejects.toMatchObject(code("index-corrupt", "directory"));
		await expect(storage.file(index, CATALOG)).rejects.toMatchObject(code("index-corrupt", index));
		expect(await state.list(INDEX)).toEqual([]);
		expect(await storage.list()).toEqual([index]);
		await publish(storage, index, "2");
		expect(text(await state.read(MANIFEST))).toBe("manifest 2");
	});

	test("a file that is gone, or shorter than it was, is named", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		const storage = await tab();
		const state = await storage.state.open(index);
		const [manifest] = (await filesOf(index)).filter((file) => file.startsWith("g.")) as [string];
		await damage(index, manifest, bytes("short"));
		await expect(state.read(MANIFEST)).rejects.toMatchObject(code("index-corrupt", `${INDEX}/manifest.json`));
		await (await folderOf(index)).removeEntry(manifest);
		await expect(state.read(MANIFEST)).rejects.toMatchObject(code("index-corrupt", `${INDEX}/manifest.json`));
		const [catalog] = (await filesOf(index)).filter((file) => file.startsWith("db.")) as [string];
		await (await folderOf(index)).removeEntry(catalog);
		const prepared = storage.databases.prepare?.(state.locate(CATALOG), "read");
		await expect(prepared).rejects.toMatchObject(code("index-corrupt", "catalog.sqlite"));
		await publish(storage, index, "2");
		expect(text(await state.read(MANIFEST))).toBe("manifest 2");
	});

	test("evicted as a whole, there is nothing, and no word of damage", async () => {
		const index = fresh();
		const storage = await tab();
		await publish(storage, index, "1");
		const root = await navigator.storage.getDirectory();
		await root.removeEntry("mantis-structural-index", { recursive: true });
		const state = await storage.state.open(index);
		expect([await state.read(MANIFEST), await state.list(""), await storage.list()]).toEqual([undefined, [], []]);
		await storage.databases.prepare?.(state.locate(CATALOG), "read");
		expect(storage.databases.exists(state.locate(CATALOG))).toBe(false);
		await publish(storage, index, "2");
		expect(await storage.list()).toEqual([index]);
	});

	test("a folder whose name was never written is none", async () => {
		const index = fresh();
		await publish(await tab(), index, "1");
		await damage(index, "name", bytes("ind"));
		expect(await (await tab()).list()).toEqual([]);
		await publish(await tab(), index, "2");
		expect(await (await tab()).list()).toEqual([index]);
	});
});

describe("browsers without it", () => {
	const replaced = async (target: object, key: string, value: unknown, work: () => Promise<void>) => {
		const old = Object.getOwnPropertyDescriptor(target, key) as PropertyDescriptor;
		Object.defineProperty(target, key, { ...old, value });
		try {
			await work();
		} finally {
			Object.defineProperty(target, key, old);
		}
	};
	const refuse = (name: string) => async () => {
		throw new DOMException("not here", name);
	};

	test.each([
		["no private files", StorageManager.prototype, "getDirectory", undefined, /offers private files/],
		[
			"refused in private windows",
			StorageManager.prototype,
			"getDirectory",
			refuse("SecurityError"),
			/private windows.*not here/,
		],
		["no handles", FileSystemFileHandle.prototype, "createSyncAccessHandle", undefined, /cannot be written/],
		["handles refused", FileSystemFileHandle.prototype, "createSyncAccessHandle", refuse("UnknownError"), /refuses/],
	] as const)("%s: everything in memory, with the reason", async (_, target, key, value, reason) => {
		await replaced(target, key, value, async () => {
			for (const wanted of [undefined, "opfs"] as const) {
				expect(await openStorage(wanted)).toMatchObject({
					kind: "memory",
					private: true,
					reason: expect.stringMatching(reason),
				});
			}
			expect(await openStorage("memory")).toMatchObject({ kind: "memory", reason: null });
		});
	});

	test.each(["NoModificationAllowedError", "QuotaExceededError"])("%s says nothing against it", async (name) => {
		await replaced(FileSystemFileHandle.prototype, "createSyncAccessHandle", refuse(name), async () => {
			expect(await openStorage()).toMatchObject({ kind: "opfs", private: false, reason: null });
		});
	});
});
