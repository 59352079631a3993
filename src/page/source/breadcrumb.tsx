/** The path of the file, the functions around the cursor, and a box to go to a line. */

import { splitPath } from "../format.ts";
import { goToLine } from "../state/route.ts";
import { Kind } from "../ui/icon.tsx";
import { Link, toSymbol } from "../ui/link.tsx";
import { SEARCH_FORM } from "../ui/search-form.ts";
import { around, type FileMarks } from "./marks.ts";

interface BreadcrumbProps {
	file: string;
	marks: FileMarks;
	/** Of the cursor. */
	line: number;
	/** Undefined when the text was not kept. */
	lines: number | undefined;
}

export function Breadcrumb({ file, marks, line, lines }: BreadcrumbProps) {
	const place = splitPath(file);
	return (
		<div class="crumbs">
			<span class="crumb-path" title={file}>
				<span class="item-folder">{place.folder}</span>
				<strong>{place.file}</strong>
			</span>
			<ol aria-label="Functions around the cursor">
				{around(marks.functions, line).map((symbol) => (
					<li key={symbol.symbol_id}>
						<Link to={toSymbol(symbol)} title={symbol.signature ?? symbol.qualified_name}>
							<Kind kind={symbol.kind} />
							{symbol.name}
						</Link>
					</li>
				))}
			</ol>
			{lines !== undefined && (
				<form
					class="goto"
					{...SEARCH_FORM}
					aria-label="Go to line"
					onSubmit={(event) => {
						event.preventDefault();
						const to = Number(new FormData(event.currentTarget).get("line"));
						if (Number.isInteger(to) && to >= 1) goToLine(file, Math.min(to, lines));
					}}
				>
					<label>
						<span class="quiet-text">Line</span>
						<input
							class="field"
							name="line"
							type="number"
							min={1}
							max={lines}
							placeholder={String(line)}
							aria-label={`Go to line, 1 to ${lines}`}
						/>
					</label>
				</form>
			)}
		</div>
	);
}
