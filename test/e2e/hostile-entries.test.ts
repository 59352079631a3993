/** What lies in trees beside readable files, and trees that change while they are read. */
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
	type BuildResult,
	buildIndex,
	createIndexer,
	createNodeHost,
	type Host,
	openIndex,
} from "mantis-structural-index/node";
import { beforeAll, describe, expect, test } from "vitest";
import { cli, cliJson, dumpOf, expectWhole, fingerprint, newFolder, plant, run, SMALL } from "./support.ts";

const python = (name: string) => `def ${name}():\n    return 1\n`;
const by = (result: BuildResult) =>
	Object.fromEntries(result.problems.map(({ file_path, status, reason }) => [file_path, `${status}: ${reason}`]));

describe("links and special files", () => {
	const outside = plant(newFolder(), { "secret.py": python("secret"), "folder/more.py": python("more") });
	const root = plant(newFolder(), { "a.py": python("a"), "folder/b.py": python("b"), "last.py": python("last") });
	const state = newFolder();
	let result: BuildResult;
	let before: Record<string, string>;
	beforeAll(async () => {
		const links: [string, string][] = [
			["to-file.py", "a.py"],
			["to-folder", "folder"],
			["to-nothing.py", "none.py"],
			["to-itself.py", "to-itself.py"],
			["folder/up", ".."],
			["folder/root", root],
			["to-secret.py", join(outside, "secret.py")],
			["to-outside", join(outside, "folder")],
			["to-proc.py", "/proc/self/maps"],
			["to-zero.py", "/dev/zero"],
		];
		for (const [path, target] of links) symlinkSync(target, join(root, path));
		symlinkSync("two.py", join(root, "one.py"));
		symlinkSync("one.py", join(root, "two.py"));
		expect(run("mkfifo", [join(root, "fifo.py")]).status).toBe(0);
		before = fingerprint(root);
		result = await buildIndex({ target_root: root, state_root: state, workers: 1 });
	});

	test("each is skipped with its reason, nothing is followed, nothing waits", async () => {
		expect(by(result)).toEqual({
			"fifo.py": "skipped: neither a file nor a folder (socket, pipe or device)",
			"folder/root": "skipped: link that leads back to itself",
			"folder/up": "skipped: link that leads back to itself",
			"one.py": "skipped: link that leads back to itself",
			"to-file.py": "skipped: link to a file inside the source root, which is indexed under its own path",
			"to-folder": "skipped: link to a folder inside the source root, which is indexed under its own path",
			"to-itself.py": "skipped: link that leads back to itself",
			"to-nothing.py": "skipped: link to nothing",
			"to-outside": "skipped: link to a folder outside the source root",
			"to-proc.py": "skipped: link to a file outside the source root",
			"to-secret.py": "skipped: link to a file outside the source root",
			"to-zero.py": "skipped: neither a file nor a folder (socket, pipe or device)",
			"two.py": "skipped: link that leads back to itself",
		});
		expect(result.manifest).toMatchObject({ status: "complete", coverage: { indexed_files: 3, skipped_files: 13 } });
		await using index = await openIndex({ state_root: state });
		for (const name of ["secret", "more"]) expect((await index.resolve_symbol({ name })).total).toBe(0);
		expect((await index.get_coverage({ file: "to-secret.py" })).file).toMatchObject({ indexed: false });
		expectWhole(state);
	});

	test("the tree is as it was", () => {
		expect(fingerprint(root)).toEqual(before);
	});

	test("a root and a state root behind links are the folders they lead to", async () => {
		const links = newFolder();
		const linkedState = newFolder();
		symlinkSync(root, join(links, "root"));
		symlinkSync(linkedState, join(links, "state"));
		await buildIndex({ target_root: join(links, "root"), state_root: join(links, "state"), workers: 1 });
		expect(await dumpOf(linkedState)).toEqual(await dumpOf(state));
	});
});

describe("rights", () => {
	test("an unreadable file and an unreadable folder fail, each by name; the rest is indexed", () => {
		const root = plant(newFolder(), { ...SMALL, "no-file.py": python("x"), "no-folder/a.py": python("y") });
		const state = newFolder();
		chmodSync(join(root, "no-file.py"), 0);
		chmodSync(join(root, "no-folder"), 0);
		const flags = ["build", root, "--state_root", state, "--json", "--quiet"];
		const result = cliJson<BuildResult>(flags, { ordinary: true });
		expect(by(result)).toEqual({
			"no-file.py": expect.stringMatching(/^failed: cannot be read: EACCES/),
			"no-folder/": expect.stringMatching(/^failed: cannot be listed: EACCES/),
		});
		const files = Object.keys(SMALL).length;
		expect(result.manifest).toMatchObject({ status: "partial", coverage: { indexed_files: files, failed_files: 2 } });
		expectWhole(state);

		// Readable again, all is there.
		chmodSync(join(root, "no-file.py"), 0o644);
		chmodSync(join(root, "no-folder"), 0o755);
		expect(cliJson<BuildResult>(flags, { ordinary: true }).manifest).toMatchObject({
			status: "complete",
			units: { reused: files, rebuild: 2 },
		});
	});
});

