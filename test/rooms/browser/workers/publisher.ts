/**
 * A worker that publishes version after version into an index in OPFS, as a build does, and one that looks whether what is
 * there is whole: for kills.test.ts. Every file of version n is n, many times over, so that torn and mixed ones show.
 */
import { opfsDatabases } from "../../../../src/browser/engine/storage/databases.ts";
import { openStorage } from "../../../../src/browser/engine/storage/open.ts";
import type { StructuralIndexError } from "../../../../src/core/errors.ts";
import { PATHS } from "../../../../src/core/publish/paths.ts";
import { portableDigest } from "../../../../src/core/text/digest.ts";
import { toHex } from "../../../../src/core/units/cache-key.ts";

const INDEX = "killed";
/** Of each version. */
const UNITS = 6;
const LENGTHS = { jsonl: 40_000, catalog: 300_000, manifest: 500, unit: 3000 };

/** Folder of the units that fill the storage. */
const LARGE = "large";

const storage = await openStorage("opfs");
const state = await storage.state.open(INDEX);

const filled = (version: number, length: number) => {
	const bytes = new Uint8Array(length);
	new Uint32Array(bytes.buffer).fill(version);
	return bytes;
};
/** The version of a whole file. */
const versionOf = (what: keyof typeof LENGTHS, bytes: Uint8Array | undefined): number => {
	if (bytes === undefined) return 0;
	if (bytes.length !== LENGTHS[what]) throw new Error(`${what} of ${bytes.length} bytes`);
	const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
	const [version] = words as unknown as [number];
	if (words.some((word) => word !== version)) throw new Error(`${what} is mixed from several versions`);
	return version;
};
const source = (version: number) => {
	const bytes = filled(version, LENGTHS.unit);
	return { key: toHex(portableDigest.sha256(bytes)), bytes };
};
const readCatalog = async (): Promise<Uint8Array | undefined> => {
	const location = state.locate(PATHS.catalog);
	await storage.databases.prepare?.(location, "read");
	if (!storage.databases.exists(location)) return undefined;
	const file = storage.databases.open(location, "read");
	const bytes = new Uint8Array(file.size());
	file.read(bytes, 0);
	file.close();
	return bytes;
};

async function publish(version: number): Promise<void> {
	for (const name of await state.list(PATHS.tmp)) await state.remove(`${PATHS.tmp}/${name}`);
	const folder = `${PATHS.tmp}/${version}`;
	const replace = async (what: "jsonl" | "manifest") => {
		await state.write(`${folder}/${what}`, filled(version, LENGTHS[what]));
		await state.sync(`${folder}/${what}`);
		await state.rename(`${folder}/${what}`, PATHS[what]);
	};
	for (let i = 0; i < UNITS; i++) {
		await state.write(`${PATHS.units}/${i}/${version}`, filled(version, LENGTHS.unit));
		await storage.sources(INDEX).put(source(version).key, source(version).bytes);
	}
	const databases = opfsDatabases();
	const location = state.locate(`${folder}/catalog.sqlite`);
	await databases.prepare?.(location, "create");
	const file = databases.open(location, "create");
	const catalog = filled(version, LENGTHS.catalog);
	for (let at = 0; at < catalog.length; at += 50_000) file.write(catalog.subarray(at, at + 50_000), at);
	file.sync();
	file.close();
	await replace("jsonl");
	await state.rename(`${folder}/catalog.sqlite`, PATHS.catalog);
	await replace("manifest");
	await state.remove(PATHS.tmp);
	await storage.sources(INDEX).settle(new Set([version - 1, version].map((each) => source(each).key)));
	// Every third one keeps its hold: the next goes on with it.
	if (version % 3 !== 0) await state.release?.();
}

/** Throws for anything that is not whole. */
async function look() {
	const manifest = versionOf("manifest", await state.read(PATHS.manifest));
	const catalog = versionOf("catalog", await readCatalog());
	const jsonl = versionOf("jsonl", await state.read(PATHS.jsonl));
	let units = 0;
	for (const folder of (await state.list(PATHS.units)).filter((name) => name !== LARGE)) {
		for (const name of await state.list(`${PATHS.units}/${folder}`)) {
			const version = versionOf("unit", await state.read(`${PATHS.units}/${folder}/${name}`));
			if (String(version) !== name) throw new Error(`unit ${name} holds ${version}`);
			units++;
		}
	}
	const { key } = source(manifest);
	const kept = manifest === 0 || (await storage.sources(INDEX).get(key)) !== undefined;
	return { manifest, catalog, jsonl, units, kept };
}

/** Writes until it is refused, then ends as a build does. */
async function fill(what: "units" | "database") {
	let written = 0;
	const part = filled(1, 100_000);
	try {
		if (what === "units") {
			for (; ; written += part.length) await state.write(`${PATHS.units}/${LARGE}/${written}`, part);
		}
		const databases = opfsDatabases();
		const location = state.locate(`${PATHS.tmp}/full/catalog.sqlite`);
		await databases.prepare?.(location, "create");
		const file = databases.open(location, "create");
		try {
			for (; ; written += part.length) file.write(part, written);
		} finally {
			file.close();
		}
	} catch (error) {
		const { code, message } = error as StructuralIndexError;
		return { code, message, written };
	} finally {
		await state.remove(PATHS.tmp).catch(() => {});
		await state.release?.();
	}
}

type Order = number | "look" | "fill units" | "fill database";
addEventListener("message", async ({ data }: MessageEvent<Order>) => {
	try {
		if (data === "fill units") return postMessage({ refused: await fill("units") });
		if (data === "fill database") return postMessage({ refused: await fill("database") });
		if (data === "look") return postMessage({ looked: await look() });
		for (let version = data; ; version++) {
			await publish(version);
			postMessage({ published: version });
		}
	} catch (error) {
		postMessage({ failed: String((error as Error).stack ?? error) });
	}
});
postMessage({ ready: true });
