/** Builds in the real Deno: the index of Node, from hostile trees too; resumed, aborted, killed. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type BuildResult, buildIndex } from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import {
	dumpOf,
	expectWhole,
	fingerprint,
	INDEX,
	newFolder,
	plant,
	ROOT,
	randomFrom,
	SHOP,
} from "../../e2e/support.ts";
import { type Call, start, use, useJson } from "./project.ts";

type Built = Pick<BuildResult, "manifest" | "problems" | "warnings">;

const build = (target_root: string, state_root: string, more: object = {}): Call => ({
	call: "build",
	options: { target_root, state_root, workers: 2, ...more },
});

/** Code of several languages as it is in the wild, and what else lies in trees. */
function hostileTree(): string {
	const root = plant(newFolder(), {
		...SHOP,
		"web/types.ts": "export interface Shape { area(): number }\nexport const area = (s: Shape) => s.area();\n",
		"web/view.tsx": 'import { area } from "./types";\nexport const View = (p: any) => <b>{area(p)}</b>;\n',
		"名前/имя.py": "def größe(): return 計算()\ndef 計算(): pass\n",
		"spaces and 😀/#%?&'\".js": "export function odd() { return odd(); }\n",
		"\uFFFD.py": "def replaced(): pass\n",
		"cafe\u0301.py": "def decomposed(): pass\n",
		"utf16.py": Buffer.from("\uFEFFdef wide():\n    return wide()\n", "utf16le"),
		"latin.py": Buffer.from("# caf\xe9\ndef narrow(): pass\n", "latin1"),
		"crlf.c": "int one(void) {\r\n  return 1;\r\n}\r\nint two(void) { return one(); }\r\n",
		"binary.py": Uint8Array.from({ length: 4096 }, (_, i) => (i * 7919) & 255),
		"broken.js": "function (((\nfunction whole() { return 1 }\n",
		"deep.js": `function deep() {}\nx = ${"(".repeat(20_000)}1${")".repeat(20_000)};\n`,
		"nested.py": `${Array.from({ length: 90 }, (_, i) => `${" ".repeat(i)}def f${i}():`).join("\n")}\n${" ".repeat(90)}pass\n`,
		"line.js": `var data = "${"0123456789abcdef".repeat(20_000)}"; function after() { return data; }`,
		".gitignore": "ignored/\n",
		"ignored/gone.py": "def gone(): pass\n",
	});
	const outside = plant(newFolder(), { "secret.py": "def secret(): pass\n" });
	const links = {
		"to-file.py": "crlf.c",
		"to-folder": "shop",
		"to-nothing.py": "none",
		"to-itself.py": "to-itself.py",
	};
	for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path));
	symlinkSync("..", join(root, "shop/up"));
	symlinkSync(outside, join(root, "to-outside"));
	symlinkSync(join(outside, "secret.py"), join(root, "to-secret.py"));
	symlinkSync("/dev/zero", join(root, "to-zero.py"));
	symlinkSync("/proc/self/maps", join(root, "to-proc.py"));
	expect(spawnSync("mkfifo", [join(root, "fifo.py")]).status).toBe(0);
	return root;
}

describe("a hostile tree of several languages", () => {
	const root = hostileTree();
	const [inNode, inDeno] = [newFolder(), newFolder()];
	let expected: string[];
	let built: Built;
	beforeAll(async () => {
		const before = fingerprint(root);
		const { problems } = await buildIndex({ target_root: root, state_root: inNode, workers: 2 });
		expected = await dumpOf(inNode);
		built = useJson<Built>(build(root, inDeno));
		expect(built.problems).toEqual(problems);
		expect(fingerprint(root)).toEqual(before);
	});

	test("gives the dump that Node gives, read in either", async () => {
		expect(expected.length).toBeGreaterThan(100);
		expect(await dumpOf(inDeno)).toEqual(expected);
		expect(useJson({ call: "dump", options: { state_root: inDeno } })).toEqual(expected);
		expect(useJson({ call: "dump", options: { state_root: inNode } })).toEqual(expected);
		expectWhole(inDeno);
	});

	test("a second build reuses every unit, and so does Node; Deno reuses Node's", async () => {
		const all = built.manifest.units.total;
		expect(all).toBeGreaterThan(15);
		expect(useJson<Built>(build(root, inDeno)).manifest.units).toMatchObject({ total: all, reused: all, rebuild: 0 });
		const { manifest } = await buildIndex({ target_root: root, state_root: inDeno });
		expect(manifest.units).toMatchObject({ total: all, reused: all, rebuild: 0 });
		expect(useJson<Built>(build(root, inNode)).manifest.units).toMatchObject({ total: all, reused: all, rebuild: 0 });
		expect(await dumpOf(inNode)).toEqual(expected);
	});
});

