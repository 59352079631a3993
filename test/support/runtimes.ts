/**
 * The other Node: tests run in one, the package promises the oldest supported and the current LTS. Not dependencies of the
 * package; npm has them as plain binaries, one package a platform, kept in .build/runtimes once fetched.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const OLDEST = "20.20.2";
const LTS = "24.22.3";
const RUNTIMES = fileURLToPath(new URL("../../.build/runtimes/", import.meta.url));

export interface OtherNode {
	/** `node 24.22.3`. */
	name: string;
	path: string;
}

/** The LTS, or where that is what runs already, the oldest. `$OTHER_NODE` names another. @throws Error saying what to do. */
export async function otherNode(): Promise<OtherNode> {
	const run = promisify(execFile);
	const given = process.env.OTHER_NODE;
	if (given) return { name: `node ${(await run(given, ["--version"])).stdout.trim().slice(1)}`, path: given };
	const major = (version: string) => Number(version.split(".")[0]);
	const version = major(process.versions.node) < major(LTS) ? LTS : OLDEST;
	const platform = process.platform === "win32" ? "win" : process.platform;
	const name = `node-${platform}-${process.arch}`;
	const folder = join(RUNTIMES, `${name}-${version}`);
	const path = join(folder, "node_modules", name, "bin", platform === "win" ? "node.exe" : "node");
	if (!existsSync(path)) {
		await mkdir(RUNTIMES, { recursive: true });
		// Whole or not there, and two test files may be at it at once.
		const fresh = await mkdtemp(join(RUNTIMES, "fetching-"));
		await writeFile(join(fresh, "package.json"), JSON.stringify({ private: true }));
		const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", `${name}@${version}`];
		// The variables of an outer `npm test` are about this package.
		const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)));
		await run("npm", args, { cwd: fresh, env }).catch((error) => {
			throw new Error(
				`these tests need Node ${version}: set $OTHER_NODE to its path; npm says: ${error.stderr || error}`,
			);
		});
		await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
	}
	return { name: `node ${version}`, path };
}
