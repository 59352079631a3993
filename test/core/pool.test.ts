import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { CatalogClient } from "../../src/client/catalog-client.ts";
import { ParsePool, type PoolLimits } from "../../src/client/pool.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type { WorkerHandle, WorkerMaker } from "../../src/core/host.ts";
import type { ExtractResult, ParseWorkerCalls } from "../../src/core/protocol/calls.ts";
import { type Fake, fakeHost, recordOf, toyParser, WASM } from "./client-double.ts";

const pools: ParsePool[] = [];
afterEach(async () => {
	for (const pool of pools.splice(0)) await pool.stop();
});

function start(fake: Fake, size: number, limits: Partial<PoolLimits> = {}): ParsePool {
	const prepare = async () => ({ runtime: WASM, languages: [] });
	const pool = new ParsePool({ workers: fake.host.workers, clock: fake.host.clock, size, prepare, limits });
	pools.push(pool);
	return pool;
}

function extract(pool: ParsePool, text: string, budget_ms = 60_000): Promise<ExtractResult> {
	return pool.extract({ language: "toy", wasm: "tree-sitter-toy", bytes: new TextEncoder().encode(text), budget_ms });
}

const indexed = (text: string) => ({ status: "indexed", record: recordOf(text) });

/** What the workers had in work, in order. */
function watched(fake: Fake): string[] {
	const asked: string[] = [];
	fake.parse = (exit) => toyParser(exit, (text) => asked.push(text));
	return asked;
}

