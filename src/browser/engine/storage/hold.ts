/**
 * The one writer of an index, from its lock to its release. Files are written under names of their own and never again;
 * what they stand for is in the tree, and becomes durable with the directory, which `rename`, `remove`, `sync` and the
 * end publish. A file that the directory no longer names is erased after that, unless somebody reads it: then a later
 * writer does.
 */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import { PATHS } from "../../../core/publish/paths.ts";
import { type Directory, emptyDirectory, type PackName, type StoredFile } from "./directory.ts";
import { nameOf } from "./failures.ts";
import { MissingFile, madePath, type OpfsFolder } from "./folder.ts";
import { handleFile } from "./handle-file.ts";
import type { Release } from "./locks.ts";
import { Pack } from "./pack.ts";
import { PathTree } from "./path-tree.ts";

/**
 * A pack is rewritten when it is larger than this, in bytes, and more than half of it is of no use: records that were
 * replaced or removed, and, after a whole build, units that it did not touch. So its size is bounded by this or by twice
 * what the last build used, and units of another branch survive as long as they are not the larger part.
 */
const PACK_BOUND = 64 * 1024 * 1024;

const UNITS = `${PATHS.units}/`;

export class Hold {
	readonly #folder: OpfsFolder;
	readonly #release: Release;
	readonly #directory: Directory;
	readonly #tree: PathTree<StoredFile>;
	readonly #packs = new Map<PackName, Pack>();
	/** Files to erase once the directory no longer names them. */
	readonly #waste = new Set<string>();
	/** Databases that were removed while somebody had them open. Shared by all holds of a thread. */
	readonly #forgotten: Set<string>;
	/** The directory in memory is not the one on the disk. */
	#dirty = false;
	/** A build went through. */
	#published = false;

	/** @throws StructuralIndexError `state-unwritable` when another tab is writing; DOMException. */
	static async take(folder: OpfsFolder, forgotten: Set<string>): Promise<Hold> {
		const release = await folder.lockWriter();
		let hold: Hold | undefined;
		try {
			await folder.make();
			hold = new Hold(folder, release, await lastDirectory(folder), forgotten);
			await hold.pack("units");
			await hold.#sweep();
			return hold;
		} catch (error) {
			if (hold !== undefined) hold.#close();
			release();
			throw error;
		}
	}

	private constructor(folder: OpfsFolder, release: Release, directory: Directory, forgotten: Set<string>) {
		this.#folder = folder;
		this.#release = release;
		this.#directory = directory;
		this.#forgotten = forgotten;
		this.#tree = new PathTree((path) => `${folder.location}/${path}`);
		for (const [path, stored] of Object.entries(directory.files)) this.#tree.set(path, stored);
	}

	get units(): Pack {
		return this.#packs.get("units") as Pack;
	}

	hasPack(name: PackName): boolean {
		return this.#directory.packs[name] !== null;
	}

