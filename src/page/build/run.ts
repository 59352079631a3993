/** The build that runs, or ran last: one at a time. */
import { computed, signal } from "@preact/signals";
import type { BuildResult, ProgressEvent, Source } from "../../browser/index.ts";
import { announce } from "../state/announce.ts";
import { engine, indexes, loadRoom, refresh } from "../state/engine.ts";
import { explain, type Failure } from "../state/failure.ts";
import { go, openIndexPage } from "../state/route.ts";
import { closeSession } from "../state/session.ts";
import { ask } from "../ui/dialog.tsx";

export interface Run {
	index: string;
	state: "running" | "cancelling" | "done" | "failed";
	event?: ProgressEvent;
	/** Source bytes a second over the last seconds; undefined until there is something to measure. */
	rate?: number;
	/** Until the files are read; undefined while unknown. */
	left_ms?: number;
	result?: BuildResult;
	failure?: Failure;
	warnings: string[];
	/** For another try. */
	source: Source;
}

export interface BuildChoices {
	keep_sources: boolean;
	gitignore: boolean;
	default_ignores: boolean;
}

export const choices = signal<BuildChoices>({ keep_sources: true, gitignore: true, default_ignores: true });
export const run = signal<Run | undefined>(undefined);
export const building = computed(() => run.value?.state === "running" || run.value?.state === "cancelling");

let controller: AbortController | undefined;

/** In words, in order. */
export const PHASES: Record<ProgressEvent["phase"], string> = {
	scan: "Find files",
	index: "Read and parse",
	link: "Connect calls",
	publish: "Save",
};

/** The rate is taken over this long: long enough to be steady, short enough to follow a change. */
const WINDOW_MS = 4000;

/**
 * Builds an index of the source and opens it. Where an index of the source's name is kept already, the user says whether it
 * is to be updated: two folders may bear one name.
 * @param index the name of the index to update; then nothing is asked.
 */
export async function startBuild(source: Source, index?: string): Promise<void> {
	if (building.value) return;
	const name = index ?? (await chooseName(source.name));
	if (name === undefined) return;
	controller = new AbortController();
	run.value = { index: name, state: "running", warnings: [], source };
	go({ page: "build", index: "" });
	announce(`Building an index of ${name}`);
	const samples: { at: number; bytes: number }[] = [];
	try {
		const indexer = await engine();
		await closeSession(name);
		const result = await indexer.buildIndex({
			source,
			index: name,
			...choices.value,
			signal: controller.signal,
			on_progress: (event) => {
				change({ event, ...pace(samples, event) });
				tell(event);
			},
			on_warning: (warning) => change({ warnings: [...(run.value?.warnings ?? []), warning] }),
		});
		await refresh();
		change({ state: "done", result });
		announce(`${name}: ${result.summary.message}`);
		const clean = result.problems.length === 0 && result.warnings.length === 0 && result.summary.symbols > 0;
		if (clean && run.value?.state === "done" && location.hash === "#/build") openIndexPage(name);
	} catch (error) {
		const failure = explain(error);
		change({ state: "failed", failure });
		announce(`${name}: ${failure.title}`);
		await refresh();
	}
}

export function cancelBuild(): void {
	if (run.value?.state !== "running") return;
	change({ state: "cancelling" });
	controller?.abort(new Error("cancelled by the user"));
}

export async function retryBuild(): Promise<void> {
	const last = run.value;
	if (last !== undefined) await startBuild(last.source, last.index);
}

/** Said so far of the build that runs. */
let told = "";

/** Each phase, and each tenth of the longest: more would drown out everything else. */
function tell({ phase, bytes, total_bytes }: ProgressEvent): void {
	const tenths = phase === "index" && total_bytes > 0 ? Math.floor((bytes / total_bytes) * 10) : 0;
	const text = `${PHASES[phase]}${tenths > 0 ? `, ${tenths}0 percent` : ""}`;
	if (text !== told) announce(text);
	told = text;
}

function change(part: Partial<Run>): void {
	if (run.value !== undefined) run.value = { ...run.value, ...part };
}

function pace(samples: { at: number; bytes: number }[], event: ProgressEvent): Pick<Run, "rate" | "left_ms"> {
	if (event.phase !== "index") {
		samples.length = 0;
		return { rate: undefined, left_ms: undefined };
	}
	samples.push({ at: event.elapsed_ms, bytes: event.bytes });
	while (samples.length > 2 && (samples[1] as { at: number }).at < event.elapsed_ms - WINDOW_MS) samples.shift();
	const [first] = samples as [{ at: number; bytes: number }];
	const took = event.elapsed_ms - first.at;
	if (took < 300 || event.bytes === first.bytes) return { rate: run.value?.rate, left_ms: run.value?.left_ms };
	const rate = ((event.bytes - first.bytes) / took) * 1000;
	return { rate, left_ms: ((event.total_bytes - event.bytes) / rate) * 1000 };
}

async function chooseName(wanted: string): Promise<string | undefined> {
	if (indexes.value === undefined) await refresh();
	const taken = new Set((indexes.value ?? []).map(({ name }) => name));
	const name = wanted.slice(0, 90) || "folder";
	if (!taken.has(name)) return name;
	let number = 2;
	while (taken.has(`${name} (${number})`)) number++;
	const other = `${name} (${number})`;
	const choice = await ask(
		`“${name}” is indexed already`,
		`Update that index if this is the same folder: only what changed is read again. Otherwise keep both, the new one as “${other}”.`,
		[{ label: "Keep both" }, { label: "Update", style: "primary" }],
	);
	return choice === undefined ? undefined : choice === 0 ? other : name;
}

/** A build goes on in hidden tabs; only closing the tab ends it, and then the browser asks first. */
addEventListener("beforeunload", (event) => {
	if (building.value) event.preventDefault();
});

/** Loaded ahead, so that a drop finds it: what was dropped is gone after the first wait. */
export function prepare(): void {
	void loadRoom().catch(() => {});
}
