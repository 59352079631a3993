/** The browser room's Host, in the engine worker. */

import { expose } from "comlink";
import type { AssetSource, Host, SourceKeeper, WorkerHandle, WorkerMaker } from "../../core/host.ts";
import { createCatalogDispatcher } from "../../core/protocol/catalog-dispatcher.ts";
import { portableDigest } from "../../core/text/digest.ts";
import { browserClock } from "./clock.ts";
import { treeFiles } from "./files.ts";
import type { BrowserStorage } from "./storage.ts";
import type { Tree } from "./tree.ts";

/** Past this the one thread that reads and writes is the bound, and each worker costs tens of MB. `workers` overrules it. */
const MAX_PARALLELISM = 8;

/** What of it lasts as long as the engine. */
export interface HostParts {
	storage: BrowserStorage;
	workers: WorkerMaker;
	assets: AssetSource;
}

/** What is indexed, by one build. */
export interface HostSource {
	/** As in treeFiles. */
	root: string;
	tree: Tree;
	keeper?: SourceKeeper;
}

/** For work that reads no sources. */
const NO_SOURCE: HostSource = {
	root: "/",
	tree: {
		list: async () => [],
		read: async (path) => {
			throw new Error(`there is no ${path}`);
		},
	},
};

export function createBrowserHost({ storage, workers, assets }: HostParts, source: HostSource = NO_SOURCE): Host {
	return {
		room: "browser",
		files: treeFiles(source.root, source.tree),
		state: storage.state,
		workers: storage.private ? inThread(workers, storage) : workers,
		assets,
		clock: browserClock,
		digest: portableDigest,
		parallelism: Math.min(navigator.hardwareConcurrency || 1, MAX_PARALLELISM),
		cwd: source.root,
		env: () => undefined,
		databases: storage.databases,
		sources: source.keeper,
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
