/** The page's frame: what is shown follows the route. */
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { BuildPage } from "./build/build-page.tsx";
import { building, run } from "./build/run.ts";
import { DropZone } from "./start/drop-zone.tsx";
import { StartPage } from "./start/start-page.tsx";
import { announcement } from "./state/announce.ts";
import { explain, type Failure } from "./state/failure.ts";
import { route } from "./state/route.ts";
import { takeUpdate, update } from "./state/update.ts";
import { Dialog } from "./ui/dialog.tsx";
import { FailureNote } from "./ui/failure.tsx";
import { Icon } from "./ui/icon.tsx";

export function App() {
	const { page, index } = route.value;
	useEffect(() => {
		document.title = page === "index" ? `${index} – Mantis` : "Mantis structural index";
	}, [page, index]);
	return (
		<>
			<button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
				Skip to content
			</button>
			{page === "index" ? <Explore /> : page === "build" && run.value ? <BuildPage /> : <StartPage />}
			<DropZone />
			<Dialog />
			{update.value && (
				<aside class="toast" aria-label="Update">
					<Icon name="refresh" />
					<span>A new version of this page is ready.</span>
					<button type="button" class="button small primary" disabled={building.value} onClick={takeUpdate}>
						Reload
					</button>
				</aside>
			)}
			<div class="hidden" role="status" aria-live="polite">
				{announcement.value}
			</div>
		</>
	);
}

/** The code for looking at an index comes with the first index. */
function Explore() {
	const part = useSignal<ComponentType | undefined>(undefined);
	const failure = useSignal<Failure | undefined>(undefined);
	useEffect(() => {
		import("./explore/explore-page.tsx").then(
			(module) => {
				// A component is a function, which a state setter would call.
				part.value = module.ExplorePage;
			},
			(error: unknown) => {
				failure.value = explain(error);
			},
		);
	}, []);
	if (failure.value) return <FailureNote failure={failure.value} />;
	return part.value ? <part.value /> : <main id="main" class="waiting" tabIndex={-1} aria-busy="true" />;
}
