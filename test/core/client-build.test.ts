import { describe, expect, test } from "vitest";
import { build } from "../../src/client/build.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { PATHS } from "../../src/core/publish/paths.ts";
import type { BuildOptions, Manifest, ProgressEvent, StructuralIndex } from "../../src/core/types.ts";
import { type Fake, fakeHost, published, STATE, type Tree, toyParser } from "./client-double.ts";

/** Opens what is there as if it were whole. */
const opened = (fake: Fake, over: Partial<Manifest> = {}) => {
	const index = { manifest: { ...JSON.parse(text(fake, PATHS.manifest)), ...over }, close: async () => {} };
	return async () => index as unknown as StructuralIndex;
};
const run = (fake: Fake, options: BuildOptions = {}, open = () => opened(fake)()) =>
	build(fake.host, { state_root: STATE, language_folders: ["/toy"], ...options }, open);
const text = (fake: Fake, path: string) => new TextDecoder().decode(fake.state.get(path));
const units = (fake: Fake) => [...fake.state.keys()].filter((path) => path.startsWith(PATHS.units)).sort();
const leftovers = (fake: Fake) => [...fake.state.keys()].filter((path) => path.startsWith(PATHS.tmp));

const TREE: Tree = { "a.toy": "alpha", "b/c.toy": "gamma", "b/copy.toy": "alpha", "notes.txt": "text" };

