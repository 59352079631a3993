/** The packed tarball, installed in an empty folder: what a user gets. Runs on the built dist. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The assets are 6.5 MB of WebAssembly, which packs to about a sixth. */
const MOST_PACKED_BYTES = 2_500_000;

const folder = mkdtempSync(join(tmpdir(), "package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Packed {
	filename: string;
	size: number;
	unpackedSize: number;
	files: { path: string }[];
}
let packed: Packed;
let tarball: string;
let project: string;

function run(command: string, args: string[], cwd: string): string {
	const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", timeout: 240_000 });
	expect(status, `${command} ${args.join(" ")}\n${error ?? ""}${stdout}\n${stderr}`).toBe(0);
	return stdout;
}

beforeAll(() => {
	[packed] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], ROOT)) as [
		Packed,
	];
	tarball = join(folder, packed.filename);
	project = join(folder, "project");
	mkdirSync(join(project, "code"), { recursive: true });
	writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
	writeFileSync(join(project, "code", "a.py"), "from b import helper\n\ndef main():\n    return helper()\n");
	writeFileSync(join(project, "code", "b.py"), "def helper():\n    return 1\n");
	writeFileSync(
		join(project, "code", "c.c"),
		"static int one(void) { return 1; }\nint two(void) { return one() + 1; }\n",
	);
	run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", tarball], project);
}, 300_000);

test("holds what it should and nothing else", () => {
	const paths = packed.files.map((file) => file.path);
	console.log(`tarball ${packed.size} bytes, unpacked ${packed.unpackedSize}, ${paths.length} files`);
	expect(packed.size).toBeLessThan(MOST_PACKED_BYTES);
	expect(paths).toEqual(
		expect.arrayContaining(["LICENSE", "README.md", "THIRD_PARTY_NOTICES.md", "CHANGELOG.md", "dist/cli/main.js"]),
	);
	for (const [, link = ""] of readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/\]\(([^)#:]+)\)/g)) {
		expect(paths).toContain(link);
	}
	const notices = readFileSync(join(ROOT, "THIRD_PARTY_NOTICES.md"), "utf8");
	for (const path of paths) {
		expect(path).toMatch(
			/^(dist\/.*|docs\/[\w-]+\.md|docs\/examples\/[\w-]+\.ts|LICENSE|README\.md|CONTRIBUTING\.md|THIRD_PARTY_NOTICES\.md|CHANGELOG\.md|package\.json)$/,
		);
		expect(path).not.toMatch(/(^|\/)(test|bench|corpus|__pycache__)\/|\.test\.|tsbuildinfo/);
		if (path.endsWith(".wasm")) expect(notices, path).toContain(path.replace("dist/assets/", ""));
	}
});

test("asks for no install script", () => {
	const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
	for (const name of ["preinstall", "install", "postinstall", "prepare"]) expect(scripts).not.toHaveProperty(name);
	const lock = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
	const wanting = Object.entries<{ hasInstallScript?: boolean }>(lock.packages).filter(([, p]) => p.hasInstallScript);
	expect(wanting.map(([path]) => path)).toEqual([]);
	const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
	for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies })) {
		expect(page, name).toMatch(new RegExp(`^\\| ${name}[ |].*\\| ${version.replace(/^.*@/, "")} \\|`, "m"));
	}
});

test("publint and attw find nothing", { timeout: 120_000 }, () => {
	expect(run("npx", ["--no-install", "publint", "--strict", tarball], ROOT)).toContain("All good!");
	run("npx", ["--no-install", "attw", tarball, "--profile", "esm-only", "--format", "ascii", "--no-color"], ROOT);
});

test("the command builds and answers", () => {
	const cli = (...args: string[]) => run("npx", ["--no-install", "mantis-structural-index", ...args], project);
	const built = JSON.parse(cli("build", "--target_root", "code", "--state_root", "state", "--json", "--quiet"));
	expect(built.summary.coverage_status).toBe("complete");
	expect(cli("callers", "helper", "--state_root", "state")).toMatch(/^main +function +a\.py:4 +direct +ast$/m);
	expect(cli("callers", "one", "--state_root", "state")).toMatch(/^two +function +c\.c:2 +direct +ast$/m);
	expect(cli("--version").trim()).toBe(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version);
	expect(readdirSync(join(project, "code")).sort()).toEqual(["a.py", "b.py", "c.c"]);
	expect(readdirSync(join(project, "state", "workspace", "helpers"))).toContain("query_structural_index.py");
});

test("import builds and answers, and the process ends by itself", () => {
	const script = `
		import { buildIndex, openIndex } from "mantis-structural-index/node";
		import * as portable from "mantis-structural-index";
		import schema from "mantis-structural-index/manifest.schema.json" with { type: "json" };
		const { manifest } = await buildIndex({ target_root: "code", state_root: "state2" });
		const index = await openIndex({ state_root: "state2" });
		const { results } = await index.resolve_symbol({ name: "helper" });
		const callers = await index.find_callers({ symbol_id: results[0].symbol_id });
		await index.close();
		const missing = await buildIndex({ target_root: "nowhere" }).catch((error) => error);
		console.log(JSON.stringify({
			status: manifest.status,
			callers: callers.results.map((row) => row.qualified_name),
			code: missing.code,
			known: missing instanceof portable.StructuralIndexError,
			schema: typeof schema.$schema,
		}));
	`;
	writeFileSync(join(project, "use.mjs"), script);
	expect(JSON.parse(run("node", ["--no-warnings", "use.mjs"], project))).toEqual({
		status: "complete",
		callers: ["main"],
		code: "root-missing",
		known: true,
		schema: "string",
	});
});