describe("size", () => {
	test("300 folders deep, and a folder of 3000 files", async () => {
		const root = newFolder();
		const deep = Array.from({ length: 300 }, (_, i) => `d${i}`).join("/");
		mkdirSync(join(root, deep), { recursive: true });
		writeFileSync(join(root, deep, "deep.py"), python("bottom"));
		mkdirSync(join(root, "wide"));
		for (let i = 0; i < 3000; i++) writeFileSync(join(root, `wide/f${i}.txt`), "x");
		const state = newFolder();
		const { manifest } = await buildIndex({ target_root: root, state_root: state, workers: 1 });
		expect(manifest).toMatchObject({ status: "complete", coverage: { indexed_files: 1, unsupported_files: 3000 } });
		await using index = await openIndex({ state_root: state });
		expect((await index.resolve_symbol({ name: "bottom" })).results).toMatchObject([{ file_path: `${deep}/deep.py` }]);
	});

	test("a file above max_file_bytes is left out, and that is said", async () => {
		const root = plant(newFolder(), {
			"small.py": python("small"),
			"large.py": `${python("large")}# ${"x".repeat(1000)}\n`,
		});
		const state = newFolder();
		const result = await buildIndex({ target_root: root, state_root: state, workers: 1, max_file_bytes: 1000 });
		expect(by(result)).toEqual({
			"large.py": expect.stringMatching(/^skipped: larger than max_file_bytes: 10\d\d bytes/),
		});
		expect(result.manifest.status).toBe("partial");
	});

	test("a tree without a source file is empty, in the contract's words, without error", async () => {
		const root = plant(newFolder(), { "a.txt": "x", "b/c.md": "y" });
		const state = newFolder();
		const ran = cli(["build", root, "--state_root", state, "--quiet"]);
		expect(ran).toMatchObject({ status: 0, stderr: "" });
		expect(ran.stdout.split("\n")[0]).toBe("Structural index is empty — structural context unavailable.");
		await using index = await openIndex({ state_root: state });
		expect(await index.find_callers({ symbol_id: "any" })).toMatchObject({
			results: [],
			coverage: { partition_status: "empty", total_files: 2 },
		});
		expectWhole(state);
	});
});

/** A host whose tree changes when a file is about to be read. */
function changing(root: string, work: Record<string, () => void>): Host {
	const host = createNodeHost();
	const pending = new Map(Object.entries(work));
	return {
		...host,
		files: {
			...host.files,
			read(base, path) {
				pending.get(path)?.();
				pending.delete(path);
				expect(base).toBe(root);
				return host.files.read(base, path);
			},
		},
	};
}

describe("a tree that changes under the build", () => {
	const VICTIMS = ["gone", "grown", "shrunk", "folder", "link", "fifo", "moved"];

	test("files that go, grow, shrink or become something else fail; the next build has them right", async () => {
		const outside = plant(newFolder(), { "secret.py": python("secret") });
		const root = newFolder();
		for (const name of VICTIMS) plant(root, { [`${name}.py`]: python(name) });
		plant(root, { "stays.py": python("stays"), "sub/inner.py": python("inner") });
		const at = (name: string) => join(root, name);
		const host = changing(root, {
			"gone.py": () => rmSync(at("gone.py")),
			"grown.py": () => appendFileSync(at("grown.py"), "# more\n"),
			"shrunk.py": () => writeFileSync(at("shrunk.py"), "x"),
			"folder.py": () => {
				rmSync(at("folder.py"));
				mkdirSync(at("folder.py"));
			},
			"link.py": () => {
				rmSync(at("link.py"));
				symlinkSync(join(outside, "secret.py"), at("link.py"));
			},
			"fifo.py": () => {
				rmSync(at("fifo.py"));
				run("mkfifo", [at("fifo.py")]);
			},
			"moved.py": () => renameSync(at("moved.py"), at("renamed.py")),
			"sub/inner.py": () => rmSync(at("sub"), { recursive: true }),
		});
		const state = newFolder();
		const result = await createIndexer(host).buildIndex({ target_root: root, state_root: state, workers: 1 });
		expect(by(result)).toEqual({
			"fifo.py": expect.stringMatching(/^failed: cannot be read: expected a regular file/),
			"folder.py": expect.stringMatching(/^failed: cannot be read: /),
			"gone.py": expect.stringMatching(/^failed: cannot be read: ENOENT/),
			"grown.py": expect.stringMatching(
				/^failed: changed while the index was built: \d+ bytes when listed, \d+ when read$/,
			),
			"link.py": expect.stringMatching(/^failed: cannot be read: ELOOP/),
			"moved.py": expect.stringMatching(/^failed: cannot be read: ENOENT/),
			"shrunk.py": expect.stringMatching(/^failed: changed while the index was built/),
			"sub/inner.py": expect.stringMatching(/^failed: cannot be read: ENOENT/),
		});
		expect(result.manifest).toMatchObject({ status: "partial", units: { total: 9, rebuild: 1, failed: 8 } });
		await using index = await openIndex({ state_root: state });
		expect((await index.resolve_symbol({ name: "secret" })).total).toBe(0);
		expectWhole(state);

		const after = await buildIndex({ target_root: root, state_root: state, workers: 1 });
		expect(after.manifest).toMatchObject({ status: "complete", coverage: { failed_files: 0 } });
		const fresh = newFolder();
		await buildIndex({ target_root: root, state_root: fresh, workers: 1 });
		expect(await dumpOf(state)).toEqual(await dumpOf(fresh));
	});

	test("a folder that goes between two listings fails by name", async () => {
		const root = plant(newFolder(), { "a.py": python("a"), "sub/b.py": python("b") });
		const host = createNodeHost();
		const files: Host["files"] = {
			...host.files,
			list(base, folder) {
				if (folder === "sub") rmSync(join(root, "sub"), { recursive: true });
				return host.files.list(base, folder);
			},
		};
		const options = { target_root: root, state_root: newFolder(), workers: 1 };
		const result = await createIndexer({ ...host, files }).buildIndex(options);
		expect(by(result)).toEqual({ "sub/": expect.stringMatching(/^failed: cannot be listed: ENOENT/) });
		expect(result.manifest).toMatchObject({ status: "partial", coverage: { indexed_files: 1 } });
	});
});
