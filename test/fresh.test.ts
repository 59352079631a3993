/** A fresh clone of the last commit: the README's first command, as written, builds and answers. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fresh-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("clone, install, build, demo", { timeout: 600_000 }, () => {
	const clone = spawnSync("git", ["clone", "-q", ROOT, folder], { encoding: "utf8" });
	expect(clone.status, clone.stderr).toBe(0);
	const [, first = ""] = /^```sh\n(.*?)^```$/ms.exec(readFileSync(join(folder, "README.md"), "utf8")) ?? [];
	expect(first).toContain("npm install && npm run demo");

	// npm's cache serves what this checkout's install has fetched; the variables of an outer `npm test` are not a newcomer's.
	const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name)));
	const options = { cwd: folder, encoding: "utf8", env: { ...env, npm_config_prefer_offline: "true" } } as const;
	const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", first], options);
	expect(status, `${stdout}\n${stderr}`).toBe(0);

	const [, files] = /^files +(\d+) indexed/m.exec(stdout) ?? [];
	expect(Number(files)).toBeGreaterThan(1000);
	expect(stdout).toMatch(/^status +complete$/m);
	expect(stdout).toMatch(/^CALLER +KIND +CALL SITE/m);
	expect(stdout.match(/ direct +ast$/gm)?.length).toBeGreaterThan(10);
	expect(stdout).toMatch(/^coverage complete: /m);
	const changed = spawnSync("git", ["status", "--porcelain"], { cwd: folder, encoding: "utf8" });
	expect(changed.stdout).toBe("");
});
