/** The browser room's Host, in the engine worker: one for queries, one a build around its source tree. */

import { expose } from "comlink";
import type { AssetSource, FileSource, Host, SourceKeeper, WorkerHandle, WorkerMaker } from "../../core/host.ts";
import { createCatalogDispatcher } from "../../core/protocol/catalog-dispatcher.ts";
import { portableDigest } from "../../core/text/digest.ts";
import { browserClock } from "./clock.ts";
import type { BrowserStorage } from "./storage.ts";

/** Past this the one thread that reads and writes is the bound, and each worker costs tens of MB. `workers` overrules it. */
const MAX_PARALLELISM = 8;

export interface BrowserHostParts {
	storage: BrowserStorage;
	workers: WorkerMaker;
	assets: AssetSource;
	files: FileSource;
	/** What `files` calls its root. */
	root: string;
	sources?: SourceKeeper;
}

export function createBrowserHost({ storage, workers, assets, files, root, sources }: BrowserHostParts): Host {
	return {
		room: "browser",
		files,
		state: storage.state,
		workers: storage.private ? inThread(workers, storage) : workers,
		assets,
		clock: browserClock,
		digest: portableDigest,
		parallelism: Math.min(navigator.hardwareConcurrency || 1, MAX_PARALLELISM),
		cwd: root,
		env: () => undefined,
		databases: storage.databases,
		sources,
	};
}

/** A catalog in this thread's memory is made in this thread, over the same protocol: no other could see it. */
function inThread(workers: WorkerMaker, { databases }: BrowserStorage): WorkerMaker {
	return {
		spawn(kind) {
			if (kind !== "catalog") return workers.spawn(kind);
			const { port1, port2 } = new MessageChannel();
			expose(createCatalogDispatcher(databases, portableDigest), port1);
			return {
				endpoint: port2 as WorkerHandle["endpoint"],
				onExit() {},
				async terminate() {
					port1.close();
					port2.close();
				},
			};
		},
	};
}
