/**
 * Other indexers from npm, in their own words: each indexes a copy of the tree with its own defaults, and convert.py puts
 * its nodes and call edges into the tables that the scorer reads.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PEERS = [
	{
		name: "@colbymchenry/codegraph",
		version: "1.6.1",
		command: "npm-shim.js",
		args: ["init", "."],
		database: ".codegraph/codegraph.db",
		hasLines: true,
	},
	{
		name: "@optave/codegraph",
		version: "3.11.2",
		command: "dist/cli.js",
		args: ["build", "."],
		database: ".codegraph/graph.db",
		hasLines: false,
	},
];
const CONVERT = fileURLToPath(new URL("convert.py", import.meta.url));
const ENVIRONMENT = { ...process.env, CODEGRAPH_TELEMETRY: "0", DO_NOT_TRACK: "1" };

/** @param work a folder for what they install and write */
export function peers(work, python) {
	const home = join(work, "peers");
	const missing = PEERS.filter(({ name }) => !existsSync(join(home, "node_modules", name)));
	if (missing.length > 0) {
		mkdirSync(home, { recursive: true });
		writeFileSync(join(home, "package.json"), '{ "private": true }\n');
		const packages = PEERS.map(({ name, version }) => `${name}@${version}`);
		const flags = ["--no-audit", "--no-fund", "--save-exact"];
		// its progress goes where ours goes
		execFileSync("npm", ["install", ...flags, ...packages], { cwd: home, stdio: ["ignore", 2, 2] });
	}
	return PEERS.map(({ name, command, args, database, hasLines }) => ({
		name,
		hasLines,
		async index({ root, state }) {
			rmSync(state, { recursive: true, force: true });
			const tree = join(state, "tree");
			cpSync(root, tree, { recursive: true });
			const program = join(home, "node_modules", name, command);
			execFileSync(process.execPath, [program, ...args], { cwd: tree, env: ENVIRONMENT, stdio: "ignore" });
			const catalog = join(state, "catalog.sqlite");
			execFileSync(python, [CONVERT, name, join(tree, database), tree, catalog]);
			return catalog;
		},
	}));
}
