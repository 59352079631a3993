/** The public interface of the browser room, from a page of the built package, under the policy that it needs. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { buildIndex } from "../../../src/node/index.ts";
import { newFolder } from "../../e2e/support.ts";
import { openBrowser } from "../../support/chromium.ts";
import { openRoom, serveRoom } from "./page.ts";

const TREE = {
	"a.py": "from b import helper\n\ndef main():\n    return helper()\n",
	"b.py": "def helper():\n    return 1\n",
	"c.py": "def one():\n    return 1\n",
	"d.py": "def two():\n    return 2\n",
};
const LANGUAGES = {
	"a.py": TREE["a.py"],
	"b.py": TREE["b.py"],
	"c.c": "static int one(void) { return 1; }\nint two(void) { return one() + 1; }\n",
	"d.ts": "export function f(): number { return g(); }\nfunction g() { return 1; }\n",
};

const browser = await openBrowser();
const served = await serveRoom(undefined, (path) =>
	path === "/mortal-engine.js"
		? {
				body: `import "/workers/engine.browser.js";
new BroadcastChannel("mortal").onmessage = () => { throw new Error("deliberate"); };`,
			}
		: undefined,
);
afterAll(() => served.close());

let page: Page | undefined;
const open = async (allow: readonly RegExp[] = []): Promise<Page> => {
	page = await openRoom(browser, served.url, allow);
	return page;
};
afterEach(() => page?.context().close());

describe("building and asking", () => {
	test("a tree of several languages", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const { createBrowserIndexer, sourceFromMap } = room;
			const indexer = createBrowserIndexer();
			const result = await indexer.buildIndex({ source: sourceFromMap(tree, "tree") });
			const index = await indexer.openIndex({ index: "tree" });
			const callers: string[] = [];
			for (const name of ["helper", "one", "g"]) {
				const { results } = await index.resolve_symbol({ name });
				const answer = await index.find_callers({ symbol_id: results[0]!.symbol_id });
				for (const row of answer.results) callers.push(`${row.name} ${row.file_path}:${row.line} ${row.edge_kind}`);
			}
			const paths = [result.manifest_path, result.catalog_path, result.query_helper_path];
			return {
				callers,
				paths,
				status: index.manifest?.status,
				built: result.built,
				name: index.name,
				from: index.source,
			};
		}, LANGUAGES);
		expect(found).toEqual({
			callers: ["main a.py:4 direct", "two c.c:2 direct", "f d.ts:1 direct"],
			paths: [
				"tree/workspace/kb/structural_index/manifest.json",
				"tree/workspace/kb/structural_index/catalog.sqlite",
				"tree/workspace/helpers/query_structural_index.py",
			],
			status: "complete",
			built: true,
			name: "tree",
			from: "catalog",
		});
	});

	test("buildIndex and openIndex share the page's indexer, and what lasts is there after a reload", async () => {
		const page = await open();
		const total = () =>
			page.evaluate(async () => {
				const index = await room.openIndex({ index: "kept" });
				return (await index.get_coverage()).total_files;
			});
		await page.evaluate(
			(tree) => room.buildIndex({ source: room.sourceFromMap(tree, "tree"), index: "kept" }).then(() => {}),
			TREE,
		);
		expect(await total()).toBe(4);
		await page.reload();
		await page.waitForFunction(() => globalThis.room !== undefined);
		expect(await total()).toBe(4);
	});

	test("an index that is not there is empty; a snapshot that is there is left alone", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const none = await indexer.openIndex({ index: "none" });
			const source = room.sourceFromMap(tree, "tree");
			const first = await indexer.buildIndex({ source, snapshot_id: "one" });
			const again = await indexer.buildIndex({ source, snapshot_id: "one" });
			const { total_files, partition_status } = await none.get_coverage();
			return [none.source, total_files, partition_status, first.built, again.built];
		}, TREE);
		expect(found).toEqual(["empty", 0, "empty", true, false]);
	});

	test("a second build parses only what changed, two indexes are built at once, and an open one stays as it was", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const units = (files: Record<string, string>, index: string) =>
				indexer.buildIndex({ source: room.sourceFromMap(files, "tree"), index }).then(({ manifest }) => manifest.units);
			await units(tree, "one");
			const before = await indexer.openIndex({ index: "one" });
			const changed = { ...tree, "b.py": "def helper():\n    return 2\n\n\ndef other():\n    return 3\n" };
			const [again, other] = await Promise.all([units(changed, "one"), units(tree, "two")]);
			const after = await indexer.openIndex({ index: "one" });
			const total = async (index: typeof after) => (await index.resolve_symbol({ name: "other" })).total;
			return { again, other, before: await total(before), after: await total(after) };
		}, TREE);
		expect(found).toEqual({
			again: { total: 4, reused: 3, rebuild: 1, failed: 0 },
			other: { total: 4, reused: 0, rebuild: 4, failed: 0 },
			before: 0,
			after: 1,
		});
	});

	test("dumps: whole, of several at once, and after one that was broken off", async () => {
		const page = await open();
		const [lines, same] = await page.evaluate(async () => {
			const indexer = room.createBrowserIndexer();
			const body = Array.from({ length: 1500 }, (_, i) => `def f${i}():\n    pass\n`).join("");
			await indexer.buildIndex({ source: room.sourceFromMap({ "a.py": body }, "tree") });
			const index = await indexer.openIndex({ index: "tree" });
			const whole = async () => {
				const lines: string[] = [];
				for await (const line of index.dump()) lines.push(line);
				return lines;
			};
			for await (const line of index.dump()) if (line) break;
			const dumps = await Promise.all([whole(), whole()]);
			dumps.push(await whole());
			return [dumps[0]!.length, dumps.every((dump) => dump.join("\n") === dumps[0]!.join("\n"))] as const;
		});
		expect(lines).toBeGreaterThan(3000);
		expect(same).toBe(true);
	});

	test("in memory, the catalog too, for as long as the indexer", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer({ storage: "memory" });
			const { manifest } = await indexer.buildIndex({ source: room.sourceFromMap(tree, "tree") });
			const { kind, reason } = await indexer.storage();
			const names = (await indexer.listIndexes()).map(({ name }) => name);
			await indexer.close();
			const later = await room.createBrowserIndexer({ storage: "memory" }).listIndexes();
			return { status: manifest.status, kind, reason, names, later };
		}, TREE);
		expect(found).toEqual({ status: "complete", kind: "memory", reason: null, names: ["tree"], later: [] });
	});
});

describe("sources", () => {
	test("kept, and read with the catalog's lines whatever their encoding", async () => {
		const page = await open();
		const found = await page.evaluate(async () => {
			const { createBrowserIndexer, sourceFromMap } = room;
			const indexer = createBrowserIndexer();
			const text = "def grüße():\r\n    return 1\r\n\r\ndef zwei():\r\n    return grüße()\r\n";
			const wide = new Uint8Array(2 + text.length * 2);
			wide.set([0xff, 0xfe]);
			for (let i = 0; i < text.length; i++) new DataView(wide.buffer).setUint16(2 + i * 2, text.charCodeAt(i), true);
			const latin = Uint8Array.from(text, (char) => char.charCodeAt(0));
			const marked = new TextEncoder().encode(`\uFEFF${text}`);
			const files = new Map([
				["wide.py", wide],
				["latin.py", latin],
				["marked.py", marked],
			]);
			await indexer.buildIndex({ source: sourceFromMap(files, "tree"), keep_sources: true });
			const index = await indexer.openIndex({ index: "tree" });
			const read = [];
			for (const file of files.keys()) read.push((await index.read_source({ file })).text === text);
			const line = text.split("\n").findIndex((line) => line.includes("zwei")) + 1;
			const lines = (await index.resolve_symbol({ name: "zwei" })).results.map((row) => row.start_line - line);
			return {
				...{ read, lines, listed: (await indexer.listIndexes())[0]?.has_sources },
				unknown: await outcome(() => index.read_source({ file: "none.py" })),
				wrong: await outcome(() => index.read_source({} as never)),
			};
		});
		expect(found).toEqual({
			...{ read: [true, true, true], lines: [0, 0, 0], listed: true },
			unknown: { thrown: expect.objectContaining({ code: "file-not-found" }) },
			wrong: { thrown: expect.objectContaining({ code: "invalid-argument" }) },
		});
	});

	test("not kept, and dropped by a build that does not keep them", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const source = room.sourceFromMap(tree, "tree");
			const read = async (options: { keep_sources?: boolean }) => {
				await indexer.buildIndex({ source, ...options });
				const index = await indexer.openIndex({ index: "tree" });
				const { text } = await index.read_source({ file: "b.py" });
				await index.close();
				return [text, (await indexer.listIndexes())[0]?.has_sources];
			};
			return [await read({}), await read({ keep_sources: true }), await read({ keep_sources: false })];
		}, TREE);
		expect(found).toEqual([
			[null, false],
			[TREE["b.py"], true],
			[null, false],
		]);
	});

	test("files of an input, with what cannot be read told", async () => {
		const page = await open();
		const found = await page.evaluate(async () => {
			const indexer = room.createBrowserIndexer();
			const files = [
				new File(["def f():\n  pass\n"], "a.py"),
				new File([Uint8Array.from({ length: 99 }, (_, i) => i % 7)], "b.py"),
			];
			const { problems, manifest } = await indexer.buildIndex({ source: room.sourceFromFiles(files), index: "files" });
			return { problems, files: manifest.coverage };
		});
		expect(found.problems).toEqual([
			{ file_path: "b.py", status: "skipped", reason: expect.stringMatching(/^binary/) },
		]);
		expect(found.files).toMatchObject({ total_files: 2, indexed_files: 1, skipped_files: 1 });
	});
});

describe("progress, warnings, cancelling", () => {
	test("phases in order, not too often, all before the answer", async () => {
		const page = await open();
		const { events, late, elapsed } = await page.evaluate(async () => {
			const files: Record<string, string> = {};
			for (let i = 0; i < 400; i++) files[`f${i}.py`] = `def f${i}():\n    return f${i}()\n`.repeat(20);
			const events: { phase: string; done: number; total: number }[] = [];
			let answered = false;
			let late = 0;
			const started = performance.now();
			await room.createBrowserIndexer().buildIndex({
				source: room.sourceFromMap(files, "tree"),
				on_progress: ({ phase, done, total }) => {
					events.push({ phase, done, total });
					if (answered) late++;
				},
			});
			answered = true;
			const elapsed = performance.now() - started;
			await new Promise((wake) => setTimeout(wake, 200));
			return { events, late, elapsed };
		});
		const phases = events.map(({ phase }) => phase);
		expect([...new Set(phases)]).toEqual(["scan", "index", "link", "publish"]);
		expect(phases).toEqual([...phases].sort((a, b) => "silp".indexOf(a[0]!) - "silp".indexOf(b[0]!)));
		for (const phase of ["scan", "index"]) {
			expect(events.filter((event) => event.phase === phase).at(-1)).toEqual({ phase, done: 400, total: 400 });
		}
		expect(late).toBe(0);
		expect(events.length).toBeLessThan(12 + (elapsed / 1000) * 20);
	});

	test("a listener that throws ends the build with what it threw", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const source = room.sourceFromMap(tree, "tree");
			const thrown = new Error("of the listener");
			const on_progress = () => {
				throw thrown;
			};
			const error = await indexer.buildIndex({ source, on_progress }).catch((error) => error);
			return [error === thrown, (await indexer.buildIndex({ source })).built];
		}, TREE);
		expect(found).toEqual([true, true]);
	});

	test("warnings come as they arise, and in the result", async () => {
		const page = await open();
		const [told, warnings] = await page.evaluate(async (tree) => {
			const told: string[] = [];
			const source = room.sourceFromMap({ ...tree, ".gitignore": "a\0b" }, "tree");
			const on_warning = (message: string) => void told.push(message);
			return [told, (await room.createBrowserIndexer().buildIndex({ source, on_warning })).warnings];
		}, TREE);
		expect(warnings).toEqual(['ignore file ".gitignore" was not used: it is not UTF-8 text']);
		expect(told).toEqual(warnings);
	});

	test("aborted before it begins, and at each phase: the index that was there stays", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const { manifest } = await indexer.buildIndex({ source: room.sourceFromMap(tree, "tree") });
			const files: Record<string, string> = {};
			for (let i = 0; i < 300; i++) files[`f${i}.py`] = `def f${i}():\n    return f${i}()\n`.repeat(20);
			const source = room.sourceFromMap(files, "tree");
			const codes: unknown[] = [];
			const attempt = async (controller: AbortController, at?: string) => {
				const reason = controller.signal.aborted ? controller.signal.reason : new Error(`at ${at}`);
				const error = await indexer
					.buildIndex({
						...{ source, signal: controller.signal },
						on_progress: ({ phase }) => phase === at && controller.abort(reason),
					})
					.catch((error) => error);
				codes.push(error.code, error.cause === reason);
			};
			const early = new AbortController();
			early.abort(new Error("early"));
			await attempt(early);
			for (const phase of ["scan", "index", "link"]) await attempt(new AbortController(), phase);
			const index = await indexer.openIndex({ index: "tree" });
			const same = index.manifest?.build_id === manifest.build_id;
			const { units } = (await indexer.buildIndex({ source })).manifest;
			return { codes, same, resumed: units.reused > 0, total: units.total };
		}, TREE);
		expect(found).toEqual({
			codes: ["aborted", true, "aborted", true, "aborted", true, "aborted", true],
			...{ same: true, resumed: true, total: 300 },
		});
	});
});

describe("wrong arguments", () => {
	test("are told in the words of the other rooms", async () => {
		const page = await open();
		const wrong: Record<string, unknown>[] = [
			...[
				{ wrkers: 1 },
				{ workers: 0 },
				{ workers: "2" },
				{ languages: [] },
				{ languages: "c" },
				{ languages: ["elvish"] },
			],
			...[{ ignore: "x" }, { gitignore: 1 }, { max_file_bytes: 0 }, { time_budget_ms: 0.5 }, { max_jsonl_records: -1 }],
			...[{ on_progress: 5 }, { on_warning: "x" }, { signal: 5 }, { snapshot_id: 7 }, { snapshot_id: "a\0b" }],
		];
		for (const options of wrong) {
			const expected = await buildIndex({ target_root: import.meta.dirname, ...options }).catch((error) => error);
			const found = await page.evaluate(
				(options) =>
					outcome(() => room.buildIndex({ source: room.sourceFromMap({ "a.py": "" }, "wrong"), ...options } as never)),
				options,
			);
			expect(found).toMatchObject({ thrown: { name: "StructuralIndexError", code: expected.code } });
			const { message } = (found as { thrown: Error }).thrown;
			const known = (text: string) => text.replace(/known are .*/, "known are …");
			expect(known(message)).toBe(known(expected.message));
		}
	});

	test("source, index, keep_sources, paths, names, options of the indexer", async () => {
		const page = await open();
		const found = await page.evaluate(async () => {
			const { buildIndex, createBrowserIndexer, openIndex, sourceFromMap } = room;
			const source = sourceFromMap({ "a.py": "" }, "tree");
			const indexer = createBrowserIndexer();
			const attempts: (() => unknown)[] = [
				() => buildIndex(undefined as never),
				() => buildIndex([] as never),
				() => buildIndex({} as never),
				() => buildIndex({ source: { kind: "memory", name: "x", files: { a: 1 } } as never }),
				() => buildIndex({ source: { kind: "magic", name: "x" } as never }),
				() => buildIndex({ source: { kind: "handle", name: "x", handle: {} } as never }),
				() => buildIndex({ source, target_root: "/" } as never),
				() => buildIndex({ source, index: "" }),
				() => buildIndex({ source, index: 5 as never }),
				() => buildIndex({ source: sourceFromMap({}, "n".repeat(101)) }),
				() => buildIndex({ source, keep_sources: "yes" as never }),
				() => buildIndex({ source, snapshot_id: (() => {}) as never }),
				() => openIndex({ index: "" }),
				() => openIndex({ indx: "a" } as never),
				() => indexer.removeIndex(5 as never),
				() => indexer.importIndex("a", "bytes" as never),
				() => indexer.importIndex("a", new Blob(["neither"])),
				() => indexer.exportIndex("none"),
				() => indexer.exportCatalog("none"),
				() => createBrowserIndexer({ storage: "disk" as never }).storage(),
				() => createBrowserIndexer({ stroage: "opfs" } as never).storage(),
				() => createBrowserIndexer({ workers: { pasre: "/x.js" } as never }).storage(),
				() => createBrowserIndexer({ assets: 5 as never }).storage(),
				() => createBrowserIndexer(null as never).storage(),
				() => createBrowserIndexer([] as never).storage(),
				() => createBrowserIndexer({ workers: [] as never }).storage(),
				() => createBrowserIndexer({ workers: { engine: 5 as never } }).storage(),
			];
			const told: string[] = [];
			for (const attempt of attempts) {
				const { thrown } = (await outcome(attempt)) as { thrown: { code: string; message: string } };
				told.push(`${thrown.code}: ${thrown.message}`);
			}
			return told;
		});
		const source = 'invalid-argument: "source" expected what one of the sourceFrom… functions gives, got';
		const index =
			'invalid-argument: "index" expected a string of 1 to 100 characters without NUL and lone surrogates, got';
		expect(found).toEqual([
			'invalid-argument: "options" expected an object, got undefined',
			'invalid-argument: "options" expected an object, got an array of 0',
			`${source} undefined`,
			`${source} an object`,
			`${source} an object`,
			`${source} an object`,
			expect.stringMatching(/^invalid-argument: unknown option "target_root": /),
			`${index} ""`,
			`${index} 5`,
			expect.stringContaining(`${index} "nnn`),
			'invalid-argument: "keep_sources" expected true or false, got "yes"',
			expect.stringMatching(/^invalid-argument: arguments expected to be values that can be posted to a worker: /),
			`${index} ""`,
			'invalid-argument: unknown option "indx": did you mean "index"?',
			`${index} 5`,
			'invalid-argument: "archive" expected a Blob or File, got "bytes"',
			expect.stringMatching(/^index-foreign: /),
			expect.stringMatching(/^index-missing: /),
			expect.stringMatching(/^index-missing: /),
			'invalid-argument: "storage" expected "opfs" or "memory", got "disk"',
			'invalid-argument: unknown option "stroage": did you mean "storage"?',
			'invalid-argument: "workers" expected an object with the URLs of engine, parse or catalog, got an object',
			'invalid-argument: "assets" expected an absolute URL, got 5',
			'invalid-argument: "options" expected an object, got null',
			'invalid-argument: "options" expected an object, got an array of 0',
			'invalid-argument: "workers" expected an object with the URLs of engine, parse or catalog, got an array of 0',
			'invalid-argument: "workers" expected an object with the URLs of engine, parse or catalog, got an object',
		]);
	});
});

