/** A build from end to end: locate, freshness, scan, stream files through the workers into the catalog, publish. */
import { StructuralIndexError } from "../core/errors.ts";
import type { Host, StateFolder } from "../core/host.ts";
import type { CatalogFile } from "../core/protocol/calls.ts";
import { catalogInWork, leave, publish, takeOver } from "../core/publish/commit.ts";
import { PATHS } from "../core/publish/paths.ts";
import type { BuildOptions, BuildResult, StructuralIndex } from "../core/types.ts";
import { toHex } from "../core/units/cache-key.ts";
import { UnitStore } from "../core/units/store.ts";
import { CatalogClient } from "./catalog-client.ts";
import { classify } from "./classify.ts";
import { findFresh } from "./freshness.ts";
import { indexFiles, type Outcome, type SourceFile } from "./index-files.ts";
import { type LoadedLanguage, loadLanguage } from "./load-language.ts";
import { type Location, locate } from "./locate.ts";
import { describeBuild, describeResult, Tally } from "./manifest.ts";
import { openPublished } from "./open-published.ts";
import { checkBuildOptions, DEFAULT_MAX_FILE_BYTES, DEFAULT_MAX_JSONL_RECORDS, timeBudget } from "./options.ts";
import { ParsePool } from "./pool.ts";
import { Progress } from "./progress.ts";
import { loadRegistry, type Registry } from "./registry.ts";
import { type Scan, scan } from "./scan.ts";

/** What the steps of one build share. */
interface Run {
	host: Host;
	options: BuildOptions;
	location: Location;
	/** In tmp/, this build's own. */
	folder: string;
	registry: Registry;
	progress: Progress;
	created_at: string;
	warn(message: string): void;
	/** @throws StructuralIndexError `aborted`. */
	check(): void;
}

/**
 * Builds and publishes the index, or finds that it is there.
 * @param open how the index that is there is opened.
 * @throws StructuralIndexError `invalid-argument`, `root-missing`, `root-unreadable`, `sentinel-mismatch`,
 * `language-unknown`, `language-invalid`, `grammar-incompatible`, `index-foreign`, `state-unwritable`, `worker-failed`,
 * `aborted`. After each of them the index that was there is whole. A file that fails is no error but a `problem`.
 */
export async function build(
	host: Host,
	given: BuildOptions = {},
	open: (host: Host, state: StateFolder) => Promise<StructuralIndex> = openPublished,
): Promise<BuildResult> {
	const options = checkBuildOptions(given);
	const created_at = host.clock.now();
	const progress = new Progress(host.clock, options.on_progress);
	const warnings: string[] = [];
	const warn = (message: string) => {
		warnings.push(message);
		options.on_warning?.(message);
	};
	const check = () => {
		if (options.signal?.aborted === true) throw aborted(options.signal);
	};
	check();
	const registry = await loadRegistry(host, options.language_folders);
	registry.checkKnown(options.languages ?? []);
	const location = await locate(host, options, warn);
	const { state } = location;
	const fresh = await findFresh(state, location.snapshot_id, () => open(host, state), warn);
	if (fresh !== undefined) return describeResult(location, fresh, false, [], warnings);

	const folder = workFolder(host, location, created_at);
	const run: Run = { host, options, location, folder, registry, progress, created_at, warn, check };
	try {
		await takeOver(state);
		await probe(state, folder);
		const { manifest: finished, jsonl, tally } = await produce(run);
		progress.begin("publish", 1);
		const [query, helper] = await Promise.all([
			host.assets.read("helpers/query_structural_index.py"),
			host.assets.read("helpers/build_structural_index.py"),
		]);
		// The last moment: what follows takes milliseconds and goes through.
		check();
		const elapsed_ms = () => progress.elapsed_ms;
		const publication = { folder, jsonl, manifest: finished, elapsed_ms, helpers: { query, build: helper } };
		const manifest = await publish(state, publication);
		await host.sources?.settle();
		progress.end();
		return describeResult(location, manifest, true, tally.problems, warnings);
	} finally {
		await leave(state, folder).catch(() => {});
		await state.release?.();
	}
}

/** A folder in tmp/ that no other build has: two at once must not write into each other's files. */
function workFolder({ clock, digest }: Host, { root }: Location, created_at: string): string {
	const id = digest.sha256(new TextEncoder().encode([created_at, clock.ticks(), root].join("\n")));
	return `${PATHS.tmp}/${toHex(id).slice(0, 16)}`;
}

