/** The indexes kept in this browser. */
import type { IndexEntry } from "../../browser/index.ts";
import { building } from "../build/run.ts";
import { bytes, count, date } from "../format.ts";
import { formatRoute } from "../state/address.ts";
import { indexes, removeIndex } from "../state/engine.ts";
import { explain } from "../state/failure.ts";
import { closeSession } from "../state/session.ts";
import { confirm } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { openFolder, refusal } from "./pick.ts";

export function IndexList() {
	const list = indexes.value;
	return (
		<section aria-labelledby="indexes-title" aria-busy={list === undefined}>
			<h2 id="indexes-title">Indexes in this browser</h2>
			{list === undefined && <div class="skeleton" />}
			{list?.length === 0 && (
				<p class="empty">
					None yet. The first one appears here when its build is done, and stays after the tab is closed.
				</p>
			)}
			{list !== undefined && list.length > 0 && (
				<ul class="indexes">
					{list.map((entry) => (
						<Entry key={entry.name} entry={entry} />
					))}
				</ul>
			)}
		</section>
	);
}

function Entry({ entry }: { entry: IndexEntry }) {
	const href = formatRoute({ page: "index", index: entry.name, view: "source" });
	return (
		<li class="index">
			<a class="index-name" href={href}>
				<Icon name="graph" />
				{entry.name}
			</a>
			<span class="index-facts">
				{entry.readable ? (
					<>
						<span>{count(entry.files)} files</span>
						<span>{count(entry.symbols)} symbols</span>
						<span>{bytes(entry.bytes)}</span>
						<span>{date(entry.created_at)}</span>
						{entry.status !== "complete" && <span class={`badge status-${entry.status}`}>{entry.status}</span>}
						{!entry.has_sources && <span class="badge">without sources</span>}
					</>
				) : (
					<span class="badge status-failed">damaged</span>
				)}
			</span>
			<span class="row">
				<button
					type="button"
					class="button quiet small"
					disabled={building.value}
					title="Read the folder again; only what changed is indexed"
					onClick={() => void openFolder(entry.name)}
				>
					<Icon name="refresh" />
					Update
				</button>
				<button
					type="button"
					class="button quiet small"
					disabled={building.value}
					aria-label={`Remove the index ${entry.name}`}
					title="Remove"
					onClick={() => void remove(entry)}
				>
					<Icon name="trash" />
				</button>
			</span>
		</li>
	);
}

async function remove({ name }: IndexEntry): Promise<void> {
	const text =
		"The index and the copies of its sources are deleted from this browser. The folder it was made from is not touched.";
	if (!(await confirm(`Remove “${name}”?`, text, { label: "Remove", style: "danger" }))) return;
	try {
		await closeSession(name);
		await removeIndex(name);
	} catch (error) {
		refusal.value = explain(error);
	}
}