describe("what is stored", () => {
	test("a file that has changed since it was picked is not imported, and that is told", async () => {
		const page = await open();
		const picked = join(newFolder(), "picked");
		mkdirSync(picked);
		writeFileSync(join(picked, "index.tar.gz"), "before");
		await page.setInputFiles("input", picked);
		rmSync(join(picked, "index.tar.gz"));
		const found = await page.evaluate(() => {
			const [file] = document.querySelector("input")?.files ?? [];
			return outcome(() => room.createBrowserIndexer().importIndex("picked", file as File));
		});
		expect(found).toMatchObject({
			thrown: { code: "io", message: expect.stringMatching(/^what is imported cannot be read: ./) },
		});
	});

	test("is listed, exported, imported and removed", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			await indexer.buildIndex({ source: room.sourceFromMap(tree, "tree") });
			const dump = async (name: string) => {
				const index = await indexer.openIndex({ index: name });
				const lines: string[] = [];
				for await (const line of index.dump()) lines.push(line);
				await index.close();
				return lines.join("\n");
			};
			const catalog = await indexer.exportCatalog("tree");
			const archive = await indexer.exportIndex("tree");
			await indexer.importCatalog("from catalog", catalog);
			await indexer.importIndex("from archive", archive);
			const head = new TextDecoder().decode(await catalog.slice(0, 15).arrayBuffer());
			const dumps = [await dump("tree"), await dump("from catalog"), await dump("from archive")];
			const listed = await indexer.listIndexes();
			const { kind, persisted, usage, quota } = await indexer.storage();
			for (const { name } of listed) await indexer.removeIndex(name);
			return {
				...{ head, kind, persisted, listed, same: new Set(dumps).size === 1, left: await indexer.listIndexes() },
				...{ sizes: [catalog.size, archive.size, usage, quota].every((bytes) => (bytes as number) > 0) },
				asked: typeof (await indexer.persist()),
			};
		}, TREE);
		expect(found).toMatchObject({
			...{
				head: "SQLite format 3",
				kind: "opfs",
				persisted: false,
				same: true,
				left: [],
				sizes: true,
				asked: "boolean",
			},
		});
		expect(found.listed.map(({ name }) => name)).toEqual(["from archive", "from catalog", "tree"]);
		expect(found.listed[2]).toMatchObject({
			...{ snapshot_id: "unknown", status: "complete", files: 4, readable: true, has_sources: false },
		});
	});
});