describe("pool", () => {
	test("answers every file whatever the number of workers", async () => {
		const texts = Array.from({ length: 40 }, (_, i) =>
			i % 7 === 3 ? `FAIL ${i}` : i % 7 === 5 ? `BINARY ${i}` : `t${i}`,
		);
		const answers = [];
		for (const size of [1, 2, 5]) {
			const fake = fakeHost();
			const pool = start(fake, size);
			answers.push(await Promise.all(texts.map((text) => extract(pool, text))));
			expect(fake.spawned.parse).toBe(size);
		}
		expect(answers[1]).toEqual(answers[0]);
		expect(answers[2]).toEqual(answers[0]);
		expect(answers[0]?.[3]).toMatchObject({ status: "failed", reason: "does not parse" });
		expect(answers[0]?.[5]).toMatchObject({ status: "skipped", reason: "binary" });
		expect(answers[0]?.[0]).toMatchObject(indexed("t0"));
	});

	test("the request's bytes are still the caller's", async () => {
		const pool = start(fakeHost(), 1);
		const bytes = new TextEncoder().encode("mine");
		await pool.extract({ language: "toy", wasm: "tree-sitter-toy", bytes, budget_ms: 1000 });
		expect(new TextDecoder().decode(bytes)).toBe("mine");
	});

	test("a file that ends its worker fails with the reason after a second worker died of it; all others are answered", async () => {
		for (const size of [1, 2, 3]) {
			const fake = fakeHost();
			const asked = watched(fake);
			const pool = start(fake, size);
			const texts = ["a", "CRASH 1", "b", "c", "CRASH 2", "d", "e", "f"];
			const results = await Promise.all(texts.map((text) => extract(pool, text)));
			results.forEach((result, i) => {
				const text = texts[i] as string;
				if (!text.startsWith("CRASH")) expect(result).toMatchObject(indexed(text));
				else {
					const reason = "it ended the worker that parsed it: worker exited with code 7";
					expect(result).toMatchObject({ status: "failed", reason });
				}
			});
			// Twice, and once more when the answer to the file before it was lost with the worker.
			for (const text of ["CRASH 1", "CRASH 2"]) {
				const times = asked.filter((other) => other === text).length;
				expect(times).toBeGreaterThanOrEqual(2);
				expect(times).toBeLessThanOrEqual(3);
			}
		}
	});

	test("a worker that dies once of what it did before takes no file with it", async () => {
		const fake = fakeHost();
		let files = 0;
		let died = false;
		fake.parse = (exit) => {
			const calls = toyParser(exit);
			return {
				...calls,
				async extract(request) {
					if (++files === 3 && !died) {
						died = true;
						exit("out of memory");
						return new Promise(() => {});
					}
					return calls.extract(request);
				},
			};
		};
		const pool = start(fake, 1);
		const texts = ["a", "b", "c", "d"];
		const results = await Promise.all(texts.map((text) => extract(pool, text)));
		results.forEach((result, i) => {
			expect(result).toMatchObject(indexed(texts[i] as string));
		});
		expect(died).toBe(true);
	});

	test("a file that hangs is failed when twice its budget and the grace are over; what was behind it goes on", async () => {
		const fake = fakeHost();
		const asked = watched(fake);
		const pool = start(fake, 1, { grace_ms: 30 });
		const began = performance.now();
		const [hung, behind] = await Promise.all([extract(pool, "HANG", 20), extract(pool, "b", 60_000)]);
		expect(performance.now() - began).toBeGreaterThanOrEqual(65);
		expect(hung).toMatchObject({ status: "failed", reason: "time budget of 20 ms exceeded" });
		expect(behind).toMatchObject(indexed("b"));
		expect(asked.filter((text) => text === "HANG")).toHaveLength(1);
		expect(fake.spawned.parse).toBe(2);
		expect(fake.terminated).toBe(1);
	});

	test("a defect in a worker fails the file and replaces the worker", async () => {
		const fake = fakeHost();
		const pool = start(fake, 1);
		const [thrown, behind] = await Promise.all([extract(pool, "THROW"), extract(pool, "b")]);
		expect(thrown).toMatchObject({ status: "failed", reason: "a defect" });
		expect(behind).toMatchObject(indexed("b"));
		expect(fake.spawned.parse).toBe(2);
	});

	test("a worker is replaced when its heap has grown, and after so many files", async () => {
		const fake = fakeHost();
		const pool = start(fake, 1);
		for (const text of ["a", "BIG", "b"]) expect(await extract(pool, text)).toMatchObject(indexed(text));
		expect(fake.spawned.parse).toBe(2);

		const other = fakeHost();
		const few = start(other, 1, { files: 2 });
		for (const text of ["a", "b", "c", "d", "e"]) expect(await extract(few, text)).toMatchObject(indexed(text));
		expect(other.spawned.parse).toBe(3);
		expect(other.terminated).toBe(2);
	});

	test("a file posted behind one that retires its worker is still answered", async () => {
		const fake = fakeHost();
		const pool = start(fake, 2);
		const texts = Array.from({ length: 12 }, (_, i) => `BIG ${i}`);
		const results = await Promise.all(texts.map((text) => extract(pool, text)));
		results.forEach((result, i) => {
			expect(result).toMatchObject(indexed(texts[i] as string));
		});
		expect(fake.spawned.parse).toBeGreaterThan(2);
	});

	test("workers that never get ready stop the pool after ten in a row", async () => {
		const fake = fakeHost();
		fake.parse = (exit) => ({
			...toyParser(exit),
			init: async () => {
				exit("cannot load");
				await new Promise(() => {});
			},
		});
		const pool = start(fake, 2);
		const results = await Promise.allSettled([extract(pool, "a"), extract(pool, "b"), extract(pool, "c")]);
		for (const result of results) {
			expect(result).toMatchObject({ status: "rejected", reason: { code: "worker-failed" } });
		}
		const { reason } = results[0] as PromiseRejectedResult;
		expect((reason as Error).message).toBe("parse worker could not be started, 10 times in a row: cannot load");
		await expect(extract(pool, "later")).rejects.toBe(reason);
		expect(fake.spawned.parse).toBeLessThanOrEqual(11);
	});

	test("a few failed starts are forgotten once a worker is ready", async () => {
		const fake = fakeHost();
		let starts = 0;
		fake.parse = (exit): ParseWorkerCalls => ({
			...toyParser(exit),
			init: async () => {
				if (++starts < 9) {
					exit("not yet");
					await new Promise(() => {});
				}
			},
		});
		const pool = start(fake, 1);
		expect(await extract(pool, "a")).toMatchObject(indexed("a"));
		expect(await extract(pool, "CRASH")).toMatchObject({ status: "failed" });
		expect(await extract(pool, "b")).toMatchObject(indexed("b"));
	});

	test("a worker that cannot be spawned, and one that hangs at its start, count as failed starts", async () => {
		const fake = fakeHost();
		fake.host.workers.spawn = () => {
			throw new StructuralIndexError("worker-failed", "no threads left");
		};
		await expect(extract(start(fake, 1), "a")).rejects.toThrow("10 times in a row: no threads left");

		const slow = fakeHost();
		slow.parse = (exit) => ({ ...toyParser(exit), init: () => new Promise(() => {}) });
		const pool = start(slow, 1, { start_ms: 5, failed_starts: 3 });
		await expect(extract(pool, "a")).rejects.toThrow("3 times in a row: not ready after 5 ms");
		expect(slow.terminated).toBe(3);
	});

	test("what a worker refuses at its start is the pool's error, code kept", async () => {
		const fake = fakeHost();
		fake.parse = (exit) => ({
			...toyParser(exit),
			init: async () => {
				throw new StructuralIndexError("grammar-incompatible", "ABI 12");
			},
		});
		await expect(extract(start(fake, 2), "a")).rejects.toMatchObject({
			code: "grammar-incompatible",
			message: "ABI 12",
		});
	});

	test("stop ends all workers at once and rejects all that is under way", async () => {
		const fake = fakeHost();
		const pool = start(fake, 2);
		await extract(pool, "a");
		const under = ["HANG 1", "HANG 2", "b", "c", "d"].map((text) => extract(pool, text));
		const settled = Promise.allSettled(under);
		await new Promise((done) => setTimeout(done, 20));
		const reason = new StructuralIndexError("aborted", "enough");
		await pool.stop(reason);
		for (const result of await settled) expect(result).toEqual({ status: "rejected", reason });
		expect(fake.terminated).toBe(2);
		await expect(extract(pool, "later")).rejects.toBe(reason);
	});
});