describe("build", () => {
	test("publishes manifest, catalog, export and helpers, and says so", async () => {
		const fake = fakeHost({ ...TREE, tool: "#!/usr/bin/env toysh\nrun" });
		const result = await run(fake);
		expect(result).toMatchObject({
			built: true,
			manifest_path: `${STATE}/workspace/kb/structural_index/manifest.json`,
			catalog_path: `${STATE}/workspace/kb/structural_index/catalog.sqlite`,
			query_helper_path: `${STATE}/workspace/helpers/query_structural_index.py`,
			summary: { units: 4, symbols: 4, backends_used: ["tree-sitter"], coverage_status: "complete" },
			problems: [],
			warnings: [],
		});
		const manifest = JSON.parse(text(fake, PATHS.manifest)) as Manifest;
		expect(manifest).toEqual(result.manifest);
		expect(manifest).toMatchObject({
			schema_version: 1,
			snapshot_id: "unknown",
			status: "complete",
			mode: "off",
			stale: false,
			units: { total: 4, reused: 0, rebuild: 4, failed: 0 },
			coverage: { total_files: 5, indexed_files: 4, failed_files: 0, skipped_files: 0, unsupported_files: 1 },
			provider: { kind: "local-build", catalog: "catalog.sqlite" },
			baseline: { source: "none" },
			shards: [],
			deferred_units: [],
			native_indexes: [],
		});
		expect(manifest.provider.backend_versions.toy?.backend_version).toMatch(/^\d+\.\d+\.\d+\+[0-9a-f]{12}$/);
		expect(fake.catalogs[0]?.map(({ path, language, status }) => [path, language, status])).toEqual([
			["a.toy", "toy", "indexed"],
			["b/c.toy", "toy", "indexed"],
			["b/copy.toy", "toy", "indexed"],
			["notes.txt", null, "unsupported"],
			["tool", "toy", "indexed"],
		]);
		expect(text(fake, PATHS.query_helper)).toMatch(/^# MANTIS_HELPER_VERSION = 5\n/);
		expect(units(fake)).toHaveLength(3);
		expect(units(fake)[0]).toMatch(/^kb\/structural_index\/units\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/);
		expect(leftovers(fake)).toEqual([]);
	});

	test("a second build reuses all units; one changed file rebuilds one; a damaged record is a miss", async () => {
		const fake = fakeHost({ ...TREE });
		const first = await run(fake);
		const second = await run(fake);
		expect(second.manifest.units).toEqual({ total: 3, reused: 3, rebuild: 0, failed: 0 });
		expect(second.manifest.root_fingerprint).toBe(first.manifest.root_fingerprint);
		expect(second.manifest.build_id).not.toBe(first.manifest.build_id);
		expect(fake.spawned.parse).toBe(2);

		fake.tree["b/c.toy"] = "changed";
		const third = await run(fake);
		expect(third.manifest.units).toEqual({ total: 3, reused: 2, rebuild: 1, failed: 0 });
		expect(third.manifest.root_fingerprint).not.toBe(first.manifest.root_fingerprint);

		const [damaged] = units(fake) as [string];
		const record = fake.state.get(damaged) as Uint8Array;
		record[record.length - 1] ^= 1;
		const fourth = await run(fake);
		expect(fourth.manifest.units.rebuild).toBeGreaterThan(0);
		const whole = await run(fake);
		expect(whole.manifest.units).toEqual({ total: 3, reused: 3, rebuild: 0, failed: 0 });
	});

	test("the same snapshot id touches nothing; another one reuses units; a failed index is built again", async () => {
		const fake = fakeHost({ ...TREE });
		await run(fake, { snapshot_id: "v1" });
		fake.onWrite = (path) => expect.unreachable(`wrote ${path}`);
		const again = await run(fake, { snapshot_id: "v1" });
		expect(again).toMatchObject({
			built: false,
			manifest: { snapshot_id: "v1" },
			summary: { coverage_status: "complete" },
		});
		fake.onWrite = () => {};
		const other = await run(fake, { snapshot_id: "v2" });
		expect(other).toMatchObject({ built: true, manifest: { snapshot_id: "v2", units: { reused: 3 } } });

		const failing = fakeHost({ "a.toy": "FAIL" });
		expect((await run(failing, { snapshot_id: "v1" })).manifest.status).toBe("failed");
		expect((await run(failing, { snapshot_id: "v1" })).built).toBe(true);
	});

	test("an index whose catalog is gone, or whose publication was cut off, is built again though its id fits", async () => {
		const fake = fakeHost({ ...TREE });
		await run(fake, { snapshot_id: "v1" });
		fake.state.delete(PATHS.catalog);
		const rebuilt = await run(fake, { snapshot_id: "v1" });
		expect(rebuilt.built).toBe(true);
		expect(rebuilt.warnings.join()).toMatch(/catalog\.sqlite is missing/);
		const other = await run(fake, { snapshot_id: "v1" }, opened(fake, { build_id: "another" }));
		expect(other.built).toBe(true);
		expect(other.warnings.join()).toMatch(
			/cannot be used and is replaced: build_id expected [0-9a-f]{32}, got another/,
		);
		const damaged = await run(fake, { snapshot_id: "v1" }, () => Promise.reject(new Error("malformed")));
		expect(damaged.built).toBe(true);
		expect(damaged.warnings.join()).toMatch(/cannot be used and is replaced: malformed/);
		fake.state.set(`${PATHS.tmp}/publishing`, new Uint8Array());
		expect((await run(fake, { snapshot_id: "v1" })).warnings.join()).toMatch(/ended while it was publishing/);
		expect(leftovers(fake)).toEqual([]);
	});

	test("an export of the same snapshot without a manifest is reused, a mere pointer is not", async () => {
		const fake = fakeHost({ ...TREE });
		const lines = [
			{ _provenance: true, snapshot_id: "v1", tool: "ctags" },
			{ _type: "function", key: "a.c:f", start_line: 1, end_line: 2, signature: "f()", calls: ["g"] },
			{ _type: "call_edge", caller: "f", callee: "g", file: "a.c", line: 2 },
		];
		const encode = (records: object[]) => new TextEncoder().encode(records.map((r) => JSON.stringify(r)).join("\n"));
		fake.state.set(PATHS.jsonl, encode(lines));
		const reused = await run(fake, { snapshot_id: "v1" });
		expect(reused).toMatchObject({ built: false, summary: { symbols: 1, call_edges: 1, coverage_status: "partial" } });
		expect([...fake.state.keys()]).toEqual([PATHS.jsonl]);
		fake.state.set(PATHS.jsonl, encode([{ ...lines[0], full_export: false }]));
		expect((await run(fake, { snapshot_id: "v1" })).built).toBe(true);

		const damaged = fakeHost({ ...TREE });
		damaged.state.set(PATHS.jsonl, encode([lines[0] as object, { _type: "function" }]));
		const rebuilt = await run(damaged, { snapshot_id: "v1" });
		expect(rebuilt.built).toBe(true);
		expect(rebuilt.warnings.join()).toMatch(/line 2 expected a record/);
	});

	test.each([
		["bad JSON", "{oops"],
		["another shape", '{"schema_version":1}'],
		["an older version", '{"schema_version":0,"snapshot_id":"v1"}'],
		["no version", '{"snapshot_id":"v1"}'],
	])("a manifest with %s is replaced with a warning", async (_, content) => {
		const fake = fakeHost({ ...TREE });
		fake.state.set(PATHS.manifest, new TextEncoder().encode(content));
		const heard: string[] = [];
		const result = await run(fake, { snapshot_id: "v1", on_warning: (message) => heard.push(message) });
		expect(result.built).toBe(true);
		expect(result.warnings.join()).toMatch(/the manifest cannot be used and is replaced/);
		expect(heard).toEqual(result.warnings);
		expect(JSON.parse(text(fake, PATHS.manifest)).snapshot_id).toBe("v1");
	});

	test("a manifest of a newer version is never touched", async () => {
		for (const snapshot_id of ["v1", "unknown"]) {
			const fake = fakeHost({ ...TREE });
			fake.state.set(PATHS.manifest, new TextEncoder().encode('{"schema_version":2,"snapshot_id":"v1"}'));
			fake.onWrite = (path) => expect.unreachable(`wrote ${path}`);
			await expect(run(fake, { snapshot_id })).rejects.toMatchObject({
				code: "index-foreign",
				message: expect.stringContaining("schema_version expected at most 1, got 2"),
			});
		}
	});

	test.each<[string, Tree, BuildOptions, string]>([
		["nothing to index", { "a.txt": "x" }, {}, "empty"],
		["an empty tree", {}, {}, "empty"],
		["all indexed", { "a.toy": "x" }, {}, "complete"],
		["a binary and a link beside", { "a.toy": "x", "b.toy": "BINARY", "l.toy": link() }, {}, "complete"],
		["only a binary", { "b.toy": "BINARY" }, {}, "empty"],
		["one failed", { "a.toy": "x", "b.toy": "FAIL" }, {}, "partial"],
		["all failed", { "b.toy": "FAIL" }, {}, "failed"],
		["a locked folder", { "a.toy": "x", locked: "unlistable" }, {}, "partial"],
		["one too large", { "a.toy": "x", "b.toy": "larger than that" }, { max_file_bytes: 10 }, "partial"],
		["a language not asked for", { "a.toy": "x", "b.py": "x" }, { languages: ["toy"] }, "complete"],
	])("status: %s", async (_, tree, options, status) => {
		const fake = fakeHost(tree);
		const { manifest, summary, problems } = await run(fake, options);
		expect(manifest.status).toBe(status);
		const { coverage, units } = manifest;
		const { indexed_files, failed_files, deferred_files, skipped_files, unsupported_files } = coverage;
		expect(indexed_files + failed_files + deferred_files + skipped_files + unsupported_files).toBe(
			coverage.total_files,
		);
		expect(problems).toHaveLength(failed_files + skipped_files);
		expect(units.total).toBe(units.reused + units.rebuild + units.failed);
		expect(units.rebuild).toBe(indexed_files);
		if (status === "empty") {
			expect(summary.message).toBe("Structural index is empty — structural context unavailable.");
			expect(summary.backends_used).toEqual([]);
		}
		expect(fake.state.has(PATHS.catalog)).toBe(true);
	});

	test("files that vanish, change, hang, crash or cannot be read are failed with the reason; the rest is indexed", async () => {
		const fake = fakeHost({
			"a.toy": "fine",
			"crash.toy": "CRASH",
			"gone.toy": "x",
			"grown.toy": "x",
			"hang.toy": "HANG",
			"z.toy": "fine too",
		});
		fake.onRead = (path) => {
			if (path === "gone.toy") delete fake.tree[path];
			if (path === "grown.toy") fake.tree[path] = "xyz";
		};
		fake.host.clock = { ...fake.host.clock, timer: shortTimer };
		const { problems, manifest } = await run(fake, { time_budget_ms: 10 });
		expect(problems).toEqual([
			{
				file_path: "crash.toy",
				status: "failed",
				reason: "it ended the worker that parsed it: worker exited with code 7",
			},
			{ file_path: "gone.toy", status: "failed", reason: "cannot be read: ENOENT gone.toy" },
			{
				file_path: "grown.toy",
				status: "failed",
				reason: "changed while the index was built: 1 bytes when listed, 3 when read",
			},
			{ file_path: "hang.toy", status: "failed", reason: "time budget of 10 ms exceeded" },
		]);
		expect(manifest).toMatchObject({ status: "partial", units: { total: 6, rebuild: 2, failed: 4 } });
	});

	test("the same tree gives the same coverage whatever the number of workers", async () => {
		const tree: Tree = {};
		for (let i = 0; i < 60; i++)
			tree[`d${i % 7}/f${i}.toy`] = i % 13 === 5 ? `CRASH ${i}` : i % 9 === 4 ? "FAIL" : `text ${i % 20}`;
		const outcomes = [];
		for (const workers of [1, 4]) {
			const fake = fakeHost(tree);
			const { manifest } = await run(fake, { workers });
			const { units, coverage, root_fingerprint } = manifest;
			outcomes.push({
				coverage,
				root_fingerprint,
				total: units.total,
				files: fake.catalogs[0],
				stored: units && unitsOf(fake),
			});
		}
		expect(outcomes[1]).toEqual(outcomes[0]);
	});

	test("wherever writing fails, the index that was there stays whole and the error says so", async () => {
		const old = fakeHost({ ...TREE });
		await run(old, { snapshot_id: "v1" });
		const before = published(old);
		for (let k = 1; ; k++) {
			const fake = fakeHost({ ...TREE, "new.toy": "new" });
			for (const [path, data] of old.state) fake.state.set(path, data.slice());
			let writes = 0;
			fake.onWrite = (path) => {
				if (++writes >= k) throw new StructuralIndexError("state-unwritable", `no space left for ${path}`);
			};
			const outcome = await run(fake, { snapshot_id: "v2" }).then(
				() => undefined,
				(error: StructuralIndexError) => error,
			);
			if (outcome === undefined) {
				expect(k).toBeGreaterThan(8);
				break;
			}
			expect(outcome).toMatchObject({ code: "state-unwritable", message: expect.stringContaining("no space left") });
			// Old manifest with old catalog, or the new catalog (which carries its own manifest) with the mark that distrusts it.
			const mixed = text(fake, PATHS.catalog).includes("new.toy");
			if (mixed) expect(fake.state.has(`${PATHS.tmp}/publishing`)).toBe(true);
			else if (text(fake, PATHS.jsonl).includes('"v1"')) expect(published(fake)).toBe(before);
			expect(JSON.parse(text(fake, PATHS.manifest)).snapshot_id).toBe("v1");
			fake.onWrite = () => {};
			const next = await run(fake, { snapshot_id: "v2" });
			expect(next).toMatchObject({ built: true, manifest: { status: "complete", snapshot_id: "v2" } });
			expect(leftovers(fake)).toEqual([]);
		}
	});

	test("a state folder that cannot be written is found before any work", async () => {
		const fake = fakeHost({ ...TREE });
		fake.onWrite = () => {
			throw new StructuralIndexError("state-unwritable", "read-only");
		};
		fake.onRead = (path) => expect.unreachable(`read ${path}`);
		await expect(run(fake, { target_root: "/code" })).rejects.toMatchObject({ code: "state-unwritable" });
		expect(fake.spawned).toEqual({ parse: 0, catalog: 0 });
	});

	test("an abort in any phase ends the workers, removes what was temporary, keeps the index", async () => {
		for (const phase of ["scan", "index", "link"]) {
			const fake = fakeHost({ ...TREE });
			await run(fake, { snapshot_id: "v1" });
			const before = published(fake);
			for (const key of units(fake)) fake.state.delete(key);
			fake.tree["slow.toy"] = "HANG";
			if (phase === "link") delete fake.tree["slow.toy"];
			const controller = new AbortController();
			const on_progress = (event: ProgressEvent) => {
				if (event.phase === phase) setTimeout(() => controller.abort("enough"), 5);
			};
			if (phase === "link") {
				const { catalog } = fake;
				fake.catalog = (exit) => ({ ...catalog(exit), finish: () => new Promise(() => {}) });
			}
			const aborted = run(fake, { snapshot_id: "v2", signal: controller.signal, on_progress });
			await expect(aborted).rejects.toMatchObject({ code: "aborted", cause: "enough" });
			expect(published(fake)).toBe(before);
			expect(leftovers(fake)).toEqual([]);
			expect(fake.terminated).toBe(fake.spawned.parse + fake.spawned.catalog);
		}
		const fake = fakeHost({ ...TREE });
		fake.onWrite = (path) => expect.unreachable(`wrote ${path}`);
		await expect(run(fake, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
	});

	test("a catalog worker that refuses or dies ends the build with its error, and no worker stays", async () => {
		const cases: [Partial<ReturnType<Fake["catalog"]>> | "dies", object][] = [
			["dies", { code: "worker-failed", message: "catalog worker ended: out of memory" }],
			[{ begin: () => fail("state-unwritable", "disk full") }, { code: "state-unwritable", message: "disk full" }],
			[{ add: () => fail("index-corrupt", "a.toy: no record") }, { code: "index-corrupt" }],
			[{ finish: () => fail("state-unwritable", "disk full") }, { code: "state-unwritable" }],
			[
				{ finish: () => Promise.reject(new RangeError("a defect")) },
				{ code: "internal", message: "catalog worker: a defect" },
			],
		];
		for (const [broken, expected] of cases) {
			const fake = fakeHost({ ...TREE });
			const { catalog } = fake;
			fake.catalog = (exit) => {
				if (broken !== "dies") return { ...catalog(exit), ...broken };
				setTimeout(() => exit("out of memory"), 1);
				return { ...catalog(exit), begin: () => new Promise(() => {}) };
			};
			await expect(run(fake)).rejects.toMatchObject(expected);
			expect(fake.state.has(PATHS.manifest)).toBe(false);
			expect(leftovers(fake)).toEqual([]);
			// A worker that has died cannot be terminated.
			expect(fake.terminated).toBe(fake.spawned.parse + fake.spawned.catalog - (broken === "dies" ? 1 : 0));
		}
	});

	test("parse workers that cannot start end the build", async () => {
		const fake = fakeHost({ ...TREE });
		fake.parse = (exit) => ({ ...toyParser(exit), init: () => fail("grammar-incompatible", "ABI 12") });
		await expect(run(fake)).rejects.toMatchObject({ code: "grammar-incompatible" });
		expect(leftovers(fake)).toEqual([]);
	});

	test("progress tells each phase, ends each, and never more than it does", async () => {
		const tree: Tree = {};
		for (let i = 0; i < 300; i++) tree[`f${i}.toy`] = `text ${i}`;
		const fake = fakeHost(tree);
		const events: ProgressEvent[] = [];
		await run(fake, { on_progress: (event) => events.push(event) });
		const phases = [...new Set(events.map((event) => event.phase))];
		expect(phases).toEqual(["scan", "index", "link", "publish"]);
		for (const phase of phases) {
			const own = events.filter((event) => event.phase === phase);
			const last = own.at(-1) as ProgressEvent;
			expect(last.done).toBe(last.total);
			expect(last.bytes).toBe(last.total_bytes);
			expect(own.every((event, i) => event.done >= (own[i - 1]?.done ?? 0) && event.done <= event.total)).toBe(true);
			const span = last.elapsed_ms - (own[0] as ProgressEvent).elapsed_ms;
			expect(own.length).toBeLessThanOrEqual(3 + span / 100);
		}
		expect(events.find((event) => event.phase === "index")).toMatchObject({ total: 300 });
		expect(events.filter((event) => event.phase === "scan").at(-1)?.total).toBe(300);
	});

	test("unknown languages and options end it before anything is read", async () => {
		const fake = fakeHost({ ...TREE });
		fake.onWrite = (path) => expect.unreachable(`wrote ${path}`);
		await expect(run(fake, { languages: ["cobol"] })).rejects.toMatchObject({
			code: "language-unknown",
			message: expect.stringMatching(/expected one of .*toy.*, got "cobol"/),
		});
		await expect(run(fake, { worker: 2 } as BuildOptions)).rejects.toThrow(
			'unknown option "worker": did you mean "workers"?',
		);
	});

	test("mode halt marks the index stale", async () => {
		const fake = fakeHost({ ...TREE });
		const active_snapshot = { root: "/code", snapshot_id: "live:2026", snapshot_pinned: false };
		fake.state.set(".mantis_state.json", new TextEncoder().encode(JSON.stringify({ active_snapshot })));
		expect((await run(fake)).manifest).toMatchObject({ snapshot_id: "live:2026", mode: "halt", stale: true });
	});

	test("what ignore rules left out is counted in the manifest", async () => {
		const fake = fakeHost({ ...TREE, ".gitignore": "*.log\nsecret/\n", "a.log": "x", "secret/b.toy": "x" });
		expect((await run(fake)).manifest.scan).toEqual({ ignored_files: 1, ignored_folders: 1 });
	});

	test("source under way is bounded, and one larger file goes alone", async () => {
		const tree: Tree = {};
		for (let i = 0; i < 12; i++) tree[`f${i}.toy`] = `${i}`.padEnd(5 * 1024 * 1024, "x");
		tree["large.toy"] = "L".padEnd(20 * 1024 * 1024, "x");
		const fake = fakeHost(tree);
		let under = 0;
		let most = 0;
		const { read } = fake.host.files;
		fake.host.files.read = async (root, path) => {
			const bytes = await read(root, path);
			under += bytes.length;
			most = Math.max(most, under);
			return bytes;
		};
		fake.parse = (exit) => {
			const calls = toyParser(exit);
			return {
				...calls,
				async extract(request) {
					const result = await calls.extract({ ...request, bytes: request.bytes.slice(0, 10) });
					under -= request.bytes.length;
					return result;
				},
			};
		};
		await run(fake, { workers: 8 });
		expect(most).toBe(20 * 1024 * 1024);
	});
});

function link() {
	return { kind: "link" as const, size: 1, target: { kind: "file" as const, inside: true } };
}

function fail(code: StructuralIndexError["code"], message: string): Promise<never> {
	return Promise.reject(new StructuralIndexError(code, message));
}

function unitsOf(fake: Fake) {
	return units(fake).map((path) => [path, text(fake, path)]);
}

function shortTimer(ms: number, callback: () => void): () => void {
	const timer = setTimeout(callback, ms > 30_000 ? ms : Math.min(ms, 50));
	return () => clearTimeout(timer);
}