describe("the end of the engine", () => {
	test("rejects what is under way, ends open indexes, and the next call starts another", async () => {
		const page = await open([/deliberate/]);
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer({ workers: { engine: "/mortal-engine.js" } });
			const source = room.sourceFromMap(tree, "tree");
			await indexer.buildIndex({ source });
			const index = await indexer.openIndex({ index: "tree" });
			const building = outcome(() =>
				indexer.buildIndex({ source, on_progress: () => new BroadcastChannel("mortal").postMessage("") }),
			);
			return {
				building: await building,
				index: await outcome(() => index.get_coverage()),
				closed: await outcome(() => index.close()),
				names: (await indexer.listIndexes()).map(({ name }) => name),
				built: (await indexer.buildIndex({ source })).built,
			};
		}, TREE);
		const failed = {
			thrown: {
				name: "StructuralIndexError",
				code: "worker-failed",
				message: expect.stringMatching(/^engine worker failed: .*deliberate/),
			},
		};
		expect(found).toMatchObject({ building: failed, index: failed, names: ["tree"], built: true });
		expect(found.closed).toBeUndefined();
	});

	test("a closed indexer ends what is under way and answers nothing more", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			const building = outcome(() => indexer.buildIndex({ source: room.sourceFromMap(tree, "tree") }));
			await indexer.close();
			await indexer.close();
			return [await building, await outcome(() => indexer.listIndexes())];
		}, TREE);
		const closed = { thrown: { code: "worker-failed", message: "the indexer is closed" } };
		expect(found).toMatchObject([closed, closed]);
	});

	test("queries of a closed index say so, closing again is harmless", async () => {
		const page = await open();
		const found = await page.evaluate(async (tree) => {
			const indexer = room.createBrowserIndexer();
			await indexer.buildIndex({ source: room.sourceFromMap(tree, "tree") });
			const index = await indexer.openIndex({ index: "tree" });
			await index.close();
			await index.close();
			return outcome(() => index.get_coverage());
		}, TREE);
		expect(found).toMatchObject({ thrown: { code: "io", message: "the index is closed" } });
	});
});
