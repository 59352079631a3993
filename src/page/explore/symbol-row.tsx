/** A symbol in a list to choose from. */
import type { SymbolRow } from "../../browser/index.ts";
import { Kind } from "../ui/icon.tsx";
import { Link, toSymbol } from "../ui/link.tsx";
import { Matched } from "./matched.tsx";

export function SymbolItem({ row, query = "" }: { row: SymbolRow; query?: string }) {
	return (
		<li class="item">
			<Kind kind={row.kind} />
			<div class="item-body">
				<Link to={{ ...toSymbol(row), view: "source" }} class="item-name">
					<Matched text={row.qualified_name} query={query} />
				</Link>
				{row.signature !== null && <code class="item-code">{row.signature}</code>}
				<span class="item-place">
					{row.file_path}:{row.start_line}
					<span class="item-lang">{row.language}</span>
				</span>
			</div>
		</li>
	);
}
