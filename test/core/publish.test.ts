import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type { StateFolder } from "../../src/core/host.ts";
import { HELPER_FIRST_LINE, leave, PUBLISHING, publish, takeOver } from "../../src/core/publish/commit.ts";
import { exportJsonl, parseJsonl, parseJsonlHeader } from "../../src/core/publish/jsonl.ts";
import { encodeManifest, parseManifest } from "../../src/core/publish/manifest.ts";
import { PATHS } from "../../src/core/publish/paths.ts";
import type { Manifest } from "../../src/core/types.ts";
import { decodeRecord } from "../../src/core/units/record.ts";
import { nodeDigest } from "../../src/node/digest.ts";
import { linkOf, manifestOf, record, SPECS } from "./catalog-fixture.ts";

const source = (path: string) => readFileSync(new URL(`../../src/core/publish/${path}`, import.meta.url));
const helpers = {
	query: new Uint8Array(source("helpers/query_structural_index.py")),
	build: new Uint8Array(source("helpers/build_structural_index.py")),
};
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const bytes = (value: string) => new TextEncoder().encode(value);

function manifest(over: Partial<Manifest> = {}): Manifest {
	return {
		...manifestOf(SPECS),
		counts: { symbols: 17, call_edges: 14, resolved_edges: 10 },
		compat_pointer: { path: "structural_index.jsonl", full_export: true, symbol_count: 17 },
		...over,
	};
}

const linked = () =>
	linkOf(SPECS)(
		[...SPECS]
			.sort((a, b) => (a.path < b.path ? -1 : 1))
			.map((spec) => ({ path: spec.path, language: spec.language, facts: decodeRecord(record(spec)) })),
		[],
		nodeDigest,
	);

describe("manifest", () => {
	test("comes back as it was written", () => {
		expect(parseManifest(encodeManifest(manifest()), "m")).toEqual(manifest());
	});

	test("the shipped schema accepts it and refuses a broken one", () => {
		const validate = new Ajv({ strict: true, allErrors: true }).compile(
			JSON.parse(source("manifest.schema.json").toString()),
		);
		expect(validate(JSON.parse(text(encodeManifest(manifest()))))).toBe(true);
		expect(
			validate(JSON.parse(text(encodeManifest(manifest({ scan: { ignored_files: 1, ignored_folders: 2 } }))))),
		).toBe(true);
		for (const key of Object.keys(manifest())) {
			const { [key as keyof Manifest]: _, ...rest } = manifest();
			expect(validate(rest), key).toBe(false);
		}
		for (const bad of [
			{ status: "fine" },
			{ schema_version: 2 },
			{ units: { total: -1 } },
			{ root_fingerprint: "x" },
			{ stale: "no" },
		]) {
			expect(validate({ ...manifest(), ...bad }), JSON.stringify(bad)).toBe(false);
		}
	});

	test.each([
		["status", { status: "fine" }, /status expected one of complete, partial, empty, failed, got "fine"/],
		["units", { units: [] }, /units expected an object, got an array of 0/],
		["units.total", { units: { total: "3" } }, /units\.total expected a number, got "3"/],
		["provider", { provider: null }, /provider expected an object, got null/],
		[
			"precision",
			{ provider: { ...manifest().provider, backend_versions: { c: { backend_name: "x" } } } },
			/c entry.precision/,
		],
		["shards", { shards: {} }, /shards expected an array, got an object/],
	])("a wrong %s is named", (_, over, message) => {
		const parse = () => parseManifest(JSON.stringify({ ...manifest(), ...over }), "/x/manifest.json");
		expect(parse).toThrow(StructuralIndexError);
		expect(parse).toThrow(message);
		expect(parse).toThrow("/x/manifest.json");
	});
});

describe("JSONL", () => {
	const header = { snapshot_id: "snap-1", tool: "tree-sitter", stale: false };

	test("has the lines of the contract", () => {
		const lines = text(exportJsonl(linked(), header, 10_000).text).split("\n");
		expect(JSON.parse(lines[0] as string)).toMatchObject({
			_provenance: true,
			snapshot_id: "snap-1",
			tool: "tree-sitter",
		});
		expect(lines.at(-1)).toBe("");
		expect(JSON.parse(lines.find((line) => line.includes("src/p.c:feed")) as string)).toMatchObject({
			_type: "function",
			key: "src/p.c:feed",
			start_line: 10,
			end_line: 30,
			signature: "int feed(char *buf, size_t len)",
			calls: ["CHECK", "memcpy"],
		});
		expect(lines).toContain('{"_type":"call_edge","caller":"main","callee":"feed","file":"src/p.c","line":41}');
		expect(lines).toContain(
			'{"_type":"call_edge","caller":"parser.py","callee":"feed","file":"html/parser.py","line":55}',
		);
	});

	test("holds all functions and calls up to the limit, above it the header alone", () => {
		const records = 10 + 14;
		const full = exportJsonl(linked(), header, records);
		expect(full.full_export).toBe(true);
		const { functions, calls } = parseJsonl(full.text, "x");
		expect([functions.length, calls.length]).toEqual([10, 14]);
		const pointer = exportJsonl(linked(), header, records - 1);
		expect(pointer.full_export).toBe(false);
		expect(text(pointer.text).split("\n")).toHaveLength(2);
		expect(parseJsonlHeader(pointer.text, "x")).toMatchObject({ snapshot_id: "snap-1", full_export: false });
	});
});

