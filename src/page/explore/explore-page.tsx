/** An open index: files on the left, source or graph in the middle, the chosen symbol on the right; one of them on a phone. */
import { useEffect } from "preact/hooks";
import "../styles/explore.css";
import { GraphPanel } from "../graph/graph-panel.tsx";
import { SourcePanel } from "../source/source-panel.tsx";
import type { View } from "../state/address.ts";
import { route } from "../state/route.ts";
import { reopen, session, sessionFailure } from "../state/session.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { CoverageStrip } from "./coverage-strip.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { Header } from "./header.tsx";
import { SymbolPanel } from "./symbol-panel.tsx";

const TABS: { view: View; label: string; icon: IconName }[] = [
	{ view: "files", label: "Files", icon: "folder" },
	{ view: "source", label: "Source", icon: "code" },
	{ view: "symbol", label: "Symbol", icon: "list" },
	{ view: "graph", label: "Graph", icon: "graph" },
];

export function ExplorePage() {
	const { view, index } = route.value;
	const open = session.value;
	useEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const target = event.composedPath()[0];
			const typing = target instanceof HTMLElement && target.matches("input, select, textarea");
			if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
			event.preventDefault();
			document.getElementById("search")?.focus();
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	}, []);
	return (
		<div class="explore" data-view={view}>
			<Header />
			{sessionFailure.value ? (
				<main id="main" tabIndex={-1} class="whole padded">
					<FailureNote failure={sessionFailure.value}>
						<div class="row">
							<button type="button" class="button" onClick={reopen}>
								Try again
							</button>
							<a class="button" href="#/">
								To the start
							</a>
						</div>
					</FailureNote>
				</main>
			) : open === undefined ? (
				<main id="main" tabIndex={-1} class="whole padded" aria-busy="true">
					<p class="note">
						<span class="spinner" aria-hidden="true" />
						Opening {index}…
					</p>
				</main>
			) : open.index.source === "empty" && open.index.manifest === null ? (
				<Missing name={open.name} />
			) : (
				<>
					<CoverageStrip session={open} />
					<nav class="tabs" aria-label="Panels">
						{TABS.map(({ view: each, label, icon }) => (
							<Link key={each} to={{ view: each }} current={view === each}>
								<Icon name={icon} />
								{label}
							</Link>
						))}
					</nav>
					<aside class="side" aria-label="Files">
						<FilesPanel session={open} />
					</aside>
					<main id="main" tabIndex={-1} class="middle">
						{view === "graph" ? <GraphPanel session={open} /> : <SourcePanel session={open} />}
					</main>
					<aside class="right" aria-label="Symbol">
						<SymbolPanel session={open} />
					</aside>
				</>
			)}
		</div>
	);
}

/** A link may be older than the index it leads to, or come from another browser. */
function Missing({ name }: { name: string }) {
	return (
		<main id="main" tabIndex={-1} class="whole">
			<div class="blank">
				<Icon name="search" />
				<p>
					<strong>There is no index “{name}” in this browser.</strong>
				</p>
				<p class="quiet-text">It was removed, or the link comes from another browser, where the index is kept.</p>
				<a class="button" href="#/">
					Build or import one
				</a>
			</div>
		</main>
	);
}
