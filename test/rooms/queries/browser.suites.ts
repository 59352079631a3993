/** The five operations in a browser's worker, over its private files and over memory. */
import { openStorage } from "../../../src/browser/engine/storage/open.ts";
import { queriesInRoom } from "../../conformance/queries-in-room.ts";

let indexes = 0;
for (const kind of ["opfs", "memory"] as const) {
	queriesInRoom(kind, async () => {
		const storage = await openStorage(kind);
		const wasm = await fetch(new URL("/assets/wa-sqlite.wasm", location.href));
		const sqlite = new Uint8Array(await wasm.arrayBuffer());
		return { databases: storage.databases, state: await storage.state.open(`queries ${++indexes}`), sqlite };
	});
}
