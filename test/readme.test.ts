/**
 * The README is true: each fenced block whose info string says `run` is run, in order, in one temporary folder where the built
 * package is installed; a following `output` block must match. There `…` stands for anything, and each line must occur in
 * order. (test/fresh.test.ts runs the first command in a fresh clone; the second is the test run itself.)
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const README = readFileSync(join(ROOT, "README.md"), "utf8");

interface Block {
	language: string;
	code: string;
	output: string | undefined;
}

const fences = [...README.matchAll(/^```(\w+) (run|output)\n(.*?)^```$/gms)].map(
	([, language = "", role, text = ""]) => ({
		...{ language, role, text },
	}),
);
const blocks: Block[] = fences.flatMap(({ language, role, text }, i) => {
	if (role !== "run") return [];
	const next = fences[i + 1];
	return [{ language, code: text, output: next?.role === "output" ? next.text : undefined }];
});

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "readme-"));
	mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
	symlinkSync(ROOT, join(folder, "node_modules", "mantis-structural-index"));
	symlinkSync(join(ROOT, "dist/cli/main.js"), join(folder, "node_modules", ".bin", "mantis-structural-index"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run({ language, code }: Block): { status: number | null; stdout: string; stderr: string } {
	const env = { ...process.env, PATH: join(folder, "node_modules", ".bin") + delimiter + process.env.PATH };
	const options = { cwd: folder, env, encoding: "utf8", timeout: 120_000 } as const;
	if (language === "sh") return spawnSync("sh", ["-e", "-c", code], options);
	if (language === "python") return spawnSync("python3", ["-c", code], options);
	return spawnSync(process.execPath, ["--input-type=module", "-e", code], options);
}

function matches(line: string, pattern: string): boolean {
	const parts = pattern.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${parts.join(".*")}$`).test(line);
}

/** The first shown line that is not there in order, or undefined. */
function missing(shown: string, actual: string): string | undefined {
	const lines = actual.split("\n");
	let at = 0;
	for (const pattern of shown.split("\n").filter((line) => line !== "")) {
		while (at < lines.length && !matches(lines[at] as string, pattern)) at++;
		if (at++ >= lines.length) return pattern;
	}
	return undefined;
}

test("shown lines must occur, in order", () => {
	expect(missing("a…\nc\n", "ab\nx\nc\n")).toBeUndefined();
	expect(missing("c\na…\n", "ab\nc\n")).toBe("a…");
	expect(missing("a.\n", "ab\n")).toBe("a.");
	expect(blocks.length).toBeGreaterThanOrEqual(6);
	expect(blocks.map((block) => block.language)).toEqual(expect.arrayContaining(["sh", "js", "python"]));
});

test.each(blocks.map((block, i) => ({ ...block, title: `${i + 1}: ${block.code.trim().split("\n")[0]}` })))(
	"$title",
	(block) => {
		const { status, stdout, stderr } = run(block);
		expect(status, `${stdout}\n${stderr}`).toBe(0);
		if (block.output !== undefined) expect(missing(block.output, stdout), stdout).toBeUndefined();
	},
);

test("links lead somewhere", () => {
	for (const [, target = ""] of README.matchAll(/\]\(([^)#:]+)\)/g))
		expect(() => readFileSync(join(ROOT, target)), target).not.toThrow();
});
