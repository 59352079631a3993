/** What every WorkerMaker must do, above all when a worker dies. */
import { releaseProxy, transfer, wrap } from "comlink";
import { afterEach, describe, expect, test } from "vitest";
import type { WorkerHandle, WorkerMaker } from "../../src/core/host.ts";

/** What the room's echo worker answers, served by the room's own worker host. */
export interface EchoCalls {
	add(a: number, b: number): Promise<number>;
	/** The same bytes, transferred both ways. */
	back(bytes: Uint8Array): Promise<Uint8Array>;
	/** Throws a StructuralIndexError `language-invalid` with this message, caused by an Error "inner". */
	fail(message: string): Promise<never>;
	/** Recurses until the stack overflows. */
	overflow(): Promise<never>;
	/** Ends the worker: by exit code 7, by an uncaught error "deliberate", after printing "last words" on stderr. */
	exit(): Promise<never>;
	crash(): Promise<never>;
	print(): Promise<never>;
	/** Never returns. */
	spin(): Promise<never>;
}

/** Scripts that never get as far as answering. */
export type BrokenWorker = "missing" | "throws" | "exits";

export interface WorkersFixture {
	/** Its parse worker is the echo worker. */
	echo: WorkerMaker;
	broken(kind: BrokenWorker): WorkerMaker;
}

export type WorkersExclusion = "exit code" | "stderr";

export function workersSuite(
	name: string,
	fixture: WorkersFixture,
	exclusions: readonly WorkersExclusion[] = [],
): void {
	const where = (needs: WorkersExclusion, body: () => void) => {
		if (!exclusions.includes(needs)) body();
	};

	describe(`workers: ${name}`, () => {
		const handles: WorkerHandle[] = [];
		afterEach(async () => {
			for (const handle of handles.splice(0)) await handle.terminate();
		});
		const spawn = (maker: WorkerMaker): WorkerHandle => {
			const handle = maker.spawn("parse");
			handles.push(handle);
			return handle;
		};
		const start = () => {
			const handle = spawn(fixture.echo);
			return { handle, calls: wrap<EchoCalls>(handle.endpoint as never) };
		};
		const ended = (handle: WorkerHandle) => new Promise<string>((done) => handle.onExit(done));
		const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

		test("answers calls, several at once", async () => {
			const { calls } = start();
			expect(await Promise.all([calls.add(1, 2), calls.add(3, 4), calls.add(5, 6)])).toEqual([3, 7, 11]);
		});

		test("bytes are moved, not copied, in both directions", async () => {
			const { calls } = start();
			const bytes = Uint8Array.of(1, 2, 3);
			const answer = calls.back(transfer(bytes, [bytes.buffer]));
			expect(bytes.length).toBe(0);
			expect(await answer).toEqual(Uint8Array.of(1, 2, 3));
		});

		test("errors keep class, code, message and cause; the worker goes on", async () => {
			const { calls } = start();
			await expect(calls.fail("grammar expected x")).rejects.toMatchObject({
				name: "StructuralIndexError",
				code: "language-invalid",
				message: "grammar expected x",
				cause: { message: "inner" },
			});
			expect(await calls.add(1, 1)).toBe(2);
		});

		test("a stack overflow is an error of the call, not the end of the worker", async () => {
			const { calls } = start();
			await expect(calls.overflow()).rejects.toMatchObject({ name: "RangeError" });
			expect(await calls.add(1, 1)).toBe(2);
		});

		test("a crash gives its reason, once", async () => {
			const { handle, calls } = start();
			const reasons: string[] = [];
			handle.onExit((reason) => reasons.push(reason));
			void calls.crash();
			expect(await ended(handle)).toContain("deliberate");
			await pause(50);
			expect(reasons).toHaveLength(1);
		});

		test("a listener that comes after the end is told too", async () => {
			const { handle, calls } = start();
			void calls.crash();
			const reason = await ended(handle);
			expect(await ended(handle)).toBe(reason);
		});

		test("terminate ends an endless loop, silently and again", async () => {
			const { handle, calls } = start();
			expect(await calls.add(1, 1)).toBe(2);
			const reasons: string[] = [];
			handle.onExit((reason) => reasons.push(reason));
			void calls.spin();
			await pause(100);
			const started = performance.now();
			await handle.terminate();
			await handle.terminate();
			expect(performance.now() - started).toBeLessThan(5000);
			await pause(50);
			expect(reasons).toEqual([]);
		});

		test("terminate before the worker is up", async () => {
			const { handle } = start();
			const reasons: string[] = [];
			handle.onExit((reason) => reasons.push(reason));
			await handle.terminate();
			await pause(50);
			expect(reasons).toEqual([]);
		});

		test("releasing the proxy leaves the handle usable", async () => {
			const { handle, calls } = start();
			expect(await calls.add(2, 2)).toBe(4);
			calls[releaseProxy]();
			await handle.terminate();
		});

		// Where a worker has no exit code, its own end is told to nobody.
		const silent = exclusions.includes("exit code");
		test.each(["missing", "throws", ...(silent ? [] : ["exits" as const])] as const)(
			"a script that %s ends with a reason",
			async (kind) => {
				const reason = await ended(spawn(fixture.broken(kind)));
				expect(reason).toMatch(kind === "throws" ? /at start/ : kind === "missing" ? /no-such-worker/ : /worker/);
			},
		);

		where("exit code", () => {
			test("an exit gives its code", async () => {
				const { handle, calls } = start();
				void calls.exit();
				expect(await ended(handle)).toBe("worker exited with code 7");
			});
		});

		where("stderr", () => {
			test("what it printed before its end is in the reason", async () => {
				const { handle, calls } = start();
				void calls.print();
				expect(await ended(handle)).toMatch(/^worker exited with code 1 \(stderr: .*last words\)$/s);
			});
		});
	});
}
