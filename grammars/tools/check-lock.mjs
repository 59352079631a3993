/**
 * The grammars' wasm files come from npm packages (devDependencies); grammars/lock.json pins them. As a script it checks
 * the lock against node_modules, digests and ABI; the build uses its functions and refuses bytes that are not pinned.
 *
 * lock.json is an array, sorted by wasm, of
 *   wasm     name in the assets without `.wasm`, as `grammars[].wasm` in a language.json
 *   package  npm package that ships it, pinned to `version` in package.json
 *   file     path inside the package
 *   abi      tree-sitter language ABI, as web-tree-sitter reports it
 *   sha256   hex, of the file
 *   license  SPDX id of the grammar (not of the package that bundles it)
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);
const FIELDS = {
	wasm: "string",
	package: "string",
	version: "string",
	file: "string",
	abi: "number",
	sha256: "string",
	license: "string",
};

/** The entries of grammars/lock.json. Throws when one is malformed. */
export async function readLock() {
	const lock = JSON.parse(await readFile(new URL("grammars/lock.json", ROOT), "utf8"));
	if (!Array.isArray(lock)) throw new Error("grammars/lock.json expected an array");
	for (const [at, entry] of lock.entries()) {
		for (const [field, type] of Object.entries(FIELDS)) {
			if (typeof entry[field] !== type)
				throw new Error(`grammars/lock.json [${at}].${field} expected a ${type}, got ${JSON.stringify(entry[field])}`);
		}
		if (at > 0 && lock[at - 1].wasm >= entry.wasm)
			throw new Error(
				`grammars/lock.json expected entries sorted by wasm without duplicates, got ${entry.wasm} after ${lock[at - 1].wasm}`,
			);
	}
	return lock;
}

/** The wasm bytes of one entry. Throws when package, version or digest differ from the lock. */
export async function readPinned(entry) {
	const folder = new URL(`node_modules/${entry.package}/`, ROOT);
	const { version } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
	if (version !== entry.version)
		throw new Error(
			`${entry.package} expected version ${entry.version} (grammars/lock.json), got ${version}: run npm ci`,
		);
	const bytes = new Uint8Array(await readFile(new URL(entry.file, folder)));
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	if (sha256 !== entry.sha256)
		throw new Error(
			`${entry.package}/${entry.file} expected sha256 ${entry.sha256} (grammars/lock.json), got ${sha256}`,
		);
	return bytes;
}

/** The language folders, sorted, with their language.json. */
export async function readLanguages() {
	const languages = [];
	for (const entry of (await readdir(new URL("grammars/", ROOT), { withFileTypes: true })).sort((a, b) =>
		a.name < b.name ? -1 : 1,
	)) {
		if (!entry.isDirectory() || entry.name === "tools") continue;
		const folder = new URL(`grammars/${entry.name}/`, ROOT);
		languages.push({
			folder,
			id: entry.name,
			definition: JSON.parse(await readFile(new URL("language.json", folder), "utf8")),
		});
	}
	return languages;
}

/**
 * Problems of the whole lock, as sentences; none when it is right: packages, digests, ABI (every grammar is loaded), and
 * that the languages name exactly the locked grammars.
 */
export async function checkLock() {
	const { Language, Parser } = await import("web-tree-sitter");
	await Parser.init();
	const { devDependencies } = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8"));
	const problems = [];
	for (const entry of await readLock()) {
		try {
			const { abiVersion } = await Language.load(await readPinned(entry));
			if (abiVersion !== entry.abi) problems.push(`${entry.wasm}: abi expected ${entry.abi}, got ${abiVersion}`);
		} catch (error) {
			problems.push(`${entry.wasm}: ${error.message}`);
		}
		const wanted = devDependencies[entry.package];
		if (wanted !== entry.version)
			problems.push(`${entry.wasm}: package.json expected ${entry.package} ${entry.version}, got ${wanted}`);
	}
	const locked = new Set((await readLock()).map((entry) => entry.wasm));
	const named = new Set();
	for (const { id, definition } of await readLanguages()) {
		for (const { wasm } of definition.grammars) {
			named.add(wasm);
			if (!locked.has(wasm))
				problems.push(`grammars/${id}/language.json names the grammar ${wasm}, which is not in grammars/lock.json`);
		}
	}
	for (const wasm of locked) if (!named.has(wasm)) problems.push(`${wasm}: no language names it`);
	return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const problems = await checkLock();
	for (const problem of problems) console.error(problem);
	if (problems.length > 0) process.exitCode = 1;
	else console.log("grammars/lock.json matches node_modules");
}
