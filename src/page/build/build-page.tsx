/** A build on its way, and what became of it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ProgressEvent } from "../../browser/index.ts";
import { bytes, count, counted, duration } from "../format.ts";
import { go } from "../state/route.ts";
import { FailureNote } from "../ui/failure.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import { cancelBuild, PHASES, type Run, retryBuild, run } from "./run.ts";
import { Summary } from "./summary.tsx";

export function BuildPage() {
	const current = run.value as Run;
	const { state, index, event } = current;
	const percent = event === undefined ? 0 : done(event);
	const active = state === "running" || state === "cancelling";
	useEffect(() => {
		document.title = active ? `${percent} % ${index} – Mantis` : `${index} – Mantis`;
	}, [percent, active, index]);
	return (
		<div class="start">
			<header class="start-head">
				<img src="./icon.svg" width="28" height="28" alt="" />
				<span class="brand">Mantis structural index</span>
				<ThemeButton />
			</header>
			<main id="main" tabIndex={-1}>
				<section class="build" aria-labelledby="build-title">
					<h1 id="build-title">{heading(current)}</h1>
					{active && <Running current={current} percent={percent} />}
					{state === "failed" && current.failure && (
						<FailureNote failure={current.failure}>
							<div class="row wrap">
								<button type="button" class="button primary" onClick={() => void retryBuild()}>
									{current.failure.code === "aborted" ? "Continue the build" : "Try again"}
								</button>
								<button type="button" class="button" onClick={() => go({ page: "start", index: "" })}>
									Back to the start
								</button>
							</div>
						</FailureNote>
					)}
					{state === "done" && current.result && <Summary index={index} result={current.result} />}
				</section>
			</main>
		</div>
	);
}

function heading({ state, index, failure }: Run): string {
	if (state === "done") return `${index} is indexed`;
	if (state === "failed")
		return failure?.code === "aborted" ? `Build of ${index} cancelled` : `Build of ${index} failed`;
	return `Indexing ${index}`;
}

function Running({ current, percent }: { current: Run; percent: number }) {
	const { event, rate, left_ms, state, warnings } = current;
	const phases = Object.entries(PHASES);
	const at = phases.findIndex(([phase]) => phase === event?.phase);
	const indexing = event?.phase === "index";
	const ticking = event !== undefined && event.phase !== "scan" && percent > 0;
	const elapsed = useElapsed(event);
	return (
		<>
			<ol class="phases">
				{phases.map(([phase, label], number) => (
					<li
						key={phase}
						class={number < at ? "past" : number === at ? "now" : ""}
						aria-current={number === at ? "step" : undefined}
					>
						{label}
					</li>
				))}
			</ol>
			<div
				class={`bar ${ticking ? "" : "moving"}`}
				role="progressbar"
				aria-label="Progress of the build"
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={ticking ? percent : undefined}
			>
				<span style={{ width: ticking ? `${percent}%` : undefined }} />
			</div>
			<dl class="facts">
				<Fact name="Files">
					{event === undefined
						? "–"
						: event.phase === "scan"
							? `${count(event.done)} found`
							: indexing
								? `${count(event.done)} of ${count(event.total)}`
								: "all read"}
				</Fact>
				<Fact name="Source">{indexing ? `${bytes(event.bytes)} of ${bytes(event.total_bytes)}` : "–"}</Fact>
				<Fact name="Speed">{rate === undefined ? "–" : `${bytes(rate)}/s`}</Fact>
				<Fact name="Time left">{left_ms === undefined ? "–" : `about ${duration(left_ms)}`}</Fact>
				<Fact name="Elapsed">{event === undefined ? "–" : duration(elapsed)}</Fact>
			</dl>
			<div class="row wrap">
				<button type="button" class="button" disabled={state === "cancelling"} onClick={cancelBuild}>
					{state === "cancelling" ? "Cancelling…" : "Cancel"}
				</button>
				<span class="quiet-text">Goes on while this tab is in the background. What is read is kept if you cancel.</span>
			</div>
			{warnings.length > 0 && (
				<p class="quiet-text" role="status">
					{counted(warnings.length, "warning")}, the last: {warnings.at(-1)}
				</p>
			)}
		</>
	);
}

/** Goes on between events: a large file is read for many seconds without one. */
function useElapsed(event: ProgressEvent | undefined): number {
	const shown = useSignal(0);
	useEffect(() => {
		const began = performance.now() - (event?.elapsed_ms ?? 0);
		const tick = () => {
			shown.value = performance.now() - began;
		};
		tick();
		const timer = setInterval(tick, 500);
		return () => clearInterval(timer);
	}, [event]);
	return shown.value;
}

function Fact({ name, children }: { name: string; children: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

/** Whole per cent of the build: reading and parsing is most of it, the share of the rest is taken from measured builds. */
function done({ phase, done, total, bytes, total_bytes }: ProgressEvent): number {
	if (phase === "scan") return 0;
	if (phase === "index") return Math.floor(90 * (total_bytes > 0 ? bytes / total_bytes : total > 0 ? done / total : 0));
	return phase === "link" ? 90 : done < total ? 97 : 100;
}
