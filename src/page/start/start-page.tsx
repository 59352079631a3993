/** The start: what this is, ways in, indexes kept here, where they are kept. */
import { choices } from "../build/run.ts";
import { engineFailure, lost } from "../state/engine.ts";
import { offline } from "../state/update.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon, Labelled } from "../ui/icon.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import { IndexList } from "./index-list.tsx";
import { openArchive, openFolder, reading, refusal } from "./pick.ts";
import { StorageState } from "./storage-state.tsx";

export function StartPage() {
	return (
		<div class="start">
			<header class="start-head">
				<img src="./icon.svg" width="28" height="28" alt="" />
				<span class="brand">Mantis structural index</span>
				<ThemeButton />
			</header>
			<main id="main" tabIndex={-1}>
				<section class="hero">
					<h1>Find who calls what, in any folder of source code</h1>
					<p>
						Pick a folder. This tab reads it, indexes every symbol and call site, and shows callers and callees with
						honest coverage. Nothing is uploaded: your code stays in this browser.
					</p>
					<div class="row wrap">
						<button type="button" class="button primary large" onClick={() => void openFolder()}>
							<Labelled icon="folder">Open folder</Labelled>
						</button>
						<button type="button" class="button large" onClick={() => void openArchive()}>
							<Labelled icon="archive">Open archive or index</Labelled>
						</button>
					</div>
					<p class="quiet-text">
						Or drop a folder anywhere here. Archives: zip, tar, tar.gz. Indexes: catalog.sqlite or an exported .tar.gz.
					</p>
					<Options />
					{reading.value !== undefined && (
						<p class="note" role="status">
							<span class="spinner" aria-hidden="true" />
							{reading.value}
						</p>
					)}
					{refusal.value && <FailureNote failure={refusal.value} />}
				</section>
				{lost.value.length > 0 && (
					<div class="note note-warn" role="status">
						<Icon name="warning" />
						<div>
							<strong>The browser cleared {lost.value.length === 1 ? "an index" : "indexes"} kept here</strong>
							<p>
								{lost.value.map((name) => `“${name}”`).join(", ")}: gone with the site data, or evicted to free space.
								Build again from the folder; ask for persistence below to prevent it.
							</p>
						</div>
					</div>
				)}
				{engineFailure.value ? <FailureNote failure={engineFailure.value} /> : <IndexList />}
				<StorageState />
			</main>
			<footer class="start-foot">
				<Labelled icon="shield">No request leaves this page but for its own files.</Labelled>
				{offline.value === "ready" && <Labelled icon="check">Works offline.</Labelled>}
				{offline.value === "none" && <Labelled icon="info">Not kept for offline use in this browser.</Labelled>}
			</footer>
		</div>
	);
}

function Options() {
	const set = (part: Partial<typeof choices.value>) => {
		choices.value = { ...choices.value, ...part };
	};
	const { keep_sources, gitignore, default_ignores } = choices.value;
	return (
		<details class="options">
			<summary>Build options</summary>
			<label>
				<input
					type="checkbox"
					checked={keep_sources}
					onChange={(event) => set({ keep_sources: event.currentTarget.checked })}
				/>
				Keep a copy of the source files in this browser, to show them after a reload
			</label>
			<label>
				<input
					type="checkbox"
					checked={gitignore}
					onChange={(event) => set({ gitignore: event.currentTarget.checked })}
				/>
				Leave out what .gitignore files name
			</label>
			<label>
				<input
					type="checkbox"
					checked={default_ignores}
					onChange={(event) => set({ default_ignores: event.currentTarget.checked })}
				/>
				Leave out vendor and build folders (node_modules, dist, …)
			</label>
		</details>
	);
}
