/**
 * Runtimes that tests run in and the package does not depend on: the other Node (the package promises the oldest supported and
 * the current LTS, and tests run in one of them), and Bun. npm has them as plain binaries, one package a platform; kept in
 * .build/runtimes once fetched.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const OLDEST = "20.20.2";
const LTS = "24.22.3";
const BUN = "1.4.5";
const RUNTIMES = fileURLToPath(new URL("../../.build/runtimes/", import.meta.url));
const WINDOWS = process.platform === "win32";

export interface Fetched {
	/** `node 24.22.3`. */
	name: string;
	path: string;
}

const run = promisify(execFile);

/** The LTS, or where that is what runs already, the oldest. `$OTHER_NODE` names another. @throws Error saying what to do. */
export async function otherNode(): Promise<Fetched> {
	const given = process.env.OTHER_NODE;
	if (given) return { name: `node ${(await run(given, ["--version"])).stdout.trim().slice(1)}`, path: given };
	const major = (version: string) => Number(version.split(".")[0]);
	const version = major(process.versions.node) < major(LTS) ? LTS : OLDEST;
	const pack = `node-${WINDOWS ? "win" : process.platform}-${process.arch}`;
	return { name: `node ${version}`, path: await fetched(pack, version, "node", "OTHER_NODE") };
}

/** `$BUN` names another. @throws Error saying what to do. */
export async function bun(): Promise<Fetched> {
	const given = process.env.BUN;
	const pack = `@oven/bun-${WINDOWS ? "windows" : process.platform}-${process.arch === "arm64" ? "aarch64" : "x64"}`;
	return { name: "bun", path: given || (await fetched(pack, BUN, "bun", "BUN")) };
}

/** The path of `bin/<command>` in the npm package. */
async function fetched(pack: string, version: string, command: string, variable: string): Promise<string> {
	const folder = join(RUNTIMES, `${pack.replace("/", "+")}-${version}`);
	const path = join(folder, "node_modules", pack, "bin", WINDOWS ? `${command}.exe` : command);
	if (existsSync(path)) return path;
	await mkdir(RUNTIMES, { recursive: true });
	// Whole or not there, and two test files may be at it at once.
	const fresh = await mkdtemp(join(RUNTIMES, "fetching-"));
	await writeFile(join(fresh, "package.json"), JSON.stringify({ private: true }));
	const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", `${pack}@${version}`];
	// The variables of an outer `npm test` are about this package.
	const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)));
	await run("npm", args, { cwd: fresh, env }).catch((error) => {
		const words = `these tests need ${command} ${version}: set $${variable} to its path`;
		throw new Error(`${words}; npm says: ${error.stderr || error}`);
	});
	await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
	return path;
}
