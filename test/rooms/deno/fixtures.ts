/** What the Deno room lends the conformance suites. Runs in Deno, in the repository's folder. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { denoDatabases } from "../../../src/deno/databases.ts";
import { denoFiles } from "../../../src/deno/files.ts";
import { createDenoHost } from "../../../src/deno/host.ts";
import { denoState } from "../../../src/deno/state.ts";
import { denoWorkers } from "../../../src/deno/workers.ts";
import type { DatabaseFilesFixture } from "../../conformance/database-files.suite.ts";
import type { FilesFixture } from "../../conformance/files.suite.ts";
import type { StateFixture } from "../../conformance/state.suite.ts";
import type { WorkersFixture } from "../../conformance/workers.suite.ts";
import * as node from "../node/fixture.ts";

/** Bundled, a suite lies elsewhere. */
const ROOT = process.cwd();
const inRoot = (path: string) => pathToFileURL(join(ROOT, path));

export const denoHost = () => createDenoHost({ dist: inRoot("dist/") });

export async function filesFixture(): Promise<FilesFixture> {
	const fixture = await node.filesFixture();
	return {
		...fixture,
		source: denoFiles,
		link: async (path, target) => link(join(fixture.root, path), target),
		rawName: async (name) => {
			// Deno has only names of text.
			const octal = [...name].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
			run("sh", "-c", `: > "$(printf '%s/${octal}' "$0")"`, fixture.root);
		},
	};
}

/** Deno makes links only for those who may read and write everywhere. */
function link(path: string, target: string): void {
	run("ln", "-s", "-T", "--", target, path);
}

function run(command: string, ...args: string[]): void {
	const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

export async function stateFixture(): Promise<StateFixture> {
	const fixture = await node.stateFixture();
	return {
		...fixture,
		opener: denoState,
		link: async (path, target) => link(join(fixture.root, path), target),
		full: async (path) => link(join(fixture.root, path), "/dev/full"),
	};
}

export async function databaseFilesFixture(): Promise<DatabaseFilesFixture> {
	const { base, dispose } = await node.freshFolder();
	return { files: denoDatabases, locate: (name) => join(base, name), dispose };
}

const maker = (script: string) => {
	const parse = inRoot(script);
	return denoWorkers({ parse, catalog: parse }, ROOT);
};

export const workersFixture: WorkersFixture = {
	echo: maker("test/rooms/deno/workers/echo.ts"),
	broken: (kind) =>
		maker(kind === "missing" ? "test/rooms/deno/no-such-worker.mjs" : `test/rooms/node/workers/${kind}.mjs`),
};
