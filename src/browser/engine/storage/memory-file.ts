/** A file in memory, of any size, with holes. */
import type { DatabaseFile } from "../../../core/host.ts";

/** Pages are small enough for a file of a few bytes to cost little, and grow by doubling up to this. */
const PAGE = 64 * 1024;

export class MemoryFile {
	/** By number; shorter than PAGE where nothing was written behind. */
	readonly #pages = new Map<number, Uint8Array<ArrayBuffer>>();
	#size = 0;

	static of(bytes: Uint8Array): MemoryFile {
		const file = new MemoryFile();
		file.write(bytes, 0);
		return file;
	}

	get size(): number {
		return this.#size;
	}

	read(into: Uint8Array, offset: number): number {
		const count = Math.max(0, Math.min(into.length, this.#size - offset));
		for (let done = 0; done < count; ) {
			const at = (offset + done) % PAGE;
			const step = Math.min(PAGE - at, count - done);
			const found = this.#pages.get(Math.floor((offset + done) / PAGE))?.subarray(at, at + step);
			if (found !== undefined) into.set(found, done);
			into.fill(0, done + (found?.length ?? 0), done + step);
			done += step;
		}
		return count;
	}

	write(bytes: Uint8Array, offset: number): void {
		for (let done = 0; done < bytes.length; ) {
			const at = (offset + done) % PAGE;
			const step = Math.min(PAGE - at, bytes.length - done);
			this.#page(Math.floor((offset + done) / PAGE), at + step).set(bytes.subarray(done, done + step), at);
			done += step;
		}
		this.#size = Math.max(this.#size, offset + bytes.length);
	}

	truncate(size: number): void {
		const last = Math.floor(size / PAGE);
		for (const number of [...this.#pages.keys()]) {
			if (number > last) this.#pages.delete(number);
		}
		this.#pages.get(last)?.fill(0, size % PAGE);
		this.#size = size;
	}

	bytes(): Uint8Array<ArrayBuffer> {
		const bytes = new Uint8Array(this.#size);
		this.read(bytes, 0);
		return bytes;
	}

	/** For SQLite. A `read` one refuses every change. */
	handle(mode: "read" | "create"): DatabaseFile {
		const change = (work: () => void) => {
			if (mode === "read") throw new Error("the file was opened for reading");
			work();
		};
		return {
			read: (into, offset) => this.read(into, offset),
			write: (bytes, offset) => change(() => this.write(bytes, offset)),
			truncate: (size) => change(() => this.truncate(size)),
			size: () => this.#size,
			sync: () => {},
			close: () => {},
		};
	}

	#page(number: number, least: number): Uint8Array<ArrayBuffer> {
		const old = this.#pages.get(number);
		if (old !== undefined && old.length >= least) return old;
		const page = new Uint8Array(old === undefined ? least : Math.min(PAGE, Math.max(least, 2 * old.length)));
		if (old !== undefined) page.set(old);
		this.#pages.set(number, page);
		return page;
	}
}