describe("a worker that was ended in the middle of a call is let go, with what was posted to it", () => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;

	/** Workers that take everything and never answer. */
	function silent(): { workers: WorkerMaker; posted: () => number; alive: () => number } {
		const refs: WeakRef<object>[] = [];
		let posted = 0;
		const spawn = (): WorkerHandle => {
			const kept: unknown[] = [];
			const keep = (...given: unknown[]) => void kept.push(given);
			const postMessage = (message: unknown) => {
				posted++;
				kept.push(message);
			};
			const endpoint = { postMessage, addEventListener: keep, removeEventListener: () => {}, start: () => {} };
			refs.push(new WeakRef(endpoint));
			return { endpoint: endpoint as never, onExit: () => {}, terminate: async () => {} };
		};
		return { workers: { spawn }, posted: () => posted, alive: () => refs.filter((ref) => ref.deref()).length };
	}

	const gone = async ({ alive }: ReturnType<typeof silent>) => {
		const left = () => {
			collect();
			return alive();
		};
		await expect.poll(left, { timeout: 5000 }).toBe(0);
	};

	test("of the pool", async () => {
		const fake = silent();
		const { clock } = fakeHost().host;
		const prepare = async () => ({ runtime: WASM, languages: [] });
		const pool = new ParsePool({ workers: fake.workers, clock, size: 1, prepare });
		const answer = extract(pool, "a").catch(() => {});
		await expect.poll(fake.posted).toBe(1);
		expect(fake.alive()).toBe(1);
		await pool.stop();
		await answer;
		await gone(fake);
	});

	test("of the catalog", async () => {
		const fake = silent();
		await (async () => {
			const catalog = new CatalogClient({ ...fakeHost().host, workers: fake.workers });
			catalog.begin(Promise.resolve(WASM), "/catalog.sqlite", []);
			await expect.poll(fake.posted).toBe(1);
			await catalog.close();
			await catalog.close();
		})();
		await gone(fake);
	});
});
