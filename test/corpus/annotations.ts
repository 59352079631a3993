/**
 * The annotation format of grammars/<lang>/corpus (see CONTRIBUTING.md): facts at the end of the line they are about,
 * after the language's line comment and a colon, or on a comment line of their own with `@+n` / `@-n`.
 */
export interface Annotation {
	/** Line (1-based) the facts are about. */
	line: number;
	/** Line they stand on. */
	at: number;
	facts: string[];
}

export function readAnnotations(text: string, leader: string): Annotation[] {
	const found: Annotation[] = [];
	text.split("\n").forEach((line, i) => {
		const start = line.indexOf(`${leader}:`);
		if (start < 0) return;
		let body = line.slice(start + leader.length + 1).trim();
		let about = i + 1;
		const offset = /^@([+-]\d+)\s+/.exec(body);
		if (offset) {
			about += Number(offset[1]);
			body = body.slice(offset[0].length);
		}
		found.push({
			line: about,
			at: i + 1,
			facts: body
				.split(";")
				.map((fact) => fact.trim())
				.filter((fact) => fact !== ""),
		});
	});
	return found;
}

/** The text with its annotations replaced by the facts found; `@` lines are kept where they stand. */
export function writeAnnotations(text: string, leader: string, facts: Map<number, string[]>): string {
	const lines = text.split("\n");
	const left = new Map(facts);
	for (const { line, at } of readAnnotations(text, leader)) {
		const source = lines[at - 1] as string;
		const start = source.indexOf(`${leader}:`);
		const now = line === at ? undefined : left.get(line);
		if (line !== at) left.delete(line);
		const sign = line > at ? "+" : "-";
		lines[at - 1] =
			line === at
				? source.slice(0, start).trimEnd()
				: `${source.slice(0, start)}${leader}:@${sign}${Math.abs(line - at)} ${now?.join("; ") ?? ""}`.trimEnd();
	}
	for (const [line, list] of left) lines[line - 1] += ` ${leader}: ${list.join("; ")}`;
	return lines.join("\n");
}
