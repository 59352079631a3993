/** A Host in memory for tests of the client: a tree, a state folder, and workers that are objects behind real ports. */
import { createHash } from "node:crypto";
import { MessageChannel } from "node:worker_threads";
import { expose } from "comlink";
import { StructuralIndexError } from "../../src/core/errors.ts";
import type { AssetSource, FileEntry, Host, StateFolder, WorkerHandle, WorkerKind } from "../../src/core/host.ts";
import type { LanguageDefinition } from "../../src/core/lang/language.ts";
import type {
	CatalogFile,
	CatalogWorkerCalls,
	ExtractRequest,
	ExtractResult,
	ParseWorkerCalls,
} from "../../src/core/protocol/calls.ts";
import { installWireErrors } from "../../src/core/protocol/wire-error.ts";
import { TABLES, type TableName } from "../../src/core/units/facts.ts";
import { type Builders, encodeRecord, TableBuilder } from "../../src/core/units/record.ts";

export const ROOT = "/code";
export const STATE = "/state";

const bytes = (text: string) => new TextEncoder().encode(text);
export const digest = { sha256: (data: Uint8Array) => new Uint8Array(createHash("sha256").update(data).digest()) };

/** A tree: text of files; other entries by kind. Folders come from the paths. */
export type Tree = Record<string, string | Uint8Array | Omit<FileEntry, "name"> | "unlistable">;

/** A language that no built-in one competes with. */
export const TOY: LanguageDefinition = {
	id: "toy",
	name: "Toy",
	extensions: [".toy"],
	shebangs: ["toysh"],
	grammars: [{ wasm: "tree-sitter-toy" }],
	queries: ["all.scm"],
	lineComment: "#",
	moduleSystem: "none",
	separator: ".",
	bareMembers: "never",
};

/** The smallest WebAssembly module. */
export const WASM = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

export interface Fake {
	host: Host;
	tree: Tree;
	/** State files by path below `<STATE>/workspace`. */
	state: Map<string, Uint8Array>;
	env: Record<string, string>;
	/** Assets by name; user folders by `<folder>/<name>`. */
	assets: Map<string, Uint8Array>;
	/** Called before each change of the state folder; may throw. */
	onWrite: (path: string) => void;
	/** Called before each read of a source file; may change the tree. */
	onRead: (path: string) => void;
	/** Files given to each catalog. */
	catalogs: CatalogFile[][];
	spawned: Record<WorkerKind, number>;
	terminated: number;
	/** Replaces the parse workers' calls. `exit` ends the worker. */
	parse: (exit: (reason: string) => void) => ParseWorkerCalls;
	catalog: (exit: (reason: string) => void) => CatalogWorkerCalls;
}

