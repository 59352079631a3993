/** The bar on top of an index: its name, the search box, source or graph, export. */
import { graphExport } from "../graph/export-svg.ts";
import { announce } from "../state/announce.ts";
import { engine } from "../state/engine.ts";
import { explain, type Failure } from "../state/failure.ts";
import { route } from "../state/route.ts";
import { session } from "../state/session.ts";
import { ask } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { Menu } from "../ui/menu.tsx";
import { save } from "../ui/save.ts";
import { ThemeButton } from "../ui/theme-button.tsx";
import { Search } from "./search.tsx";

export function Header() {
	const { index, view } = route.value;
	const open = session.value;
	return (
		<header class="top">
			<a href="#/" class="home" aria-label="Start page" title="Start page">
				<img src="./icon.svg" width="22" height="22" alt="" />
			</a>
			<span class="index-title" title={index}>
				{index}
			</span>
			{open ? <Search session={open} /> : <span class="grow" />}
			<nav class="switch" aria-label="View">
				<Link to={{ view: "source" }} current={view !== "graph"}>
					<Icon name="code" /> Source
				</Link>
				<Link to={{ view: "graph" }} current={view === "graph"}>
					<Icon name="graph" /> Graph
				</Link>
			</nav>
			<Menu
				label="Export"
				commands={[
					{
						label: "Catalog",
						hint: "catalog.sqlite, for any SQLite",
						icon: "download",
						disabled: !open,
						run: () => void exported(index, "catalog"),
					},
					{
						label: "Whole index",
						hint: ".tar.gz, for the command line or another browser",
						icon: "archive",
						disabled: !open,
						run: () => void exported(index, "index"),
					},
					{
						label: "Graph",
						hint: "SVG, as it is shown",
						icon: "graph",
						disabled: graphExport.value === undefined,
						run: saveGraph,
					},
					{ label: "Link to this view", hint: "for this browser, where the index is", icon: "link", run: copyLink },
				]}
			>
				<Icon name="download" />
				<span class="wide-only">Export</span>
			</Menu>
			<ThemeButton />
		</header>
	);
}

async function exported(index: string, what: "catalog" | "index"): Promise<void> {
	announce("Exporting…");
	try {
		const indexer = await engine();
		const plain = index.replaceAll(/[\\/:*?"<>|\0]/g, "_");
		if (what === "catalog") save(await indexer.exportCatalog(index), `${plain}.sqlite`);
		else save(await indexer.exportIndex(index), `${plain}.tar.gz`);
		announce("Exported");
	} catch (error) {
		await tell(explain(error));
	}
}

function saveGraph(): void {
	const made = graphExport.value?.();
	if (made) save(made.svg, `${made.name.replaceAll(/[^\w.-]+/g, "_")}.svg`);
}

function copyLink(): void {
	navigator.clipboard.writeText(location.href).then(
		() => announce("Link copied"),
		(error: unknown) => void tell(explain(error)),
	);
}

async function tell(failure: Failure): Promise<void> {
	await ask(failure.title, [failure.message, ...failure.advice].join("\n"), []);
}
