import { describe, expect, test } from "vitest";
import { cacheKey, digestFields, toHex } from "../../src/core/units/cache-key.ts";
import { UnitStore, unitPath } from "../../src/core/units/store.ts";
import { digest, fakeHost, recordOf, STATE } from "./client-double.ts";

const BASE = { extractor: "x@1", language: "toy", compile_context: "", contents: ["aa", "bb"], dependencies: "" };

describe("cache key", () => {
	test("changes with each input and with nothing else", () => {
		const key = cacheKey(BASE, digest);
		expect(key).toMatch(/^[0-9a-f]{64}$/);
		expect(cacheKey({ ...BASE, contents: [...BASE.contents] }, digest)).toBe(key);
		const changed = [
			{ ...BASE, extractor: "x@2" },
			{ ...BASE, language: "toi" },
			{ ...BASE, compile_context: "tsx" },
			{ ...BASE, contents: ["bb", "aa"] },
			{ ...BASE, contents: ["aa"] },
			{ ...BASE, contents: ["aabb"] },
			{ ...BASE, contents: ["aa", "bb", ""] },
			{ ...BASE, contents: ["a", "abb"] },
			{ ...BASE, dependencies: "d" },
			{ ...BASE, compile_context: "d" },
			{ ...BASE, extractor: "x@1toy", language: "" },
			{ ...BASE, extractor: "", language: "x@1toy" },
		];
		const keys = changed.map((input) => cacheKey(input, digest));
		expect(new Set([key, ...keys]).size).toBe(changed.length + 1);
	});

	test("is made of length-prefixed fields, so other programs can compute it", () => {
		expect(digestFields(["ab", Uint8Array.of(1)], digest)).toBe(
			toHex(digest.sha256(Uint8Array.of(2, 0, 0, 0, 0x61, 0x62, 1, 0, 0, 0, 1))),
		);
		expect(toHex(Uint8Array.of(0, 15, 255))).toBe("000fff");
		// Pinned: a change here throws every user's cache away, and must come with a new version of something.
		expect(cacheKey(BASE, digest)).toBe("01ea49e6450c181430fcb1b3bb640cd5779e06d7cec8d905b8702340d189d9ff");
	});
});

describe("unit store", () => {
	test("gives back what was put, in a buffer of its own; anything damaged is a miss", async () => {
		const fake = fakeHost();
		const store = new UnitStore(await fake.host.state.open(STATE), digest);
		const key = "ab".repeat(32);
		expect(await store.get(key)).toBeUndefined();
		const record = recordOf("x");
		await Promise.all([store.put(key, record), store.put(key, record)]);
		expect(unitPath(key)).toBe(`kb/structural_index/units/ab/ab/${key}`);
		const got = await store.get(key);
		expect(got).toEqual(record);
		expect(got?.buffer.byteLength).toBe(record.byteLength);
		for (let i = 0; i < record.length; i += 7) {
			const bad = record.slice();
			bad[i] = (bad[i] as number) ^ 0x10;
			fake.state.set(unitPath(key), bad);
			expect(await store.get(key), `byte ${i}`).toBeUndefined();
		}
		for (const length of [0, 10, record.length - 1]) {
			fake.state.set(unitPath(key), record.slice(0, length));
			expect(await store.get(key)).toBeUndefined();
		}
		await store.put(key, record);
		expect(await store.get(key)).toEqual(record);
	});

	test("one key is written once at a time, and a failed write can be tried again", async () => {
		const fake = fakeHost();
		const store = new UnitStore(await fake.host.state.open(STATE), digest);
		let writes = 0;
		fake.onWrite = () => {
			if (++writes === 1) throw new Error("full");
		};
		await expect(store.put("cd".repeat(32), recordOf("x"))).rejects.toThrow("full");
		await Promise.all(Array.from({ length: 5 }, () => store.put("cd".repeat(32), recordOf("x"))));
		expect(writes).toBe(2);
	});
});