/** Scans, indexes and links; the catalog then lies closed in the build's folder. Whatever happens, its workers are gone when it ends. */
async function produce(run: Run) {
	const { host, options, location, registry, progress } = run;
	const tally = new Tally();
	const catalog = new CatalogClient(host);
	let pool: ParsePool | undefined;
	const abort = () => {
		const reason = aborted(options.signal);
		void pool?.stop(reason);
		void catalog.close(reason);
	};
	options.signal?.addEventListener("abort", abort, { once: true });
	try {
		const definitions = [...registry.languages.values()].map((language) => language.definition);
		catalog.begin(host.assets.read("wa-sqlite.wasm"), location.state.locate(catalogInWork(run.folder)), definitions);
		const found = await walk(run);
		const { claimed, rows } = await classify({
			...run,
			root: location.root,
			scan: found,
			languages: options.languages,
		});
		progress.end();
		const done = async (row: CatalogFile, outcome?: Outcome) => {
			tally.add(row, outcome);
			await catalog.add(row);
		};
		for (const row of rows) await done(row);

		const languages = await loadLanguages(registry, claimed, host);
		const extractor_versions = new Map([...languages].map(([id, language]) => [id, language.extractor_version]));
		pool = new ParsePool({
			workers: host.workers,
			clock: host.clock,
			size: options.workers ?? host.parallelism,
			prepare: async () => {
				const runtime = await host.assets.read("web-tree-sitter.wasm");
				const setups = [];
				const used = new Set(claimed.map((file) => file.wasm));
				for (const language of languages.values()) setups.push(await language.compile(used));
				return { runtime, languages: setups };
			},
		});
		const bytes = claimed.reduce((sum, file) => sum + file.size, 0);
		progress.begin("index", claimed.length, bytes);
		await indexFiles({
			host,
			root: location.root,
			files: claimed,
			extractor_versions,
			dialects: new Set(definitions.filter(({ grammars }) => grammars.length > 1).map(({ id }) => id)),
			store: new UnitStore(location.state, host.digest),
			pool,
			max_file_bytes: options.max_file_bytes ?? DEFAULT_MAX_FILE_BYTES,
			budget_ms: (size) => timeBudget(options, size),
			check: run.check,
			done: async (row, outcome) => {
				await done(row, outcome);
				progress.advance(row.bytes);
			},
		});
		await pool.stop();
		progress.end();

		progress.begin("link", 1);
		run.check();
		const facts = { location, scan: found, tally, extractor_versions, created_at: run.created_at };
		const ticks = host.clock.ticks();
		const manifest = describeBuild({ ...facts, ticks, build_duration_ms: progress.elapsed_ms }, host.digest);
		const max_jsonl_records = options.max_jsonl_records ?? DEFAULT_MAX_JSONL_RECORDS;
		const finished = await catalog.finish({ manifest, max_jsonl_records, created_at: run.created_at });
		progress.end();
		return { ...finished, tally };
	} catch (error) {
		run.check();
		throw error;
	} finally {
		options.signal?.removeEventListener("abort", abort);
		await pool?.stop();
		await catalog.close();
	}
}

async function walk({ host, options, location, progress, warn, check }: Run): Promise<Scan> {
	const { root, state } = location;
	progress.begin("scan", 0);
	const below = host.files.relative(root, state.location);
	return scan(host, root, {
		ignore: options.ignore,
		gitignore: options.gitignore,
		default_ignores: options.default_ignores,
		// A root that is the state folder itself holds more than ours.
		own: new Set(below === undefined ? [] : below === "" ? ["kb", "helpers"] : [below]),
		warn,
		on_folder(count) {
			check();
			progress.found(count);
		},
	});
}

/** One after another: each is read once, and a large grammar's bytes are not in memory beside all others' copies. */
async function loadLanguages(
	registry: Registry,
	files: readonly SourceFile[],
	host: Host,
): Promise<Map<string, LoadedLanguage>> {
	const languages = new Map<string, LoadedLanguage>();
	for (const id of [...new Set(files.map((file) => file.language))].sort()) {
		languages.set(id, await loadLanguage(registry, id, host.digest));
	}
	return languages;
}

/** Fails before any work is done where nothing could be published. @throws StructuralIndexError `state-unwritable`. */
async function probe(state: StateFolder, folder: string): Promise<void> {
	const path = `${folder}/probe`;
	// As much as a full disk must refuse: metadata alone may still fit.
	await state.write(path, new Uint8Array(64 * 1024));
	await state.sync(path);
	await state.remove(path);
}

export function aborted(signal: BuildOptions["signal"]): StructuralIndexError {
	return new StructuralIndexError("aborted", "build was aborted", { cause: signal?.reason });
}