test("names that are not UTF-8 fail with the reason, under the name that Deno shows", () => {
	const root = plant(newFolder(), { "b\uFFFD.py": "def real(): pass\n" });
	for (const byte of ["\\377", "\\376"])
		expect(spawnSync("sh", ["-c", `: > "$(printf 'b${byte}.py')"`], { cwd: root }).status).toBe(0);
	const { manifest, problems } = useJson<Built>(build(root, newFolder()));
	const reason = "its name is not valid UTF-8";
	expect(problems).toEqual([
		{ file_path: "b\uFFFD.py\uFFFD", status: "failed", reason },
		{ file_path: "b\uFFFD.py\uFFFD\uFFFD", status: "failed", reason },
	]);
	expect(manifest).toMatchObject({
		status: "partial",
		coverage: { total_files: 3, indexed_files: 1, failed_files: 2 },
	});
});

describe("a build that ends early", () => {
	/** Enough real code to be killed in. */
	const code = newFolder();
	cpSync(join(ROOT, "src/core"), code, { recursive: true });
	const state = newFolder();
	let before: string[];
	beforeAll(async () => {
		await buildIndex({ target_root: plant(newFolder(), SHOP), state_root: state });
		before = await dumpOf(state);
	});

	test("by its signal: `aborted`, and the index that was there stays whole", async () => {
		const { status, stdout, stderr } = use({ ...build(code, state), abort: { phase: "index", done: 10 } });
		expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
		expect(stderr).toMatch(/\naborted: build was aborted\n$/);
		expectWhole(state);
		expect(await dumpOf(state)).toEqual(before);
	});

	test("by kill -9 at any moment: the index is whole, and the next build goes on from there", async () => {
		const whole = newFolder();
		await buildIndex({ target_root: code, state_root: whole });
		const after = await dumpOf(whole);
		const own = newFolder();
		cpSync(join(state, "workspace"), join(own, "workspace"), { recursive: true });
		const random = randomFrom(3);
		const moments: [string, number][] = [
			["scan", 0],
			...[1, 2, 3].map((): [string, number] => ["index", 5 + Math.floor(random() * 60)]),
			["link", 0],
			["publish", 0],
		];
		const ends: (NodeJS.Signals | null)[] = [];
		for (const [phase, least] of moments) {
			ends.push(await killAt(build(code, own), phase, least));
			const dump = useJson<string[]>({ call: "dump", options: { state_root: own } });
			// The last moments are short: the build may have got through.
			expect([before, ...(phase === "link" || phase === "publish" ? [after] : [])]).toContainEqual(dump);
		}
		expect(ends.slice(0, 4)).toEqual(Array(4).fill("SIGKILL"));
		const { manifest } = useJson<Built>(build(code, own));
		expect(manifest.units.reused).toBeGreaterThanOrEqual(5);
		expectWhole(own);
		expect(await dumpOf(own)).toEqual(after);
	});
});

/** Kills a build when that many files of a phase are done; how it ended. */
function killAt(call: Call, phase: string, least: number): Promise<NodeJS.Signals | null> {
	const child = start(call);
	let said = "";
	child.stderr?.on("data", (chunk) => {
		said += chunk;
		if ([...said.matchAll(/^(\w+) (\d+)$/gm)].some(([, at, done]) => at === phase && Number(done) >= least)) {
			child.kill("SIGKILL");
		}
	});
	return new Promise((done) => child.once("close", (_, signal) => done(signal)));
}

test("where there is no index the answer is empty and says so; nothing is written", () => {
	const state = newFolder();
	mkdirSync(join(state, "sub"));
	expect(useJson({ call: "open", options: { state_root: state } })).toMatchObject({
		source: "empty",
		coverage: { partition_status: "empty" },
	});
	expect(readdirSync(state)).toEqual(["sub"]);
	expect(existsSync(join(state, INDEX))).toBe(false);
});
