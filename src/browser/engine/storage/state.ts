/**
 * The state folder of an index in OPFS. Reading needs no lock and holds no handle: it goes by what the directory says at
 * that moment, and again when a writer was faster. The first write takes the index for this worker, until `release`.
 */
import { StructuralIndexError, show } from "../../../core/errors.ts";
import type { StateFolder } from "../../../core/host.ts";
import { PATHS } from "../../../core/publish/paths.ts";
import { blobFile } from "./blob-file.ts";
import type { Directory, PackName, StoredFile } from "./directory.ts";
import { ioFailure, nameOf, quotaInWords, writeFailure } from "./failures.ts";
import type { OpfsFolder } from "./folder.ts";
import { Hold, listUnits } from "./hold.ts";
import { Pack } from "./pack.ts";
import { insidePath, PathTree } from "./path-tree.ts";

const UNITS = `${PATHS.units}/`;

export class OpfsState implements StateFolder {
	readonly location: string;
	readonly folder: OpfsFolder;
	readonly #forgotten = new Set<string>();
	#hold: Hold | undefined;
	/** As they were read last without a lock. */
	readonly #known = new Map<PackName, { file: string; pack: Pack }>();
	/** One call at a time, but for units, which are read and written synchronously. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(folder: OpfsFolder) {
		this.folder = folder;
		this.location = folder.location;
	}

	locate(path: string): string {
		const inside = insidePath(this.location, path);
		return inside === "" ? this.location : `${this.location}/${inside}`;
	}

	async read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		const inside = insidePath(this.location, path);
		if (inside.startsWith(UNITS)) return this.#readUnit(inside);
		return this.#reading("read", inside, async () => {
			const file = this.#hold ? await this.#hold.file(inside) : await this.#find(inside);
			return file && new Uint8Array(await file.arrayBuffer());
		});
	}

	/** The file itself, without reading it; good until another build replaces it. */
	file(path: string): Promise<File | undefined> {
		const inside = insidePath(this.location, path);
		return this.#reading("read", inside, () => (this.#hold ? this.#hold.file(inside) : this.#find(inside)));
	}

	async write(path: string, bytes: Uint8Array): Promise<void> {
		const inside = insidePath(this.location, path);
		if (!inside.startsWith(UNITS)) return this.writing("write", inside, (hold) => hold.write(inside, bytes));
		const put = (hold: Hold) => {
			hold.check(inside);
			hold.units.put(inside.slice(UNITS.length), bytes);
		};
		if (this.#hold === undefined) return this.writing("write", inside, put);
		try {
			put(this.#hold);
		} catch (error) {
			throw await this.#told("write", inside, error);
		}
	}

	async rename(from: string, to: string): Promise<void> {
		const [source, target] = [insidePath(this.location, from), insidePath(this.location, to)];
		if ([source, target].some((path) => `${path}/`.startsWith(UNITS))) {
			throw new StructuralIndexError("unsupported", `cannot move units: ${show(from)} to ${show(to)}`);
		}
		return this.writing("replace", target, (hold) => hold.rename(source, target));
	}

	async remove(path: string): Promise<void> {
		const inside = insidePath(this.location, path);
		if (this.#hold === undefined && (await this.#isMissing(inside))) return;
		return this.writing("remove", inside, (hold) => hold.remove(inside));
	}

	/** Also nothing where the directory is damaged: a build, which begins with this, mends it; `read` tells. */
	async list(path: string): Promise<string[]> {
		const inside = insidePath(this.location, path);
		return this.#reading("list", inside, async () => {
			if (this.#hold) return this.#hold.list(inside);
			return this.#ifWhole([], async (directory) => {
				if (`${inside}/`.startsWith(UNITS)) return listUnits(await this.#units(directory), inside);
				return (await this.#view(directory)).list(inside);
			});
		});
	}

	async sync(path: string): Promise<void> {
		const inside = insidePath(this.location, path);
		return this.writing("flush", inside, (hold) => (inside.startsWith(UNITS) ? hold.units.sync() : hold.sync(inside)));
	}

	/** @throws StructuralIndexError `state-unwritable` when what is left to write finds no room; the hold ends anyway. */
	release(): Promise<void> {
		return this.#queue(async () => {
			const hold = this.#hold;
			this.#hold = undefined;
			try {
				await hold?.finish();
			} catch (error) {
				throw await this.#told("write", "", error);
			}
		});
	}

