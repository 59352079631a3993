/** No more permissions than the two folders and the package; each that is missing is one sentence that names the flag. */
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BuildResult } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder, plant, SMALL } from "../../e2e/support.ts";
import { type Call, type Flags, folder, needed, PACKAGE, use, useJson } from "./project.ts";

type Built = Pick<BuildResult, "manifest" | "problems" | "warnings">;

const code = plant(newFolder(), {
	...SMALL,
	"secret/key.py": "def key(): pass\n",
	"shop/hidden.py": "def h(): pass\n",
});
const indexed = newFolder();
const build = (state_root: string, target_root = code): Call => ({
	call: "build",
	options: { target_root, state_root, workers: 1 },
});
const without = (call: Call, kind: "read" | "write", path: string): Flags => {
	const flags = needed(call);
	const left = flags[kind]?.filter((each) => each !== path) ?? [];
	return { ...flags, [kind]: left.length === 0 ? undefined : left };
};

beforeAll(() => {
	expect(useJson<Built>(build(indexed)).manifest.status).toBe("complete");
});

/** One line, no stack trace. */
const fails = (call: Call, flags: Flags, message: string) => {
	const { status, stdout, stderr } = use(call, flags);
	expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: "", stderr: `${message}\n` });
};

test("with exactly the flags of the table it builds and answers", () => {
	const open: Call = { call: "open", options: { state_root: indexed } };
	expect(useJson(open)).toMatchObject({ source: "catalog", coverage: { partition_status: "complete" } });
});

describe("a missing permission names its flag", () => {
	test("to read the source tree", () => {
		const call = build(newFolder());
		const { state_root } = call.options as { state_root: string };
		const message = `root-unreadable: source root "${code}" (from target_root) expected a readable folder, got one that Deno may not read: run it with --allow-read=${code}`;
		fails(call, without(call, "read", code), message);
		expect(readdirSync(state_root)).toEqual([]);
	});

	test("to read a source tree that is not there: as unknown as one that is", () => {
		const call = build(newFolder(), `${code}-none`);
		fails(
			call,
			without(call, "read", `${code}-none`),
			`root-unreadable: source root "${code}-none" (from target_root) expected a readable folder, got one that Deno may not read: run it with --allow-read=${code}-none`,
		);
	});

	test("to read the state root", () => {
		const call = build(indexed);
		fails(
			call,
			without(call, "read", indexed),
			`io: cannot read the state folder "${indexed}": run Deno with --allow-read=${indexed}`,
		);
		fails(
			call,
			{ read: [code, PACKAGE] },
			`io: cannot read the state folder "${indexed}": run Deno with --allow-read=${indexed} (and with --allow-write=${indexed} to build)`,
		);
	});

	test.each(["open", "dump"] as const)("to read an index: %s is no empty answer", (call) => {
		const asked: Call = { call, options: { state_root: indexed } };
		const { status, stdout, stderr } = use(asked, { read: [PACKAGE] });
		expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
		expect(stderr).toBe(
			`io: cannot read the state folder "${indexed}": run Deno with --allow-read=${indexed} (and with --allow-write=${indexed} to build)\n`,
		);
	});

	test("to write the state root, before anything is read", () => {
		const call = build(newFolder());
		const { state_root } = call.options as { state_root: string };
		const { status, stderr } = use(call, without(call, "write", state_root));
		expect(status).toBe(1);
		expect(stderr).toMatch(
			new RegExp(
				`^state-unwritable: cannot write "${state_root}/workspace/.*": run Deno with --allow-write=${state_root}\n$`,
			),
		);
	});

	test("to read the package", () => {
		const call = build(newFolder());
		fails(
			call,
			without(call, "read", PACKAGE),
			`worker-failed: cannot start the catalog worker from "${PACKAGE}/dist/workers/catalog.deno.js": run Deno with --allow-read=${PACKAGE}/dist`,
		);
		const open: Call = { call: "open", options: { state_root: indexed } };
		fails(
			open,
			{ read: [indexed] },
			`io: cannot read the asset wa-sqlite.wasm from "${PACKAGE}/dist/assets": run Deno with --allow-read=${PACKAGE}/dist`,
		);
	});

	test("to read a language's folder", () => {
		const own = newFolder();
		const call = build(newFolder());
		call.options.language_folders = [own];
		fails(
			call,
			needed(call),
			`language-invalid: language folder "${own}" expected a readable "language.json": cannot read the asset language.json from "${own}": run Deno with --allow-read=${own}`,
		);
	});

	test("to read what a link leads to", () => {
		const links = newFolder();
		for (const [name, target] of [
			["code", code],
			["state", indexed],
		] as const)
			symlinkSync(target, join(links, name));
		const tree = build(newFolder(), join(links, "code"));
		fails(
			tree,
			needed(tree),
			`root-unreadable: source root "${code}" (from target_root) expected a readable folder, got one that Deno may not read: run it with --allow-read=${code}`,
		);
		const open: Call = { call: "open", options: { state_root: join(links, "state") } };
		fails(
			open,
			needed(open),
			`io: cannot read the state folder "${indexed}": run Deno with --allow-read=${indexed} (and with --allow-write=${indexed} to build)`,
		);
	});

	test("as the flag can spell it: in quotes, and for a path with a comma the folder above", () => {
		const odd = join(newFolder(), "a b/c, d");
		mkdirSync(odd, { recursive: true });
		const call = build(newFolder(), plant(odd, SMALL));
		const { state_root } = call.options as { state_root: string };
		const { stderr } = use(call, without(call, "read", odd));
		const flag = /--allow-read="(.*)"\n$/.exec(stderr)?.[1];
		expect(flag).toBe(dirname(odd));
		const flags = { read: [state_root, PACKAGE, flag as string], write: [state_root] };
		expect(useJson<Built>(call, flags).manifest.status).toBe("complete");
	});
});

test("parts that are forbidden are told in coverage; the rest is indexed", () => {
	const call = build(newFolder());
	const flags = { ...needed(call), more: [`--deny-read=${code}/secret,${code}/shop/hidden.py`] };
	const { manifest, problems } = useJson<Built>(call, flags);
	expect(manifest).toMatchObject({ status: "partial", coverage: { indexed_files: 3, failed_files: 2 } });
	expect(problems.map(({ file_path, status, reason }) => [file_path, status, reason])).toEqual([
		["secret/", "failed", expect.stringContaining(`Requires read access to "${code}/secret"`)],
		["shop/hidden.py", "failed", expect.stringContaining(`Requires read access to "${code}/shop/hidden.py"`)],
	]);
});

test("a state root that is forbidden by name", () => {
	const call = build(newFolder());
	const { state_root } = call.options as { state_root: string };
	const { stderr } = use(call, { ...needed(call), more: [`--deny-write=${state_root}`] });
	expect(stderr).toMatch(new RegExp(`: run Deno without --deny-write for ${state_root}\n$`));
});

test("the environment counts as far as it may be read", () => {
	const env = { SNAPSHOT_ID: "from-env" };
	const ids = [[], ["--allow-env=SNAPSHOT_ID"]].map((more) => {
		const call = build(newFolder());
		return useJson<Built>(call, { ...needed(call), more, env }).manifest.snapshot_id;
	});
	expect(ids).toEqual(["unknown", "from-env"]);
});

test("the current folder is asked for only when it counts", () => {
	const call: Call = { call: "build", options: {} };
	const { status, stderr } = use(call, { read: [PACKAGE] });
	expect(status).toBe(1);
	expect(stderr).toContain(`io: cannot read the state folder "${folder}": run Deno with --allow-read=${folder}`);
});
