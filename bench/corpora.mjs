/**
 * The trees the benchmarks run on, by name from corpora.json: a folder that Debian's packages put on the machine, or a
 * Debian source package fetched once into bench/.corpora (not in the repository).
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const STORE = join(HERE, ".corpora");

/** @returns the folder of a corpus; @throws Error saying how to get it. */
export function corpus(name) {
	const entry = JSON.parse(readFileSync(join(HERE, "corpora.json"), "utf8"))[name];
	if (!entry) throw new Error(`corpus "${name}" expected one of corpora.json`);
	if (entry.folder) {
		const found = entry.folder.find((folder) => existsSync(folder));
		if (!found) throw new Error(`corpus "${name}": apt-get install ${entry.debian_packages.join(" ")}`);
		return found;
	}
	return debianSource(name, entry);
}

/** Keeps the system's own package lists untouched: the source lines live in a list of their own. */
function debianSource(name, { debian_source, versions }) {
	const folder = join(STORE, name);
	const unpacked = () =>
		existsSync(folder) && readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isDirectory());
	if (!unpacked()) {
		const lists = join(STORE, "apt");
		mkdirSync(join(lists, "lists", "partial"), { recursive: true });
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(lists, "sources.list"), sourceLines());
		const options = [
			`Dir::Etc::sourcelist=${join(lists, "sources.list")}`,
			"Dir::Etc::sourceparts=-",
			`Dir::State::lists=${join(lists, "lists")}`,
		].flatMap((option) => ["-o", option]);
		const apt = (...args) => execFileSync("apt-get", [...options, ...args], { cwd: folder, stdio: "pipe" });
		apt("update");
		// the archive drops old versions and the index may run ahead of the pool: the first that is there
		const failures = [];
		for (const version of versions) {
			try {
				apt("source", "--download-only", version ? `${debian_source}=${version}` : debian_source);
				break;
			} catch (error) {
				failures.push(String(error.stderr ?? error));
			}
		}
		const archive = readdirSync(folder).find((file) => /\.orig\.tar\.\w+$/.test(file));
		if (!archive) throw new Error(`corpus "${name}": no source package to be had\n${failures.join("\n")}`);
		execFileSync("tar", ["xf", archive], { cwd: folder });
	}
	return join(folder, unpacked().name);
}

function sourceLines() {
	const files = ["/etc/apt/sources.list"];
	const parts = "/etc/apt/sources.list.d";
	if (existsSync(parts)) for (const file of readdirSync(parts)) files.push(join(parts, file));
	const lines = [];
	for (const file of files.filter((file) => existsSync(file) && statSync(file).isFile())) {
		const text = readFileSync(file, "utf8");
		if (file.endsWith(".sources")) {
			const field = (key) => new RegExp(`^${key}:\\s*(.*)$`, "m").exec(text)?.[1].split(/\s+/) ?? [];
			for (const uri of field("URIs")) for (const suite of field("Suites")) lines.push(`deb-src ${uri} ${suite} main`);
		} else {
			for (const line of text.split("\n")) if (/^deb /.test(line)) lines.push(line.replace(/^deb /, "deb-src "));
		}
	}
	return `${lines.join("\n")}\n`;
}