describe("publishing", () => {
	/** A state folder in memory whose k-th change fails. */
	class Memory implements StateFolder {
		readonly location = "/state/workspace";
		readonly log: string[] = [];
		files = new Map<string, string>();
		failAt = Number.POSITIVE_INFINITY;

		locate(path: string) {
			return `${this.location}/${path}`;
		}
		async read(path: string) {
			const found = this.files.get(path);
			return found === undefined ? undefined : bytes(found);
		}
		async write(path: string, content: Uint8Array) {
			this.#change(`write ${path}`);
			this.files.set(path, text(content));
		}
		async rename(from: string, to: string) {
			this.#change(`rename ${to}`);
			this.files.set(to, this.files.get(from) ?? "missing");
			this.files.delete(from);
		}
		async remove(path: string) {
			for (const name of [...this.files.keys()])
				if (name === path || name.startsWith(`${path}/`)) this.files.delete(name);
		}
		async list(folder: string) {
			const below = [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`));
			return [...new Set(below.map((path) => path.slice(folder.length + 1).split("/")[0] as string))];
		}
		async sync(path: string) {
			this.#change(`sync ${path}`);
		}
		#change(what: string) {
			if (this.log.length >= this.failAt) throw new StructuralIndexError("state-unwritable", `${what}: disk full`);
			this.log.push(what);
		}
	}

	const folder = `${PATHS.tmp}/two`;
	const publication = (build_id: string) => ({
		folder,
		jsonl: bytes(`jsonl ${build_id}`),
		manifest: manifest({ build_id }),
		elapsed_ms: () => 4321,
		helpers,
	});
	const prepared = () => {
		const state = new Memory();
		state.files.set(`${folder}/catalog.sqlite`, "catalog two");
		return state;
	};

	test("the manifest comes last, from tmp, synced", async () => {
		const state = prepared();
		const returned = await publish(state, publication("two"));
		expect(state.log.slice(-3)).toEqual([
			`write ${folder}/manifest.json`,
			`sync ${folder}/manifest.json`,
			`rename ${PATHS.manifest}`,
		]);
		const order = [PATHS.build_helper, PATHS.query_helper, PATHS.jsonl, PATHS.catalog, PATHS.manifest];
		expect(state.log.filter((line) => line.startsWith("rename "))).toEqual(order.map((path) => `rename ${path}`));
		expect([...state.files.keys()].sort()).toEqual([...order].sort());
		expect(parseManifest(state.files.get(PATHS.manifest) ?? "", "m")).toEqual(returned);
		expect(returned).toMatchObject({ build_id: "two", build_duration_ms: 4321 });
	});

	test("a failure at any step leaves an index that is whole", async () => {
		const whole = prepared();
		await publish(whole, publication("two"));
		for (let failAt = 0; failAt < whole.log.length; failAt++) {
			const state = prepared();
			state.files.set(PATHS.catalog, "catalog one");
			state.files.set(PATHS.manifest, text(encodeManifest(manifest({ build_id: "one" }))));
			state.failAt = failAt;
			await expect(publish(state, publication("two"))).rejects.toMatchObject({ code: "state-unwritable" });
			expect(parseManifest(state.files.get(PATHS.manifest) ?? "", "m").build_id).toBe("one");
			expect(["catalog one", "catalog two"]).toContain(state.files.get(PATHS.catalog));
			await takeOver(state);
			await leave(state, folder);
			const left = [...state.files.keys()].filter((path) => path.startsWith(PATHS.tmp));
			expect(left).toEqual(failAt === 0 ? [] : [PUBLISHING]);
		}
	});

	test("a build whose folder another one removed publishes nothing", async () => {
		const state = prepared();
		state.files.set(`${PATHS.tmp}/three/catalog.sqlite`, "catalog three");
		await takeOver(state);
		const before = [...state.files];
		await expect(publish(state, publication("two"))).rejects.toMatchObject({ code: "state-unwritable" });
		expect([...state.files]).toEqual(before);
		expect(state.log).toEqual([]);
	});

	test("helpers of this version stay, others are replaced", async () => {
		const state = prepared();
		const own = `${HELPER_FIRST_LINE}\nprint("mine")\n`;
		state.files.set(PATHS.query_helper, own);
		state.files.set(PATHS.build_helper, `${HELPER_FIRST_LINE}1\nprint("old")\n`);
		await publish(state, publication("two"));
		expect(state.files.get(PATHS.query_helper)).toBe(own);
		expect(state.files.get(PATHS.build_helper)).toBe(text(helpers.build));
	});

	test("both helpers begin with the version line", () => {
		for (const helper of Object.values(helpers)) expect(text(helper).split("\n")[0]).toBe(HELPER_FIRST_LINE);
	});
});
