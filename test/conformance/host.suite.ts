/** What every room's Host must do, apart from files, state and workers, which have suites of their own. */
import { describe, expect, test } from "vitest";
import type { Host } from "../../src/core/host.ts";

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text: string) => new TextEncoder().encode(text);

/** `assets` must hold the built package's wasm files. */
export function hostSuite(name: string, make: () => Host): void {
	describe(`host: ${name}`, () => {
		const host = make();

		test("sha256 of the FIPS 180-4 vectors, of a view and of a long input", () => {
			const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
			expect(hex(host.digest.sha256(new Uint8Array(0)))).toBe(
				"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
			);
			expect(hex(host.digest.sha256(utf8("abc")))).toBe(abc);
			expect(hex(host.digest.sha256(utf8("xabcx").subarray(1, 4)))).toBe(abc);
			expect(hex(host.digest.sha256(new Uint8Array(1_000_000).fill(0x61)))).toBe(
				"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
			);
		});

		test("now is ISO 8601 in UTC, ticks never go back", () => {
			expect(host.clock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
			expect(Math.abs(Date.parse(host.clock.now()) - Date.now())).toBeLessThan(5000);
			const ticks = Array.from({ length: 100 }, () => host.clock.ticks());
			expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
		});

		test("a timer calls once, a cancelled one never", async () => {
			const calls: string[] = [];
			const cancel = host.clock.timer(5, () => calls.push("cancelled"));
			cancel();
			cancel();
			await new Promise<void>((done) => {
				host.clock.timer(5, () => calls.push("first"));
				host.clock.timer(60, done);
			});
			expect(calls).toEqual(["first"]);
		});

		test("parallelism is a sensible number", () => {
			expect(Number.isInteger(host.parallelism)).toBe(true);
			expect(host.parallelism).toBeGreaterThanOrEqual(1);
			expect(host.parallelism).toBeLessThanOrEqual(64);
		});

		test("the current directory is a folder; an unset variable is undefined", async () => {
			expect((await host.files.inspect(host.cwd)).kind).toBe("folder");
			expect(host.env("MANTIS_SURELY_NOT_SET")).toBeUndefined();
		});

		test.each(["web-tree-sitter.wasm", "wa-sqlite.wasm"])("asset %s compiles", async (asset) => {
			const bytes = await host.assets.read(asset);
			expect(await WebAssembly.compile(bytes)).toBeInstanceOf(WebAssembly.Module);
		});

		test("assets are fresh copies", async () => {
			const first = await host.assets.read("web-tree-sitter.wasm");
			first.fill(0);
			expect((await host.assets.read("web-tree-sitter.wasm"))[1]).toBe(0x61);
		});

		test.each(["no-such.wasm", "languages/nope/language.json", "../package.json"])(
			"asset %s fails by name",
			async (asset) => {
				await expect(host.assets.read(asset)).rejects.toMatchObject({
					name: "StructuralIndexError",
					code: "io",
					message: expect.stringContaining(asset),
				});
			},
		);
	});
}
