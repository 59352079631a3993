/** The two slots of an index's directory in the browser. */
import { describe, expect, test } from "vitest";
import {
	type Directory,
	decodeDirectory,
	emptyDirectory,
	encodeDirectory,
	latestDirectory,
	SLOTS,
	slotOf,
} from "../../src/browser/engine/storage/directory.ts";

const directory = (counter: number): Directory => ({
	counter,
	files: { "kb/名": { file: "g.1", size: 12 }, __proto__x: { file: "g.2", size: 0 } },
	packs: { units: "p.1", sources: null },
});
const whole = (counter: number) => encodeDirectory(directory(counter));

describe("one slot", () => {
	test("gives back what was written", () => {
		expect(decodeDirectory(whole(7))).toEqual(directory(7));
		expect(decodeDirectory(encodeDirectory(emptyDirectory()))).toEqual(emptyDirectory());
	});

	test("cut at any byte, or with more behind, it is torn", () => {
		const bytes = whole(1);
		for (let length = 0; length < bytes.length; length++) {
			expect(decodeDirectory(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined();
		}
		expect(decodeDirectory(Uint8Array.from([...bytes, 32]))).toBeUndefined();
	});

	test("begun to be overwritten, at any byte, it is torn", () => {
		const [old, next] = [whole(1), encodeDirectory({ ...directory(3), files: {} })];
		for (let done = 1; done < next.length; done++) {
			const mixed = old.slice();
			mixed.set(next.subarray(0, done));
			expect(decodeDirectory(mixed), `${done} bytes`).toBeUndefined();
		}
	});
});

describe("both slots", () => {
	test("are written in turn", () => {
		expect([1, 2, 3].map((counter) => slotOf(directory(counter)))).toEqual([SLOTS[1], SLOTS[0], SLOTS[1]]);
	});

	test("the later one counts, wherever it is", () => {
		expect(latestDirectory([whole(4), whole(3)]).directory?.counter).toBe(4);
		expect(latestDirectory([whole(4), whole(5)])).toEqual({ directory: directory(5), torn: 0, missing: 0 });
		expect(latestDirectory([undefined, whole(1)])).toEqual({ directory: directory(1), torn: 0, missing: 1 });
	});

	test("a torn one leaves the other, and is told", () => {
		const torn = whole(5).subarray(0, 80);
		expect(latestDirectory([whole(4), torn])).toEqual({ directory: directory(4), torn: 1, missing: 0 });
		expect(latestDirectory([undefined, torn])).toEqual({ directory: undefined, torn: 1, missing: 1 });
		expect(latestDirectory([torn, new Uint8Array(0)])).toEqual({ directory: undefined, torn: 2, missing: 0 });
		expect(latestDirectory([undefined, undefined])).toEqual({ directory: undefined, torn: 0, missing: 2 });
	});
});
