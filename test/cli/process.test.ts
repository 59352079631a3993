/** The built command as a process: exit codes, streams, signals, a terminal. Runs on dist. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAIN = join(ROOT, "dist/cli/main.js");
/** Tens of megabytes: seconds of parsing, so that a signal always comes in the midst of it. */
const LONG = ["build", join(ROOT, "node_modules"), "--no_default_ignores"];

const folder = mkdtempSync(join(tmpdir(), "cli-"));
const code = join(folder, "code");
const state = join(folder, "state");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function cli(...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: folder, encoding: "utf8" });
	return { status, stdout, stderr };
}

beforeAll(() => {
	mkdirSync(code);
	writeFileSync(join(code, "a.py"), "def helper():\n    return 1\n\ndef main():\n    return helper()\n");
	writeFileSync(join(code, "evil\u001b[2J.py"), "def evil():\n    return 1\n");
	const { status, stdout, stderr } = cli("build", code, "--state_root", state, "--quiet");
	expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
});

describe("bad input is one sentence, a code and an exit code", () => {
	const cases: [string, number, string[], string][] = [
		["a missing root", 4, ["build", "nowhere"], "root-missing"],
		["a file as root", 4, ["build", join(code, "a.py")], "root-unreadable"],
		["a file as state root", 4, ["build", code, "--state_root", join(code, "a.py")], "state-unwritable"],
		["an unknown language", 2, ["build", code, "--languages", "elvish"], "language-unknown"],
		["too many workers", 2, ["build", code, "--workers", "1000"], "invalid-argument"],
		["no language folder", 2, ["build", code, "--language_folder", "nowhere"], "language-invalid"],
		["limit 0", 2, ["find_callers", "--symbol_id", "x", "--limit", "0", "--state_root", state], "invalid-argument"],
		["limit 1e9", 2, ["find_callers", "--symbol_id", "x", "--limit", "1e9", "--state_root", state], "invalid-argument"],
		["an unknown symbol", 2, ["find_callees", "--symbol_id", "x", "--state_root", state], "symbol-not-found"],
		["an unknown file", 2, ["where", "b.py:1", "--state_root", state], "file-not-found"],
		["a line beyond the file", 2, ["where", "a.py:99", "--state_root", state], "line-out-of-range"],
		["a path out of the root", 2, ["where", "../a.py:1", "--state_root", state], "path-outside-root"],
		["no index", 3, ["status", "--state_root", code], "index-missing"],
	];
	test.each(cases)("%s", (_name, expected, args, errorCode) => {
		const { status, stdout, stderr } = cli(...args, ...(args[0] === "build" ? ["--quiet"] : []));
		expect(stderr).toMatch(new RegExp(`^mantis-structural-index: [^\\n]+ \\[${errorCode}\\]\\n$`));
		expect(status).toBe(expected);
		if (args[0]?.startsWith("find_")) expect(JSON.parse(stdout).error.code).toBe(errorCode);
		else expect(stdout).toBe("");
	});

	test.each([
		["not JSON", "{", "index-corrupt"],
		["another program's", '{"hello":1}', "index-foreign|index-corrupt"],
	])("a manifest that is %s", (_name, text, codes) => {
		const bad = join(folder, "bad");
		mkdirSync(join(bad, "workspace/kb/structural_index"), { recursive: true });
		writeFileSync(join(bad, "workspace/kb/structural_index/manifest.json"), text);
		const { status, stderr } = cli("status", "--state_root", bad);
		expect(stderr).toMatch(new RegExp(`^mantis-structural-index: [^\\n]+ \\[(${codes})\\]\\n$`));
		expect(status).toBe(3);
		expect(readFileSync(join(bad, "workspace/kb/structural_index/manifest.json"), "utf8")).toBe(text);
	});
});

describe("streams", () => {
	test("a closed pipe is quiet", () => {
		const line = `"${process.execPath}" "${MAIN}" dump --state_root "${state}" | head -n 1; echo "\${PIPESTATUS[0]}"`;
		const { stdout, stderr } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
		expect(stderr).toBe("");
		expect(stdout.trim().split("\n").at(-1)).toBe("0");
	});

	test("progress and result do not mix", () => {
		const { stdout, stderr } = cli("build", code, "--state_root", join(folder, "state2"), "--json");
		expect(JSON.parse(stdout).manifest.status).toBe("complete");
		expect(stderr).toMatch(/^(scan|index|link|publish): /);
	});

	test("hostile file names stay text", () => {
		expect(cli("callers", "evil", "--state_root", state).stdout).toContain("evil\\u001b[2J.py:1");
		expect(cli("resolve_symbol", "--name", "evil", "--state_root", state).stdout).not.toContain("\u001b");
	});

	test("on a terminal there is a bar on stderr and the result alone on stdout", () => {
		const spawnPty = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
		const args = [process.execPath, MAIN, "build", code, "--state_root", join(folder, "state3")];
		const { status, stdout } = spawnSync("python3", ["-c", spawnPty, ...args], { encoding: "utf8" });
		expect(status).toBe(0);
		expect(stdout).toMatch(/index {3}\[/);
		expect(stdout).toMatch(/status +complete/);
	});
});

describe("signals", () => {
	const dumped = () => cli("dump", "--state_root", state).stdout;
	let dump = "";
	beforeEach(() => {
		dump = dumped();
		expect(dump).toContain("helper");
	});

	/** Starts a long build over the index of `code` and sends the signals once files are being parsed. */
	function interrupted(...signals: NodeJS.Signals[]): Promise<{ status: number | null; stderr: string }> {
		const child: ChildProcess = spawn(process.execPath, [MAIN, ...LONG, "--state_root", state], { cwd: folder });
		let stderr = "";
		let sent = false;
		return new Promise((resolve) => {
			child.stderr?.on("data", (chunk) => {
				stderr += chunk;
				if (sent || !/^index: /m.test(stderr)) return;
				sent = true;
				for (const signal of signals) child.kill(signal);
			});
			child.on("exit", (status) => resolve({ status, stderr }));
		});
	}

	test.each([
		["SIGINT", 130],
		["SIGTERM", 143],
	] as const)("%s stops a build with %i and leaves the last index", async (signal, expected) => {
		const { status, stderr } = await interrupted(signal);
		expect(stderr).toMatch(/\nmantis-structural-index: [^\n]+ \[aborted\]\n$/);
		expect(status).toBe(expected);
		expect(dumped()).toBe(dump);
		expect(existsSync(join(state, "workspace/kb/structural_index/tmp"))).toBe(false);
	});

	test("the same one twice at once, as timeout and npm pass it on, is one", async () => {
		const { status, stderr } = await interrupted("SIGINT", "SIGINT");
		expect(stderr).toMatch(/\nmantis-structural-index: [^\n]+ \[aborted\]\n$/);
		expect(status).toBe(130);
		expect(existsSync(join(state, "workspace/kb/structural_index/tmp"))).toBe(false);
	});

	test("a second one ends at once", async () => {
		const { status } = await interrupted("SIGTERM", "SIGINT");
		expect([130, 143]).toContain(status);
		expect(dumped()).toBe(dump);
	});
});
