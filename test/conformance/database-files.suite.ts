/** What every DatabaseFiles must do. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DatabaseFiles } from "../../src/core/host.ts";

export interface DatabaseFilesFixture {
	files: DatabaseFiles;
	/** A location of that name in a fresh, empty place. */
	locate(name: string): string;
	dispose(): Promise<void>;
}

export type DatabaseFilesExclusion = "beyond 4 GiB";

export function databaseFilesSuite(
	name: string,
	lend: () => Promise<DatabaseFilesFixture>,
	exclusions: readonly DatabaseFilesExclusion[] = [],
): void {
	describe(`database files: ${name}`, () => {
		let fixture: DatabaseFilesFixture;
		beforeAll(async () => {
			fixture = await lend();
		});
		afterAll(() => fixture.dispose());
		const open = async (file: string, mode: "read" | "create") => {
			await fixture.files.prepare?.(fixture.locate(file), mode);
			return fixture.files.open(fixture.locate(file), mode);
		};
		const create = (file: string) => open(file, "create");
		const bytes = (...values: number[]) => Uint8Array.from(values);

		test("what is written is read back, at any offset, also by another handle", async () => {
			const file = await create("a");
			expect(file.size()).toBe(0);
			file.write(bytes(1, 2, 3, 4), 0);
			file.write(bytes(9), 6);
			file.write(bytes(7, 8), 1);
			file.sync();
			const reader = await open("a", "read");
			for (const handle of [file, reader]) {
				const into = new Uint8Array(7);
				expect(handle.read(into, 0)).toBe(7);
				expect([...into]).toEqual([1, 7, 8, 4, 0, 0, 9]);
				expect(handle.size()).toBe(7);
			}
			reader.close();
			file.close();
		});

		test("a read at or over the end gives what there is and leaves the rest", async () => {
			const file = await create("b");
			file.write(bytes(1, 2, 3), 0);
			const into = new Uint8Array(4).fill(255);
			expect(file.read(into, 1)).toBe(2);
			expect([...into]).toEqual([2, 3, 255, 255]);
			expect(file.read(into, 3)).toBe(0);
			expect(file.read(into, 1000)).toBe(0);
			file.close();
		});

		test("only the view is written, not the buffer behind it", async () => {
			const file = await create("c");
			file.write(bytes(0, 1, 2, 3, 4).subarray(1, 3), 0);
			expect(file.size()).toBe(2);
			file.close();
		});

		test("truncate shortens and lengthens", async () => {
			const file = await create("d");
			file.write(bytes(1, 2, 3, 4), 0);
			file.truncate(2);
			expect(file.size()).toBe(2);
			file.truncate(4);
			const into = new Uint8Array(4);
			expect(file.read(into, 0)).toBe(4);
			expect([...into]).toEqual([1, 2, 0, 0]);
			file.close();
		});

		test("create replaces, exists tells, remove removes and again is harmless", async () => {
			const old = await create("e");
			old.write(bytes(1, 2, 3), 0);
			old.close();
			(await create("e")).close();
			const file = await open("e", "read");
			expect(file.size()).toBe(0);
			file.close();
			expect(fixture.files.exists(fixture.locate("e"))).toBe(true);
			fixture.files.remove(fixture.locate("e"));
			fixture.files.remove(fixture.locate("e"));
			expect(fixture.files.exists(fixture.locate("e"))).toBe(false);
		});

		test("reading what is missing throws and makes nothing", async () => {
			await expect(open("missing", "read")).rejects.toThrow();
			expect(fixture.files.exists(fixture.locate("missing"))).toBe(false);
		});

		test("a file opened to read takes no byte", async () => {
			const file = await create("f");
			file.write(bytes(5), 0);
			file.close();
			const reader = await open("f", "read");
			expect(() => reader.write(bytes(6), 0)).toThrow();
			reader.close();
		});

		if (exclusions.includes("beyond 4 GiB")) return;
		test("offsets beyond 4 GiB", async () => {
			const offset = 5 * 2 ** 30;
			const file = await create("g");
			file.truncate(offset);
			file.write(bytes(42), offset);
			const into = new Uint8Array(1);
			expect(file.read(into, offset)).toBe(1);
			expect(into[0]).toBe(42);
			expect(file.size()).toBe(offset + 1);
			file.close();
			fixture.files.remove(fixture.locate("g"));
		});
	});
}
