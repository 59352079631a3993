/** Text and names as they are in the wild: every entry ends indexed or in coverage with a reason, and the build ends. */
import { writeFileSync } from "node:fs";
import { type BuildResult, buildIndex, openIndex } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { python, TEXTS } from "../support/hostile-texts.ts";
import { cli, cliJson, expectWhole, helper, newFolder, plant } from "./support.ts";

describe("text", () => {
	const root = newFolder();
	const state = newFolder();
	let result: BuildResult;
	beforeAll(async () => {
		for (const [i, [path, bytes]] of TEXTS.entries()) plant(root, { [path]: bytes(`f${i}`) });
		result = await buildIndex({ target_root: root, state_root: state, workers: 2 });
	});

	test.each(TEXTS.map(([path, bytes, status, reason], i) => ({ path, bytes, status, reason, name: `f${i}` })))(
		"$path is $status",
		async ({ path, bytes, status, reason, name }) => {
			await using index = await openIndex({ state_root: state });
			const { file } = await index.get_coverage({ file: path });
			expect(file?.status, file?.reason ?? "").toBe(status);
			if (reason === null) expect(file?.reason).toBeNull();
			else expect(file?.reason).toMatch(reason);
			if (status === "skipped") expect(helper(state, ["get_coverage", "--file", path])).toMatchObject({ file });
			const defines = String(bytes("")).length > 0 && bytes(name).length !== bytes("").length;
			const { results } = await index.resolve_symbol({ name, file: path });
			expect(results.length, name).toBe(status === "indexed" && defines ? 1 : 0);
			for (const { start_line, end_line } of results) expect(end_line).toBeGreaterThanOrEqual(start_line);
		},
	);

	test("the build is complete, since what was skipped holds no source", () => {
		expect(result.manifest.status).toBe("complete");
		expect(result.manifest.coverage.total_files).toBe(TEXTS.length);
		expectWhole(state);
	});

	test("lines are right whatever ends them and whatever the encoding", async () => {
		await using index = await openIndex({ state_root: state });
		for (const path of ["bom.py", "utf16le.py", "utf16be-unmarked.py", "crlf.py", "no-end.py"]) {
			expect(await index.get_function_boundary({ file: path, line: 2 }), path).toMatchObject({
				start_line: 1,
				end_line: 2,
			});
		}
		expect(await index.get_function_boundary({ file: "latin1.py", line: 2 })).toMatchObject({
			start_line: 2,
			end_line: 3,
		});
	});

	test("names in any script are found, called and printed", async () => {
		await using index = await openIndex({ state_root: state });
		for (const [name, caller] of [
			["größe", "計算"],
			["計算", "مرحبا"],
		] as const) {
			const [symbol] = (await index.resolve_symbol({ name })).results;
			const { results } = await index.find_callers({ symbol_id: symbol?.symbol_id ?? "" });
			expect(results.map((row) => row.name)).toEqual([caller]);
			expect(cli(["callers", name, "--state_root", state]).stdout).toContain(caller);
		}
		expect((await index.resolve_symbol({ name: "e\u0301te\u0301" })).total).toBe(1);
	});
});

const NAMES = [
	"日本語.py",
	"e\u0301te\u0301.py",
	"\u00e9t\u00e9.py",
	"مرحبا.py",
	"new\nline.py",
	'quo"te.py',
	"sin'gle.py",
	"tab\there.py",
	"bell\u0007\u001b[31m.py",
	"right\u202Eyp.py",
	"space end .py",
	" leading.py",
	"-dash.py",
	"back\\slash.py",
	"colon:12.py",
	"percent%00.py",
	"hash#.py",
	"*?[x].py",
	"🦊.py",
	`${"n".repeat(250)}.py`,
];
/** What must never reach a terminal or break a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe("names", () => {
	const root = newFolder();
	const state = newFolder();
	let result: BuildResult;
	beforeAll(async () => {
		for (const [i, name] of NAMES.entries()) {
			plant(root, { [name]: python(`named_${i}`), [`sub\n${i}/${name}`]: python(`deep_${i}`) });
		}
		writeFileSync(
			Buffer.concat([Buffer.from(`${root}/bad`), Buffer.from([0xff, 0xfe]), Buffer.from(".py")]),
			python("odd"),
		);
		result = await buildIndex({ target_root: root, state_root: state, workers: 1 });
	});

	test("every file is there under its own name", async () => {
		expect(result.problems).toEqual([
			{ file_path: "bad\\xff\\xfe.py", status: "failed", reason: "its name is not valid UTF-8" },
		]);
		await using index = await openIndex({ state_root: state });
		for (const [i, name] of NAMES.entries()) {
			for (const [symbol, path] of [
				[`named_${i}`, name],
				[`deep_${i}`, `sub\n${i}/${name}`],
			] as const) {
				const { results } = await index.resolve_symbol({ name: symbol });
				expect(
					results.map((row) => row.file_path),
					path,
				).toEqual([path]);
			}
		}
		expectWhole(state);
	});

	test("a file can be asked for by its name, in all front ends", async () => {
		await using index = await openIndex({ state_root: state });
		for (const [i, name] of NAMES.entries()) {
			// Where `\\` separates folders it is read as that.
			if (name.includes("\\")) continue;
			const expected = { name: `named_${i}`, start_line: 1, end_line: 2 };
			expect(await index.get_function_boundary({ file: name, line: 2 }), name).toMatchObject(expected);
			if (i % 4 !== 0) continue;
			const flags = ["get_function_boundary", `--file=${name}`, "--line", "2"];
			expect(cliJson([...flags, "--state_root", state]), name).toMatchObject(expected);
			expect(helper(state, flags), name).toMatchObject(expected);
		}
	});

	test("tables and JSON spell control and direction characters out", () => {
		const outputs = [
			cli(["callers", "named_4", "--state_root", state]),
			cli(["callees", "named_8", "--state_root", state]),
			cli(["callees", "named_9", "--state_root", state]),
			cli(["where", "bell\u0007\u001b[31m.py:1", "--state_root", state]),
			cli(["resolve_symbol", "--name", "named_8", "--state_root", state]),
			cli(["resolve_symbol", "--name", "named_9", "--state_root", state]),
			cli(["dump", "--state_root", state]),
			cli(["build", root, "--state_root", state, "--quiet"]),
			cli(["where", "none\u001b[31m.py:1", "--state_root", state]),
		];
		for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toMatch(UNSAFE);
		expect(outputs[1]?.stdout).toContain("bell\\u0007\\u001b[31m.py:2");
		expect(outputs[7]?.stdout).toMatch(/^failed: bad\\\\?xff/m);
	});
});
