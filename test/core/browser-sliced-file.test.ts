/** Reading a Blob through a bounded cache. */
import { expect, test } from "vitest";
import { slicedFile } from "../../src/browser/engine/storage/blob-file.ts";

const SIZE = 10_007;
const all = Uint8Array.from({ length: SIZE }, (_, i) => (i * 7 + (i >> 8)) & 255);

/** Chunks of 64 bytes, 4 of them kept; `slices` tells what was asked for. */
function sliced(size = SIZE) {
	const slices: [number, number][] = [];
	const slice = (start: number, end: number) => {
		slices.push([start, end]);
		return all.subarray(start, end);
	};
	return { file: slicedFile(size, slice, 64, 4), slices };
}

test("reads what is there, at any place and of any length", () => {
	const { file } = sliced();
	let random = 1;
	const next = (below: number) => {
		random = (random * 48271) % 2147483647;
		return random % below;
	};
	for (let i = 0; i < 3000; i++) {
		const [offset, length] = [next(SIZE + 100), next(400)];
		const into = new Uint8Array(length).fill(170);
		const expected = new Uint8Array(length).fill(170);
		expected.set(all.subarray(offset, offset + length));
		expect(file.read(into, offset)).toBe(Math.max(0, Math.min(length, SIZE - offset)));
		expect(Buffer.from(into).equals(expected)).toBe(true);
	}
	expect(file.size()).toBe(SIZE);
});

test("what was used last stays, and no more than is allowed", () => {
	const { file, slices } = sliced();
	const touch = (chunk: number) => file.read(new Uint8Array(1), chunk * 64);
	for (const chunk of [0, 1, 2, 3, 0, 4, 0, 2]) touch(chunk);
	expect(slices.map(([start]) => start / 64)).toEqual([0, 1, 2, 3, 4]);
	touch(1);
	touch(3);
	expect(slices.map(([start]) => start / 64)).toEqual([0, 1, 2, 3, 4, 1, 3]);
});

test("a large read asks once and pushes nothing out", () => {
	const { file, slices } = sliced();
	file.read(new Uint8Array(1), 0);
	const into = new Uint8Array(5000);
	expect(file.read(into, 3)).toBe(5000);
	expect(into).toEqual(all.slice(3, 5003));
	file.read(new Uint8Array(1), 0);
	expect(slices).toEqual([
		[0, 64],
		[3, 5003],
	]);
});

test("takes nothing, and says when there is less than there was", () => {
	const { file } = sliced();
	expect(() => file.write(new Uint8Array(1), 0)).toThrow("for reading");
	expect(() => file.truncate(0)).toThrow("for reading");
	expect(() => sliced(SIZE + 64).file.read(new Uint8Array(100), SIZE - 10)).toThrow(/ends before/);
});