	/** Opened by the first call, and made when it is missing. */
	async pack(name: PackName): Promise<Pack> {
		const open = this.#packs.get(name);
		if (open !== undefined) return open;
		const known = this.#directory.packs[name];
		const file = known ?? packFile();
		const pack = new Pack(handleFile(await this.#folder.open(file)));
		this.#packs.set(name, pack);
		pack.cut();
		if (known === null) {
			this.#directory.packs[name] = file;
			await this.#publish();
		}
		return pack;
	}

	/** Of a file outside the packs; undefined when there is none. @throws StructuralIndexError `io`, `index-corrupt`. */
	async file(path: string): Promise<File | undefined> {
		let stored = this.#tree.get(path);
		if (stored === undefined) {
			await this.#adopt();
			stored = this.#tree.get(path);
		}
		if (stored === undefined) return undefined;
		try {
			return await this.#folder.stored(path, stored);
		} catch (error) {
			throw error instanceof MissingFile ? error.told() : error;
		}
	}

	/** @throws StructuralIndexError `state-unwritable` when a file cannot be at this path. */
	check(path: string): void {
		this.#tree.check(path);
		if (this.units.size > 0 && UNITS.startsWith(`${path}/`)) {
			const message = `cannot write ${show(`${this.#folder.location}/${path}`)}: a folder is where a file should be`;
			throw new StructuralIndexError("state-unwritable", message);
		}
	}

	async write(path: string, bytes: Uint8Array): Promise<void> {
		this.check(path);
		const file = `g.${crypto.randomUUID()}`;
		try {
			await this.#folder.write(file, bytes, false);
		} catch (error) {
			await this.#folder.erase(file).catch(() => false);
			throw error;
		}
		const old = this.#tree.set(path, { file, size: bytes.length });
		if (old !== undefined) this.#drop(old.file);
		this.#dirty = true;
	}

	async rename(from: string, to: string): Promise<void> {
		await this.#adopt();
		for (const path of [from, ...this.#tree.below(from)]) {
			const stored = this.#tree.has(path) ? this.#tree.get(path) : undefined;
			if (stored !== undefined && madePath(stored.file) === path) stored.size = (await this.file(path))?.size ?? 0;
		}
		const old = this.#tree.move(from, to);
		if (old !== undefined) this.#drop(old.file);
		this.#published ||= to === PATHS.manifest;
		await this.#publish();
	}

	async remove(path: string): Promise<void> {
		await this.#adopt();
		for (const { file } of this.#tree.remove(path)) {
			this.#drop(file);
			this.#dirty = true;
		}
		for (const key of unitKeys(this.units, path)) this.units.delete(key);
		if (this.#dirty) await this.#publish();
	}

	async list(path: string): Promise<string[]> {
		await this.#adopt();
		return [...new Set([...this.#tree.list(path), ...listUnits(this.units, path)])].sort();
	}

	async sync(path: string): Promise<void> {
		await this.#adopt();
		const stored = this.#tree.get(path);
		if (stored === undefined) {
			const message = `cannot flush ${show(`${this.#folder.location}/${path}`)}: it is missing`;
			throw new StructuralIndexError("state-unwritable", message);
		}
		const handle = await this.#folder.open(stored.file);
		try {
			handle.flush();
		} finally {
			handle.close();
		}
		if (this.#dirty) await this.#publish();
	}

	/** Drops records, and the file with the last of them; all that stays is on the disk. */
	async settle(name: PackName, keep: ReadonlySet<string>): Promise<void> {
		const pack = await this.pack(name);
		const useless = [...pack.keys].filter((key) => !keep.has(key));
		if (useless.length < pack.size) {
			for (const key of useless) pack.delete(key);
			await this.#repack(name, pack, pack.keys);
			return this.#packs.get(name)?.sync();
		}
		this.#packs.delete(name);
		pack.close();
		this.#waste.add(this.#directory.packs[name] as string);
		this.#directory.packs[name] = null;
		await this.#publish();
	}

	/** Everything is on the disk; another tab may write. */
	async finish(): Promise<void> {
		try {
			if (this.#published) await this.#repack("units", this.units, this.units.touched);
			for (const pack of this.#packs.values()) pack.sync();
			for (const file of this.#forgotten) this.#waste.add(file);
			if (this.#dirty || this.#waste.size > 0) await this.#publish();
		} finally {
			this.#close();
			this.#release();
		}
	}

	#close(): void {
		for (const pack of this.#packs.values()) pack.close();
	}

	/** Databases that others made become known by their paths, and those that are gone forgotten. */
	async #adopt(): Promise<void> {
		const entries = [...this.#tree.entries()];
		const taken = new Set(entries.filter(([path, { file }]) => madePath(file) !== path).map(([, { file }]) => file));
		const { newest, older } = await this.#folder.made(taken, this.#forgotten);
		for (const [path, { file }] of entries) {
			if (madePath(file) === path && newest.get(path) !== file) this.#tree.remove(path);
		}
		for (const [path, file] of newest) {
			if (this.#tree.takes(path)) this.#tree.set(path, { file, size: 0 });
		}
		for (const file of older) this.#drop(file);
	}

	/** @param useful keys of what is kept. */
	async #repack(name: PackName, pack: Pack, useful: Iterable<string>): Promise<void> {
		const keys = [...useful];
		if (pack.bytes <= PACK_BOUND || pack.bytesOf(keys) * 2 > pack.bytes) return;
		const file = packFile();
		const smaller = new Pack(handleFile(await this.#folder.open(file)));
		try {
			pack.copy(keys, smaller);
			smaller.sync();
		} catch (error) {
			smaller.close();
			await this.#folder.erase(file);
			// There must be room for both for a moment. Where there is none the pack stays as it is.
			if (nameOf(error) === "QuotaExceededError") return;
			throw error;
		}
		this.#waste.add(this.#directory.packs[name] as string);
		this.#packs.set(name, smaller);
		pack.close();
		this.#directory.packs[name] = file;
		await this.#publish();
	}

	async #publish(): Promise<void> {
		const files: Directory["files"] = {};
		for (const [path, stored] of this.#tree.entries()) {
			if (madePath(stored.file) !== path) files[path] = stored;
		}
		this.#directory.files = files;
		await this.#folder.publish(this.#directory);
		this.#dirty = false;
		for (const file of this.#waste) {
			if (await this.#folder.erase(file)) this.#forgotten.delete(file);
		}
		this.#waste.clear();
	}

	#drop(file: string): void {
		this.#waste.add(file);
		if (madePath(file) !== undefined) this.#forgotten.add(file);
	}

	/** What earlier writers left, but for databases: those are files in `tmp/`, which a build looks through by itself. */
	async #sweep(): Promise<void> {
		const named = [...this.#tree.entries()].map(([, { file }]) => file);
		const needed = new Set([...named, ...Object.values(this.#directory.packs)]);
		for (const file of await this.#folder.names()) {
			if (!needed.has(file) && madePath(file) === undefined) await this.#folder.erase(file);
		}
	}
}

/** Keys of the units at or below a path. */
function unitKeys(units: Pack, path: string): string[] {
	const below = path === "" ? "" : `${path}/`;
	if (UNITS.startsWith(below)) return [...units.keys];
	return below.startsWith(UNITS) ? [...units.keys].filter((key) => `${UNITS}${key}/`.startsWith(below)) : [];
}

/** Names in a folder as far as they come from units, sorted. */
export function listUnits(units: Pack | undefined, path: string): string[] {
	if (units === undefined) return [];
	const start = path === "" ? 0 : path.length + 1;
	const names = unitKeys(units, path).map((key) => (UNITS + key).slice(start).split("/", 1)[0] as string);
	return [...new Set(names)].sort();
}

/** A damaged one is replaced by an empty one: a reader was told, and only a build can mend it. */
async function lastDirectory(folder: OpfsFolder): Promise<Directory> {
	try {
		return (await folder.directory()) ?? emptyDirectory();
	} catch (error) {
		if (error instanceof StructuralIndexError && error.code === "index-corrupt") return emptyDirectory();
		throw error;
	}
}

function packFile(): string {
	return `p.${crypto.randomUUID()}`;
}