export function fakeHost(tree: Tree = {}): Fake {
	installWireErrors();
	const state = new Map<string, Uint8Array>();
	const fake: Fake = {
		tree,
		state,
		env: {},
		assets: new Map([
			["web-tree-sitter.wasm", WASM],
			["wa-sqlite.wasm", WASM],
			["helpers/query_structural_index.py", bytes("# MANTIS_HELPER_VERSION = 5\nquery\n")],
			["helpers/build_structural_index.py", bytes("# MANTIS_HELPER_VERSION = 5\nbuild\n")],
			["/toy/language.json", bytes(JSON.stringify(TOY))],
			["/toy/all.scm", bytes("(a) @name\n")],
			["/toy/tree-sitter-toy.wasm", WASM],
		]),
		onWrite: () => {},
		onRead: () => {},
		catalogs: [],
		spawned: { parse: 0, catalog: 0 },
		terminated: 0,
		parse: (exit) => toyParser(exit),
		catalog: () => listCatalog(fake),
		host: undefined as unknown as Host,
	};
	fake.host = {
		room: "memory",
		files: {
			async inspect(path) {
				const root = path.replace(/\/+$/, "");
				if (root === ROOT || root === STATE) return { root, kind: "folder" };
				if (!root.startsWith(`${ROOT}/`)) return { root, kind: "missing" };
				const below = root.slice(ROOT.length + 1);
				if (fake.tree[below] === "unlistable") return { root, kind: "unreadable" };
				if (below in fake.tree) return { root, kind: "file" };
				return { root, kind: Object.keys(fake.tree).some((key) => key.startsWith(`${below}/`)) ? "folder" : "missing" };
			},
			async list(root, folder) {
				return listTree(fake.tree, treePath(root, folder));
			},
			async read(root, path) {
				fake.onRead(path);
				const content = fake.tree[treePath(root, path)];
				if (typeof content === "string" && content !== "unlistable") return bytes(content);
				if (content instanceof Uint8Array) return content.slice();
				throw new Error(`ENOENT ${path}`);
			},
			relative: (root, path) => {
				if (path === root) return "";
				return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
			},
		},
		state: { open: async (root) => memoryState(fake, root) },
		workers: { spawn: (kind) => spawn(fake, kind) },
		assets: assetsIn(fake, ""),
		clock: {
			now: () => "2026-01-02T03:04:05.000Z",
			ticks: () => performance.now(),
			timer(ms, callback) {
				const timer = setTimeout(callback, ms);
				return () => clearTimeout(timer);
			},
		},
		digest,
		parallelism: 2,
		cwd: ROOT,
		env: (name) => fake.env[name],
		databases: {
			open: () => {
				throw new Error("no databases in memory");
			},
			exists: () => false,
			remove: () => {},
		},
	};
	return fake;
}

/** What only the state's own files show of an index. */
export function published(fake: Fake): string {
	const files = [...fake.state].filter(([path]) => !/\/(units|tmp)\//.test(path));
	return JSON.stringify(files.map(([path, data]) => [path, new TextDecoder().decode(data)]).sort());
}

/** A record with one symbol named as the text says. */
export function recordOf(text: string): Uint8Array<ArrayBuffer> {
	const tables = Object.fromEntries(
		(Object.keys(TABLES) as TableName[]).map((name) => [name, new TableBuilder(name)]),
	) as unknown as Builders;
	return encodeRecord({ tables, strings: ["", text], lines: 1, note: "" }, digest);
}

/**
 * The toy language: text that begins with a word of capitals says what happens. CRASH ends the worker, HANG never
 * answers, THROW breaks the contract, FAIL and BINARY are answers, BIG reports a large heap.
 */
export function toyParser(
	exit: (reason: string) => void,
	onExtract: (text: string) => void = () => {},
): ParseWorkerCalls {
	// One at a time, as a thread would.
	let turn: Promise<unknown> = Promise.resolve();
	const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
		const done = turn.then(work);
		turn = done.catch(() => {});
		return done;
	};
	return {
		init: async () => {},
		addLanguage: async () => {},
		extract: ({ bytes }: ExtractRequest) =>
			inTurn(async (): Promise<ExtractResult> => {
				const text = new TextDecoder().decode(bytes);
				const heap_bytes = text.startsWith("BIG") ? 2 ** 30 : 1;
				onExtract(text);
				if (text.startsWith("CRASH")) {
					exit("worker exited with code 7");
					return new Promise(() => {});
				}
				if (text.startsWith("HANG")) return new Promise(() => {});
				if (text.startsWith("THROW")) throw new StructuralIndexError("internal", "a defect");
				if (text.startsWith("FAIL")) return { status: "failed", reason: "does not parse", heap_bytes };
				if (text.startsWith("BINARY")) return { status: "skipped", reason: "binary", heap_bytes };
				return { status: "indexed", record: recordOf(text), heap_bytes };
			}),
	};
}

