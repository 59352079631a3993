/**
 * Builds an index of a folder of source code, then says who calls a function.
 *
 *     deno run --allow-read=CODE,INDEX,node_modules --allow-write=INDEX deno.ts CODE INDEX NAME
 *
 * CODE is the folder to read, INDEX the folder that the index is written into, NAME the function to ask for.
 */
import { buildIndex, openIndex, type ProgressEvent, StructuralIndexError } from "mantis-structural-index/deno";

const [code, folder, name] = Deno.args;
if (code === undefined || folder === undefined || name === undefined) {
	console.error("expected three words: the folder with the code, the folder for the index, the name of a function");
	Deno.exit(2);
}

try {
	await build(code, folder);
	await printCallers(folder, name);
} catch (error) {
	// Every failure is one sentence. One about permissions says which flag is missing.
	if (!(error instanceof StructuralIndexError)) throw error;
	console.error(`${error.code}: ${error.message}`);
	Deno.exit(1);
}

/** Reads every file below `target_root` and writes `<state_root>/workspace`. The second time only changed files are parsed. */
async function build(target_root: string, state_root: string): Promise<void> {
	const { summary, manifest, problems } = await buildIndex({ target_root, state_root, on_progress: printProgress });
	console.log(summary.message);
	console.log(`${manifest.units.reused} files were known from the last time, ${manifest.units.rebuild} were parsed`);
	for (const { file_path, status, reason } of problems) console.log(`${status}: ${file_path}: ${reason}`);
}

/** A line for each phase (scan, index, link, publish); it counts up in place where a terminal shows it. */
function printProgress({ phase, done, total, bytes, total_bytes }: ProgressEvent): void {
	const size = total_bytes > 0 ? `, ${(bytes / 1e6).toFixed(1)} of ${(total_bytes / 1e6).toFixed(1)} MB` : "";
	const line = `${phase}: ${done} of ${total}${size}`;
	// While it scans, the total is what was found so far: the next phase takes its line.
	const ended = done === total && phase !== "scan";
	if (Deno.stderr.isTerminal()) {
		Deno.stderr.writeSync(new TextEncoder().encode(`\r${line}\x1b[K${ended ? "\n" : ""}`));
	} else if (ended) console.error(line);
}

/** A name may stand for several functions: each is shown with its own callers. */
async function printCallers(state_root: string, name: string): Promise<void> {
	const index = await openIndex({ state_root });
	try {
		const found = await index.resolve_symbol({ name });
		for (const symbol of found.results) {
			console.log(`\n${symbol.kind} ${symbol.qualified_name}, ${symbol.file_path}:${symbol.start_line}`);
			const { results, total } = await index.find_callers({ symbol_id: symbol.symbol_id });
			for (const call of results) {
				console.log(`  called by ${call.qualified_name} at ${call.file_path}:${call.line} (${call.edge_kind})`);
			}
			console.log(`  ${total} callers, ${results.length} shown`);
		}
		if (found.total === 0) console.log(`\nnothing here is named ${name}`);
		// An answer is worth as much as the index has seen.
		const { partition_status, indexed_files, total_files } = found.coverage;
		console.log(`\ncoverage ${partition_status}: ${indexed_files} of ${total_files} files indexed`);
	} finally {
		await index.close();
	}
}