	/** What a writer does, one after another. Takes the index when this worker has not got it yet. */
	writing<T>(action: string, path: string, work: (hold: Hold) => T | Promise<T>): Promise<T> {
		return this.#queue(async () => {
			try {
				this.#hold ??= await Hold.take(this.folder, this.#forgotten);
				return await work(this.#hold);
			} catch (error) {
				throw await this.#told(action, path, error);
			}
		});
	}

	/** By the writer's own state while this worker is the writer, else by the directory. */
	either<T>(
		path: string,
		held: (hold: Hold) => T | Promise<T>,
		free: (directory: Directory) => Promise<T>,
	): Promise<T> {
		return this.#reading("read", path, async () => (this.#hold ? held(this.#hold) : this.folder.read(free)));
	}

	/** A pack as it is now, without a lock; for `either`. Only what was appended since the last time is scanned. */
	async pack({ packs }: Directory, name: PackName): Promise<Pack | undefined> {
		const file = packs[name] === null ? undefined : await this.folder.file(packs[name]);
		if (file === undefined) return undefined;
		const known = this.#known.get(name);
		const pack = new Pack(blobFile(file), known?.file === file.name ? known.pack : undefined);
		this.#known.set(name, { file: file.name, pack });
		return pack;
	}

	get held(): boolean {
		return this.#hold !== undefined;
	}

	#queue<T>(work: () => Promise<T>): Promise<T> {
		const next = this.#last.then(work);
		this.#last = next.catch(() => {});
		return next;
	}

	#reading<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
		return this.#queue(async () => {
			try {
				return await work();
			} catch (error) {
				throw ioFailure(action, this.locate(path), error);
			}
		});
	}

	async #readUnit(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
		const key = path.slice(UNITS.length);
		if (this.#hold) return this.#hold.units.get(key);
		return this.either(
			path,
			(hold) => hold.units.get(key),
			async (directory) => (await this.#units(directory))?.get(key),
		);
	}

	#find(path: string): Promise<File | undefined> {
		return this.folder.read(async (directory) => {
			const stored = (await this.#view(directory)).get(path);
			return stored && this.folder.stored(path, stored);
		});
	}

	async #view({ files, packs }: Directory): Promise<PathTree<StoredFile>> {
		const tree = new PathTree<StoredFile>((path) => this.locate(path));
		for (const [path, stored] of Object.entries(files)) tree.set(path, stored);
		const taken = new Set(Object.values(files).map(({ file }) => file));
		for (const [path, file] of (await this.folder.made(taken, this.#forgotten)).newest) {
			if (tree.takes(path)) tree.set(path, { file, size: 0 });
		}
		// Enough to show that the folder is there: what is in it costs a scan of the pack.
		const units = packs.units === null ? undefined : await this.folder.file(packs.units);
		if (units !== undefined && units.size > 0) tree.set(`${UNITS}records`, { file: units.name, size: 0 });
		return tree;
	}

	#units(directory: Directory): Promise<Pack | undefined> {
		return this.pack(directory, "units");
	}

	#isMissing(path: string): Promise<boolean> {
		return this.#reading("read", path, () =>
			this.#ifWhole(false, async (directory) => {
				if (`${path}/`.startsWith(UNITS)) return listUnits(await this.#units(directory), path).length === 0;
				const tree = await this.#view(directory);
				return !tree.has(path) && tree.below(path).length === 0;
			}),
		);
	}

	async #ifWhole<T>(otherwise: T, work: (directory: Directory) => Promise<T>): Promise<T> {
		try {
			return await this.folder.read(work);
		} catch (error) {
			if (error instanceof StructuralIndexError && error.code === "index-corrupt") return otherwise;
			throw error;
		}
	}

	async #told(action: string, path: string, error: unknown): Promise<StructuralIndexError> {
		const quota = nameOf(error) === "QuotaExceededError" ? await quotaInWords() : "";
		return writeFailure(action, this.locate(path), error, quota);
	}
}
