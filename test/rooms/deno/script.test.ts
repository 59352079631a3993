/** What docs/deno.md says, done: its script, its flags, `npm:` specifiers, types, the task; all without a network. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectWhole, newFolder, ROOT } from "../../e2e/support.ts";
import { deno, folder, PACKAGE, runWords } from "./project.ts";

const SCRIPT = readFileSync(join(ROOT, "docs/examples/deno.ts"), "utf8");
const code = newFolder();
cpSync(join(ROOT, "src/core"), code, { recursive: true });
const flags = (state: string) => ({ read: [code, state, PACKAGE], write: [state] });

test("the page holds the script as it is", () => {
	expect(readFileSync(join(ROOT, "docs/deno.md"), "utf8")).toContain(`\`\`\`ts\n${SCRIPT}\`\`\`\n`);
});

test.each([
	["from node_modules", "mantis-structural-index/deno"],
	["by an npm: specifier", "npm:mantis-structural-index/deno"],
])("the script builds, shows progress, finds callers and tells coverage, %s", (name, specifier) => {
	const file = `${name.replaceAll(/\W/g, "-")}.ts`;
	const text = SCRIPT.replace('"mantis-structural-index/deno"', JSON.stringify(specifier));
	writeFileSync(join(folder, file), text);
	const state = newFolder();
	const first = deno(runWords(file, [code, state, "decodeText"], flags(state)));
	expect(first).toMatchObject({ status: 0 });
	expect(first.stderr).toMatch(/^index: (\d+) of \1, ([\d.]+) of \2 MB\nlink: 1 of 1\npublish: 1 of 1\n$/);
	const known = (text: string) =>
		/^(\d+) files were known from the last time, (\d+) were parsed$/m.exec(text)?.slice(1);
	expect(first.stdout).toMatch(/^Indexed \d+ files: \d+ symbols and \d+ call sites, coverage complete\.$/m);
	expect(first.stdout).toMatch(/^function decodeText, text\/decode\.ts:\d+$/m);
	expect(first.stdout).toMatch(/^ {2}called by \S+ at engine\/extractor\.ts:\d+ \(direct\)$/m);
	expect(first.stdout).toMatch(/^coverage complete: \d+ of \d+ files indexed$/m);
	expectWhole(state);
	const again = deno(["run", "--cached-only", ...runWords(file, [code, state, "decodeText"], flags(state)).slice(1)]);
	expect(known(first.stdout)?.[0]).toBe("0");
	expect(known(again.stdout)).toEqual([known(first.stdout)?.[1], "0"]);
});

test("the script says what is wrong in one sentence", () => {
	writeFileSync(join(folder, "deno.ts"), SCRIPT);
	const state = newFolder();
	expect(deno(runWords("deno.ts", [code], flags(state)))).toMatchObject({ status: 2, stdout: "" });
	const { status, stderr } = deno(runWords("deno.ts", [`${code}/none`, state, "x"], flags(state)));
	expect({ status, stderr }).toEqual({
		status: 1,
		stderr: `root-missing: source root "${code}/none" (from target_root) expected a readable folder, got nothing there\n`,
	});
});

test("its types are found", () => {
	writeFileSync(join(folder, "checked.ts"), `${SCRIPT}\nconst wrong: number = await buildIndex({ target: "x" });\n`);
	const { status, stderr } = deno(["check", "--node-modules-dir=manual", "checked.ts"]);
	expect(status).toBe(1);
	expect(stderr.match(/TS\d+/g)?.sort()).toEqual(["TS2322", "TS2353"]);
});

test("`deno task demo` runs it in a clone", () => {
	const { status, stdout, stderr } = deno(["task", "demo"], { cwd: ROOT });
	expect(status, stderr).toBe(0);
	expect(stdout).toMatch(/^function decodeText, core\/text\/decode\.ts:\d+$/m);
	expect(stdout).toMatch(/^coverage complete: /m);
});
