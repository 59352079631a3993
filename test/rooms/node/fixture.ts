/** What the Node room lends the conformance suites. */
import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeFiles } from "../../../src/node/files.ts";
import { nodeState } from "../../../src/node/state.ts";
import type { FilesFixture } from "../../conformance/files.suite.ts";
import type { StateFixture } from "../../conformance/state.suite.ts";

/** The user whom rights stop; `chmod` does not stop root, so a test that runs as root becomes nobody for a while. */
const NOBODY = 65534;

async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
	if (process.geteuid?.() !== 0) return work();
	process.seteuid?.(NOBODY);
	try {
		return await work();
	} finally {
		process.seteuid?.(0);
	}
}

/** A new folder that any user may enter. */
export async function freshFolder() {
	const base = await realpath(await mkdtemp(join(tmpdir(), "mantis-room-")));
	await chmod(base, 0o755);
	const write = async (path: string, bytes: Uint8Array | string) => {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, bytes);
	};
	const dispose = async () => {
		spawnSync("chmod", ["-R", "u+rwx", base]);
		await rm(base, { recursive: true, force: true });
	};
	return { base, write, dispose };
}

export async function filesFixture(): Promise<FilesFixture> {
	const { base, write, dispose } = await freshFolder();
	const root = join(base, "root");
	const closers: (() => void)[] = [];
	await mkdir(root);
	await write(join(base, "outside/file"), "outside");
	return {
		source: nodeFiles,
		root,
		outside: { folder: join(base, "outside"), file: join(base, "outside/file") },
		write: (path, bytes) => write(join(root, path), bytes),
		folder: async (path) => void (await mkdir(join(root, path), { recursive: true })),
		link: (path, target) => symlink(target, join(root, path)),
		async fifo(path) {
			const { status } = spawnSync("mkfifo", [join(root, path)]);
			if (status !== 0) throw new Error("mkfifo failed");
		},
		async socket(path) {
			const server = createServer().listen(join(root, path));
			await new Promise((done) => server.once("listening", done));
			closers.push(() => server.close());
		},
		rawName: (name) => writeFile(Buffer.concat([Buffer.from(`${root}/`), name]), ""),
		forbid: (path) => chmod(join(root, path), 0),
		asOrdinaryUser,
		async dispose() {
			for (const close of closers) close();
			await dispose();
		},
	};
}

export async function stateFixture(): Promise<StateFixture> {
	const { base, write, dispose } = await freshFolder();
	return {
		opener: nodeState,
		root: base,
		exists: (path) =>
			stat(join(base, path)).then(
				() => true,
				() => false,
			),
		write: (path, text) => write(join(base, path), text),
		remove: (path) => rm(join(base, path), { recursive: true }),
		link: (path, target) => symlink(target, join(base, path)),
		freeze: (path) => chmod(join(base, path), 0o555),
		asOrdinaryUser,
		full: (path) => symlink("/dev/full", join(base, path)),
		dispose,
	};
}
