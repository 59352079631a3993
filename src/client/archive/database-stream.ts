/** A database's bytes in pieces: catalogs can be larger than the memory of a tab. */
import type { DatabaseFiles } from "../../core/host.ts";

const PIECE_BYTES = 256 * 1024;

export interface OpenBytes {
	readonly size: number;
	/** Each piece is the caller's own. @throws StructuralIndexError `io` when it was cut meanwhile. */
	pieces(): Generator<Uint8Array<ArrayBuffer>, void>;
	close(): void;
}

/** @throws StructuralIndexError `io`. */
export async function openBytes(databases: DatabaseFiles, location: string): Promise<OpenBytes> {
	await databases.prepare?.(location, "read");
	const file = databases.open(location, "read");
	const size = file.size();
	return {
		size,
		*pieces() {
			for (let at = 0; at < size; ) {
				const piece = new Uint8Array(Math.min(PIECE_BYTES, size - at));
				const count = file.read(piece, at);
				if (count === 0) return;
				yield count === piece.length ? piece : piece.slice(0, count);
				at += count;
			}
		},
		close: () => file.close(),
	};
}

export interface Sink {
	write(piece: Uint8Array): void;
	/** Flushes and closes. */
	end(): void;
	/** Closes what was not ended. */
	close(): void;
}

/** Replaces what lies there. @throws StructuralIndexError `state-unwritable`. */
export async function createBytes(databases: DatabaseFiles, location: string): Promise<Sink> {
	await databases.prepare?.(location, "create");
	if (databases.exists(location)) databases.remove(location);
	const file = databases.open(location, "create");
	let at = 0;
	let open = true;
	const close = () => {
		if (open) file.close();
		open = false;
	};
	return {
		write(piece) {
			file.write(piece, at);
			at += piece.length;
		},
		end() {
			file.sync();
			close();
		},
		close,
	};
}
