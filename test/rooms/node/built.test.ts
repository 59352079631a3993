/** The built package's own workers and process. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { transfer, wrap } from "comlink";
import { createNodeHost } from "mantis-structural-index/node";
import { afterAll, expect, test } from "vitest";
import type { ParseWorkerCalls } from "../../../src/core/protocol/calls.ts";
import { PROTOCOL_VERSION } from "../../../src/core/protocol/calls.ts";
import { decodeRecord, isIntact } from "../../../src/core/units/record.ts";

const host = createNodeHost();
const worker = host.workers.spawn("parse");
const parser = wrap<ParseWorkerCalls>(worker.endpoint as never);
afterAll(() => worker.terminate());
const utf8 = (text: string) => new TextEncoder().encode(text);
const run = promisify(execFile);
const script = (body: string) =>
	run(process.execPath, [
		"--input-type=module",
		"-e",
		`import { createNodeHost } from ${JSON.stringify(new URL("../../../dist/node/index.js", import.meta.url).href)};\n${body}`,
	]);

test("a parse worker refuses calls before init, and another version's client", async () => {
	const request = { language: "python", wasm: "x", bytes: utf8("x"), budget_ms: 1000 };
	await expect(parser.extract(request)).rejects.toMatchObject({
		code: "internal",
		message: expect.stringContaining('"init" first'),
	});
	const runtime = await host.assets.read("web-tree-sitter.wasm");
	await expect(parser.init({ version: PROTOCOL_VERSION + 1, runtime })).rejects.toMatchObject({
		code: "internal",
		message: `parse worker expected protocol version ${PROTOCOL_VERSION}, got ${PROTOCOL_VERSION + 1}`,
	});
});

test("a parse worker turns bytes into an intact record, moving both", async () => {
	const text = async (name: string) => new TextDecoder().decode(await host.assets.read(`languages/python/${name}`));
	const definition = JSON.parse(await text("language.json"));
	const query = (await Promise.all(definition.queries.map(text))).join("\n");
	const [{ wasm }] = definition.grammars;
	const modules = { [wasm]: await WebAssembly.compile(await host.assets.read(`grammars/${wasm}.wasm`)) };
	await parser.init({ version: PROTOCOL_VERSION, runtime: await host.assets.read("web-tree-sitter.wasm") });
	await parser.addLanguage({ definition, query, modules });

	const bytes = utf8("\uFEFFdef первый():\n\treturn second()\n");
	const request = { language: "python", wasm, bytes, budget_ms: 10_000 };
	const result = await parser.extract(transfer(request, [bytes.buffer]));
	expect(bytes.length).toBe(0);
	if (result.status !== "indexed") expect.unreachable(result.reason);
	expect(result.heap_bytes).toBeGreaterThan(0);
	expect(isIntact(result.record, host.digest)).toBe(true);
	const facts = decodeRecord(result.record);
	const names = [...facts.symbols.name].map((name) => facts.strings[name]);
	expect(names).toContain("первый");
	expect([...facts.calls.name].map((name) => facts.strings[name])).toEqual(["second"]);
	expect(facts.lines).toBe(2);
});

test("a process ends by itself once its workers are terminated", async () => {
	const { stdout, stderr } = await script(`
		const host = createNodeHost();
		const workers = ["parse", "catalog", "parse"].map((kind) => host.workers.spawn(kind));
		host.clock.timer(3_600_000, () => {});
		await Promise.all(workers.map((worker) => worker.terminate()));
		console.log("done");
	`);
	expect([stdout, stderr]).toEqual(["done\n", ""]);
});

test("what a dying worker prints goes into its reason, not to the terminal", async () => {
	const broken = new URL("workers/throws.mjs", import.meta.url).href;
	const { stdout, stderr } = await script(`
		const host = createNodeHost({ workers: { parse: new URL(${JSON.stringify(broken)}) } });
		host.workers.spawn("parse").onExit((reason) => console.log(reason));
	`);
	expect([stdout, stderr]).toEqual(["worker failed: at start\n", ""]);
});
