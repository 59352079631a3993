/** What every StateOpener must do. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StateFolder, StateOpener } from "../../src/core/host.ts";

/** What a room lends the suite: an opener and a fresh, empty folder. Paths are relative to that folder. */
export interface StateFixture {
	opener: StateOpener;
	/** Canonical. */
	root: string;
	exists(path: string): Promise<boolean>;
	/** Writes behind the opener's back. */
	write(path: string, text: string): Promise<void>;
	/** Removes a folder behind the opener's back. */
	remove(path: string): Promise<void>;
	link(path: string, target: string): Promise<void>;
	/** Takes the right to write from ordinary users. */
	freeze(path: string): Promise<void>;
	asOrdinaryUser<T>(work: () => Promise<T>): Promise<T>;
	/** A file at this path that takes no byte: its disk is full. */
	full(path: string): Promise<void>;
	dispose(): Promise<void>;
}

export type StateExclusion = "links" | "rights" | "full disk" | "roots in files";

export function stateSuite(
	name: string,
	lend: () => Promise<StateFixture>,
	exclusions: readonly StateExclusion[] = [],
): void {
	const where = (needs: StateExclusion, body: () => void) => {
		if (!exclusions.includes(needs)) describe(needs, body);
	};
	const bytes = (text: string) => new TextEncoder().encode(text);
	const unwritable = (path: string) => ({
		name: "StructuralIndexError",
		code: "state-unwritable",
		message: expect.stringContaining(path),
	});

	describe(`state: ${name}`, () => {
		let base: StateFixture;
		let state: StateFolder;
		beforeEach(async () => {
			base = await lend();
			state = await base.opener.open(base.root);
		});
		afterEach(() => base.dispose());

		const text = async (path: string) => {
			const read = await state.read(path);
			return read === undefined ? undefined : new TextDecoder().decode(read);
		};

		test("opening and reading create nothing", async () => {
			expect(await state.read("kb/manifest.json")).toBeUndefined();
			expect(await state.list("kb")).toEqual([]);
			expect(await state.list("")).toEqual([]);
			await state.remove("kb");
			expect(await base.exists("workspace")).toBe(false);
		});

		test("its location is <state_root>/workspace", () => {
			expect(state.location).toBe(`${base.root}/workspace`);
			expect(state.locate("kb/x")).toBe(`${base.root}/workspace/kb/x`);
			expect(state.locate("")).toBe(state.location);
		});

		test("write creates folders, replaces, and keeps bytes", async () => {
			await state.write("a/b/c", bytes("one"));
			expect(await text("a/b/c")).toBe("one");
			await state.write("a/b/c", bytes("2"));
			expect(await text("a/b/c")).toBe("2");
			await state.write("empty", new Uint8Array(0));
			expect(await state.read("empty")).toEqual(new Uint8Array(0));
			const all = Uint8Array.from({ length: 100_000 }, (_, i) => i);
			await state.write("all", all.subarray(1, -1));
			expect(await state.read("all")).toEqual(all.slice(1, -1));
			expect(await base.exists("workspace/a/b/c")).toBe(true);
		});

		test("a missing file, also below a file, reads as undefined; a folder throws", async () => {
			await state.write("file", bytes("x"));
			expect(await state.read("none")).toBeUndefined();
			expect(await state.read("file/below")).toBeUndefined();
			await state.write("folder/x", bytes("x"));
			await expect(state.read("folder")).rejects.toMatchObject({ code: "io" });
		});

		test("rename replaces, and creates the target's folder", async () => {
			await state.write("tmp/new", bytes("new"));
			await state.write("old", bytes("old"));
			await state.rename("tmp/new", "old");
			expect(await text("old")).toBe("new");
			expect(await text("tmp/new")).toBeUndefined();
			await state.rename("old", "fresh/folder/file");
			expect(await text("fresh/folder/file")).toBe("new");
			await state.rename("fresh", "moved");
			expect(await text("moved/folder/file")).toBe("new");
		});

		test("rename of a missing file fails and leaves the target", async () => {
			await state.write("target", bytes("kept"));
			await expect(state.rename("none", "target")).rejects.toMatchObject({ name: "StructuralIndexError" });
			expect(await text("target")).toBe("kept");
		});

		test("rename over a folder that is not empty fails and leaves both", async () => {
			await state.write("file", bytes("x"));
			await state.write("folder/inner", bytes("y"));
			await expect(state.rename("file", "folder")).rejects.toMatchObject(unwritable("folder"));
			expect([await text("file"), await text("folder/inner")]).toEqual(["x", "y"]);
		});

		test("remove takes files and whole folders, and what is missing", async () => {
			await state.write("a/1", bytes("1"));
			await state.write("a/b/2", bytes("2"));
			await state.remove("a/1");
			expect(await state.list("a")).toEqual(["b"]);
			await state.remove("a");
			await state.remove("a");
			await state.remove("never/there");
			expect(await state.list("a")).toEqual([]);
			await state.write("a/b/2", bytes("again"));
			expect(await text("a/b/2")).toBe("again");
		});

		test("folders removed by others are made again", async () => {
			await state.write("units/ab/1", bytes("1"));
			await base.remove("workspace/units");
			await state.write("units/ab/2", bytes("2"));
			expect(await state.list("units/ab")).toEqual(["2"]);
			await base.remove("workspace");
			await state.write("units/ab/3", bytes("3"));
			expect(await text("units/ab/3")).toBe("3");
		});

		test("list gives names of files and folders", async () => {
			for (const path of ["x/b", "x/a/inner", "x/名"]) await state.write(path, bytes(path));
			expect((await state.list("x")).sort()).toEqual(["a", "b", "名"]);
		});

		test("sync flushes a file; a missing one fails", async () => {
			await state.write("file", bytes("x"));
			await state.sync("file");
			expect(await text("file")).toBe("x");
			await expect(state.sync("none")).rejects.toMatchObject({ name: "StructuralIndexError" });
		});

		where("roots in files", () => {
			test("a state root that is a file, or whose workspace is one, is refused", async () => {
				await base.write("file", "x");
				await expect(base.opener.open(`${base.root}/file`)).rejects.toMatchObject(unwritable("file"));
				await base.write("other/workspace", "x");
				await expect(base.opener.open(`${base.root}/other`)).rejects.toMatchObject(unwritable("workspace"));
			});

			test("a state root below a file fails at the latest with the first write", async () => {
				await base.write("file", "x");
				const attempt = async () => (await base.opener.open(`${base.root}/file/deep`)).write("kb/x", bytes("x"));
				await expect(attempt()).rejects.toMatchObject(unwritable("file"));
			});
		});

		test("a state root that does not exist is created by the first write", async () => {
			const deep = await base.opener.open(`${base.root}/not/yet`);
			await deep.write("x", bytes("x"));
			expect(await base.exists("not/yet/workspace/x")).toBe(true);
		});

		test("a file where a folder must be, and a folder where a file must be", async () => {
			await state.write("kb", bytes("a file"));
			await expect(state.write("kb/x", bytes("x"))).rejects.toMatchObject(unwritable("kb"));
			await expect(state.list("kb")).rejects.toMatchObject(unwritable("kb"));
			await state.write("folder/x", bytes("x"));
			await expect(state.write("folder", bytes("x"))).rejects.toMatchObject(unwritable("folder"));
			expect(await text("kb")).toBe("a file");
		});

		test.each(["..", "../x", "a/../../x", "/tmp/x"])("%s leaves the folder and is refused", async (path) => {
			const refused = { code: "path-outside-root" };
			await expect(state.read(path)).rejects.toMatchObject(refused);
			await expect(state.write(path, bytes("x"))).rejects.toMatchObject(refused);
			await expect(state.remove(path)).rejects.toMatchObject(refused);
			await expect(state.rename("a", path)).rejects.toMatchObject(refused);
			await expect(state.rename(path, "a")).rejects.toMatchObject(refused);
		});

		where("links", () => {
			test("the location is canonical through a linked state root", async () => {
				await base.write("real/keep", "x");
				await base.link("linked", "real");
				expect((await base.opener.open(`${base.root}/linked`)).location).toBe(`${base.root}/real/workspace`);
				expect((await base.opener.open(`${base.root}/linked/sub`)).location).toBe(`${base.root}/real/sub/workspace`);
			});
		});

		where("rights", () => {
			test("a folder that may not be written: path and reason in words, readers go on", async () => {
				await state.write("kb/x", bytes("x"));
				await base.freeze("workspace/kb");
				await base.freeze("");
				await base.asOrdinaryUser(async () => {
					await expect(state.write("kb/y", bytes("y"))).rejects.toMatchObject({
						code: "state-unwritable",
						message: expect.stringMatching(/workspace\/kb\/y": permission denied$/),
						cause: expect.objectContaining({ code: "EACCES" }),
					});
					await expect(state.write("new/y", bytes("y"))).rejects.toMatchObject(unwritable("new/y"));
					expect(await text("kb/x")).toBe("x");
					const other = await base.opener.open(`${base.root}/other`);
					await expect(other.write("y", bytes("y"))).rejects.toMatchObject(unwritable("other/workspace/y"));
				});
			});
		});

		where("full disk", () => {
			test("no space left: said so, and the rest stays", async () => {
				await state.write("kb/x", bytes("x"));
				await base.full("workspace/kb/y");
				await expect(state.write("kb/y", bytes("y"))).rejects.toMatchObject({
					code: "state-unwritable",
					message: expect.stringMatching(/kb\/y": no space left on the device$/),
				});
				expect(await text("kb/x")).toBe("x");
			});
		});
	});
}