/** A catalog that is a list of its files, written where the real one would be. */
function listCatalog(fake: Fake): CatalogWorkerCalls {
	const files: CatalogFile[] = [];
	let path = "";
	return {
		async begin({ location }) {
			path = location.slice(`${STATE}/workspace/`.length);
		},
		async add(batch) {
			files.push(...batch);
		},
		async finish({ manifest }) {
			files.sort((a, b) => (a.path < b.path ? -1 : 1));
			fake.catalogs.push(files);
			fake.onWrite(path);
			fake.state.set(path, bytes(files.map((file) => `${file.path} ${file.status} ${file.reason}`).join("\n")));
			const indexed = files.filter((file) => file.status === "indexed").length;
			const header = { _provenance: true, snapshot_id: manifest.snapshot_id, tool: "tree-sitter", full_export: true };
			return {
				manifest: {
					...manifest,
					counts: { symbols: indexed, call_edges: 0, resolved_edges: 0 },
					compat_pointer: { path: "structural_index.jsonl", full_export: true, symbol_count: indexed },
				},
				jsonl: bytes(`${JSON.stringify(header)}\n`),
			};
		},
	};
}

function spawn(fake: Fake, kind: WorkerKind): WorkerHandle {
	fake.spawned[kind]++;
	const { port1, port2 } = new MessageChannel();
	const listeners: ((reason: string) => void)[] = [];
	let ended = false;
	const end = () => {
		ended = true;
		port1.close();
		port2.close();
	};
	const exit = (reason: string) => {
		if (ended) return;
		end();
		for (const listener of listeners) listener(reason);
	};
	expose(kind === "parse" ? fake.parse(exit) : fake.catalog(exit), port2 as never);
	return {
		endpoint: port1 as unknown as WorkerHandle["endpoint"],
		onExit: (listener) => listeners.push(listener),
		async terminate() {
			if (!ended) fake.terminated++;
			end();
		},
	};
}

function memoryState(fake: Fake, root: string): StateFolder {
	const location = `${root}/workspace`;
	// Only STATE has content: other roots are empty and never written in tests.
	const below = (path: string) => (root === STATE ? path : `${root}:${path}`);
	return {
		location,
		locate: (path) => `${location}/${path}`,
		read: async (path) => fake.state.get(below(path))?.slice() as Uint8Array<ArrayBuffer> | undefined,
		async write(path, data) {
			fake.onWrite(path);
			fake.state.set(below(path), data.slice());
		},
		async rename(from, to) {
			fake.onWrite(to);
			const data = fake.state.get(below(from));
			if (data === undefined) throw new StructuralIndexError("state-unwritable", `ENOENT ${from}`);
			fake.state.delete(below(from));
			fake.state.set(below(to), data);
		},
		async remove(path) {
			for (const key of [...fake.state.keys()]) {
				if (key === below(path) || key.startsWith(`${below(path)}/`)) fake.state.delete(key);
			}
		},
		async list(path) {
			const prefix = `${below(path)}/`;
			const names = [...fake.state.keys()].filter((key) => key.startsWith(prefix));
			return [...new Set(names.map((key) => key.slice(prefix.length).split("/")[0] as string))];
		},
		sync: async () => {},
	};
}

function assetsIn(fake: Fake, prefix: string): AssetSource {
	return {
		async read(name) {
			const data = fake.assets.get(prefix + name);
			if (data === undefined) throw new StructuralIndexError("io", `no asset ${prefix + name}`);
			return data.slice() as Uint8Array<ArrayBuffer>;
		},
		folder: (path) => assetsIn(fake, `${path}/`),
	};
}

function treePath(root: string, path: string): string {
	const full = path === "" ? root : `${root}/${path}`;
	return full === ROOT ? "" : full.slice(ROOT.length + 1);
}

function listTree(tree: Tree, folder: string): FileEntry[] {
	if (tree[folder] === "unlistable") throw new Error("EACCES");
	const prefix = folder === "" ? "" : `${folder}/`;
	const entries = new Map<string, FileEntry>();
	for (const [path, content] of Object.entries(tree)) {
		if (!path.startsWith(prefix)) continue;
		const [name, ...rest] = path.slice(prefix.length).split("/") as [string, ...string[]];
		if (rest.length > 0 || content === "unlistable") entries.set(name, { name, kind: "folder", size: 0 });
		else if (typeof content === "string") entries.set(name, { name, kind: "file", size: bytes(content).length });
		else if (content instanceof Uint8Array) entries.set(name, { name, kind: "file", size: content.length });
		else entries.set(name, { name, ...content });
	}
	return [...entries.values()].reverse();
}
