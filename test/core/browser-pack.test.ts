/** Packs of the browser's storage, over a file in memory. */
import { describe, expect, test } from "vitest";
import { MemoryFile } from "../../src/browser/engine/storage/memory-file.ts";
import { Pack } from "../../src/browser/engine/storage/pack.ts";

const bytes = (length: number, seed = 0) => Uint8Array.from({ length }, (_, i) => (i * 31 + seed) & 255);
const open = (file: MemoryFile, known?: Pack) => new Pack(file.handle("create"), known);
const contents = (pack: Pack) => new Map([...pack.keys].map((key) => [key, pack.get(key)]));

/** Records of all kinds; `after[i]` says what is there when the first i are whole, `ends[i]` where they end. */
function filled() {
	const file = new MemoryFile();
	const pack = open(file);
	const now = new Map<string, Uint8Array>();
	const after = [new Map(now)];
	const ends = [0];
	const step = (work: () => void) => {
		work();
		after.push(new Map(now));
		ends.push(pack.bytes);
	};
	const put = (key: string, body: Uint8Array) =>
		step(() => {
			pack.put(key, body);
			now.set(key, body);
		});
	put("ab/cd/1", bytes(40));
	put("ab/cd/名", bytes(7, 1));
	put("empty", new Uint8Array(0));
	put("ab/cd/1", bytes(21, 2));
	step(() => {
		pack.delete("ab/cd/名");
		now.delete("ab/cd/名");
	});
	put("z", bytes(300, 3));
	return { file, after, ends };
}

test("what was put is there, also for the next one to open it", () => {
	const { file, after } = filled();
	expect(contents(open(file))).toEqual(after.at(-1));
	expect(open(file).get("none")).toBeUndefined();
	expect(open(new MemoryFile()).size).toBe(0);
});

test("cut at any byte, it holds the records that are whole, and takes more", () => {
	const { file, after, ends } = filled();
	const all = file.bytes();
	for (let length = 0; length <= all.length; length++) {
		const torn = MemoryFile.of(all.subarray(0, length));
		const pack = open(torn);
		const whole = ends.findLastIndex((end) => end <= length);
		expect(pack.bytes).toBe(ends[whole]);
		expect(contents(pack), `${length} bytes`).toEqual(after[whole]);
		pack.cut();
		expect(torn.size).toBe(ends[whole]);
		pack.put("more", bytes(5));
		expect(contents(open(torn))).toEqual(new Map([...(after[whole] as Map<string, Uint8Array>), ["more", bytes(5)]]));
	}
});

test("a longer torn tail is overwritten without being cut", () => {
	const { file, after, ends } = filled();
	const torn = MemoryFile.of(file.bytes());
	torn.truncate((ends.at(-1) as number) - 1);
	const pack = open(torn);
	pack.put("x", new Uint8Array(0));
	const again = open(torn);
	expect(again.has("x")).toBe(true);
	expect([...again.keys].sort()).toEqual([...(after.at(-2) as Map<string, unknown>).keys(), "x"].sort());
});

test("zeros and noise after the last record are no records", () => {
	const { file, after } = filled();
	for (const tail of [new Uint8Array(500), bytes(500, 9), new Uint8Array(500).fill(255)]) {
		const torn = MemoryFile.of(file.bytes());
		torn.write(tail, torn.size);
		expect(contents(open(torn))).toEqual(after.at(-1));
	}
});

test("any changed bit of a header or key ends the pack there", () => {
	const { file, after, ends } = filled();
	const all = file.bytes();
	const key = 7;
	for (let at = 0; at < 12 + key; at++) {
		for (let bit = 0; bit < 8; bit++) {
			const changed = all.slice();
			changed[at] = (changed[at] as number) ^ (1 << bit);
			expect(open(MemoryFile.of(changed)).bytes, `byte ${at}, bit ${bit}`).toBe(0);
		}
	}
	const changed = all.slice();
	const third = ends[3] as number;
	changed[third + 3] = 255;
	expect(contents(open(MemoryFile.of(changed)))).toEqual(after[3]);
});

test("what was appended is read without the rest", () => {
	const { file } = filled();
	const known = open(file);
	open(file).put("later", bytes(9));
	let read = 0;
	const handle = file.handle("read");
	const counting = { ...handle, read: (into: Uint8Array, offset: number) => (read += handle.read(into, offset)) };
	const pack = new Pack(counting, known);
	expect(pack.get("later")).toEqual(bytes(9));
	expect(pack.get("z")).toEqual(bytes(300, 3));
	// The new record by the scan, then the two bodies.
	expect(read).toBe(12 + "later".length + 9 + 9 + 300);
});

test("records larger than what is scanned at once", () => {
	const file = new MemoryFile();
	const pack = open(file);
	const sizes = [1, 262_130, 262_144, 1_000_000, 3];
	sizes.forEach((size, i) => {
		pack.put(`k${i}`, bytes(size, i));
	});
	const again = open(file);
	sizes.forEach((size, i) => {
		expect(Buffer.from(again.get(`k${i}`)!).equals(bytes(size, i)), `${size} bytes`).toBe(true);
	});
});

test("copies hold what they were asked for, and sizes tell what a copy will take", () => {
	const { file } = filled();
	const pack = open(file);
	pack.get("z");
	expect([...pack.touched]).toEqual(["z"]);
	const target = new MemoryFile();
	const copy = open(target);
	pack.copy(["z", "empty", "none"], copy);
	expect([...open(target).keys]).toEqual(["z", "empty"]);
	expect(pack.bytesOf(["z", "empty"])).toBe(target.size);
});

describe("failures", () => {
	test("a write that fails leaves no trace", () => {
		const { file, after } = filled();
		const handle = file.handle("create");
		let full = true;
		const pack = new Pack({
			...handle,
			write(part, offset) {
				if (full) handle.write(part.subarray(0, 10), offset);
				if (full) throw new Error("full");
				handle.write(part, offset);
			},
		});
		expect(() => pack.put("new", bytes(100))).toThrow("full");
		expect(() => pack.put("z", bytes(100))).toThrow("full");
		expect(contents(pack)).toEqual(after.at(-1));
		full = false;
		pack.put("new", bytes(4));
		expect(open(file).get("new")).toEqual(bytes(4));
	});

	test("a key that does not fit is refused", () => {
		expect(() => open(new MemoryFile()).put("k".repeat(70_000), bytes(1))).toThrow("too large");
	});
});
