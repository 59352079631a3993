/** The catalog worker's side of the protocol: one CatalogBuilder a worker, behind the calls. */
import { transfer } from "comlink";
import { CatalogBuilder } from "../catalog/build.ts";
import type { DatabaseFiles, Digest } from "../host.ts";
import type { CatalogWorkerCalls } from "./calls.ts";
import { checkVersion, ownBuffer } from "./dispatching.ts";

/** The calls of one catalog worker, in the order begin, add …, finish. */
export function createCatalogDispatcher(files: DatabaseFiles, digest: Digest): CatalogWorkerCalls {
	const builder = new CatalogBuilder(files, digest);
	return {
		async begin(setup) {
			checkVersion("catalog", setup.version);
			await builder.begin(setup);
		},
		async add(batch) {
			await builder.add(batch);
		},
		async finish(request) {
			const result = await builder.finish(request);
			const jsonl = ownBuffer(result.jsonl);
			return transfer({ ...result, jsonl }, [jsonl.buffer]);
		},
	};
}
