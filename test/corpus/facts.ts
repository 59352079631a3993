/** A folder of sources through the real extractor and linker, as the facts that annotations name, by file and line. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import type { Extractor } from "../../src/core/engine/extractor.ts";
import type { LinkInput } from "../../src/core/resolve/entity.ts";
import { link } from "../../src/core/resolve/link.ts";
import { EDGE_KINDS, SYMBOL_KINDS } from "../../src/core/types.ts";
import { decodeRecord } from "../../src/core/units/record.ts";
import { digest, registry } from "../support/languages.ts";

export type FactsByLine = Map<number, string[]>;

/** Source files of a case: the file itself, or all files below the folder. */
export function caseFiles(path: string): { path: string; location: string }[] {
	if (statSync(path).isFile()) return [{ path: path.slice(path.lastIndexOf("/") + 1), location: path }];
	const files = readdirSync(path, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	return files.sort().map((location) => ({ path: relative(path, location), location }));
}

export function factsOf(files: { path: string; location: string }[], extractor: Extractor): Map<string, FactsByLine> {
	const inputs: LinkInput[] = [];
	for (const { path, location } of files) {
		const claim = registry.claim(path);
		if (!claim) continue;
		const bytes = new Uint8Array(readFileSync(location));
		const result = extractor.extract({ ...claim, bytes, budget_ms: 20_000 });
		if (result.status !== "indexed") throw new Error(`${location}: ${result.status}: ${result.reason}`);
		inputs.push({ path, language: claim.language, facts: decodeRecord(result.record) });
	}
	const linked = link(
		inputs,
		[...registry.languages.values()].map(({ definition }) => definition),
		digest,
	);
	const out = new Map<string, FactsByLine>(linked.files.map((file) => [file.path, new Map()]));
	const add = (path: string, line: number, fact: string) => {
		const lines = out.get(path) as FactsByLine;
		lines.set(line, [...(lines.get(line) ?? []), fact]);
	};
	const owner: { path: string; qualified: string }[] = [];
	for (const { path, facts } of linked.files) {
		const { symbols, strings } = facts;
		for (let row = 0; row < symbols.rows; row++) {
			const qualified = row === 0 ? "<module>" : (strings[symbols.qualified[row]!] as string);
			owner.push({ path, qualified });
			if (row === 0) continue;
			const length = symbols.end_line[row]! - symbols.start_line[row]!;
			add(
				path,
				symbols.start_line[row]!,
				`def ${SYMBOL_KINDS[symbols.kind[row]!]} ${qualified}${length > 0 ? ` +${length}` : ""}`,
			);
		}
	}
	const { edges } = linked;
	for (let i = 0; i < edges.count; i++) {
		const file = linked.files[edges.file[i]!]!;
		const kind = EDGE_KINDS[edges.kind[i]!];
		const callee = edges.callee[i]! < 0 ? undefined : owner[edges.callee[i]!];
		const target = callee ? ` ${callee.path === file.path ? "" : `${callee.path}#`}${callee.qualified}` : "";
		const name = file.facts.strings[edges.name[i]!];
		add(file.path, edges.line[i]!, `call ${owner[edges.caller[i]!]!.qualified} > ${name} = ${kind}${target}`);
	}
	return out;
}
