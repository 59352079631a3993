/** A file whose text is not here: why, how to get it, and what the index knows of it meanwhile. */
import type { FileCoverage } from "../../browser/index.ts";
import { choices } from "../build/run.ts";
import { count } from "../format.ts";
import { openFolder, refusal } from "../start/pick.ts";
import type { Session } from "../state/session.ts";
import { FailureNote } from "../ui/failure.tsx";
import { Icon, Kind } from "../ui/icon.tsx";
import { Link, toSymbol } from "../ui/link.tsx";
import type { FileMarks } from "./marks.ts";

interface TextMissingProps {
	session: Session;
	file: string;
	coverage: FileCoverage["file"];
	marks: FileMarks;
}

export function TextMissing({ session, file, coverage, marks }: TextMissingProps) {
	const indexed = coverage?.indexed === true;
	return (
		<div class="padded scroll">
			<div class="note">
				<Icon name="info" />
				<div>
					<strong>
						{indexed ? "The text of this file is not kept here" : "This file is not indexed, so its text is not kept"}
					</strong>
					{indexed ? (
						<p>
							Open the folder again to see it: unchanged files are taken from the last build, and a copy of the sources
							is kept.
						</p>
					) : (
						<p>{coverage?.reason ?? "The index knows no language for it."}</p>
					)}
					{indexed && (
						<div class="row">
							<button
								type="button"
								class="button"
								onClick={() => {
									choices.value = { ...choices.value, keep_sources: true };
									void openFolder(session.name);
								}}
							>
								<Icon name="folder" /> Open the folder again
							</button>
						</div>
					)}
				</div>
			</div>
			{refusal.value && <FailureNote failure={refusal.value} />}
			{marks.functions.length > 0 && (
				<section aria-labelledby="outline-title">
					<h2 id="outline-title">
						Functions in {file} <span class="badge">{count(marks.functions.length)}</span>
					</h2>
					<ul class="outline">
						{marks.functions.map(({ symbol, depth }) => (
							<li key={symbol.symbol_id} style={{ paddingLeft: `${depth * 16}px` }}>
								<Link to={toSymbol(symbol)}>
									<Kind kind={symbol.kind} />
									{symbol.name}
								</Link>
								<span class="quiet-text">
									{symbol.start_line}–{symbol.end_line}
								</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</div>
	);
}
