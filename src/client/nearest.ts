/** The known name that a misspelt one probably meant. */

/** Undefined when nothing is close: more than a third of the letters would have to change. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
	let best: string | undefined;
	let least = Math.max(1, Math.floor(name.length / 3));
	for (const candidate of known) {
		const cost = distance(name.toLowerCase(), candidate.toLowerCase());
		if (cost < least || (cost === least && best === undefined)) [best, least] = [candidate, cost];
	}
	return best;
}

/** Levenshtein distance; both are short names. */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 0; i < a.length; i++) {
		const next = [i + 1];
		for (let j = 0; j < b.length; j++) {
			const change = (row[j] as number) + (a[i] === b[j] ? 0 : 1);
			next.push(Math.min(change, (row[j + 1] as number) + 1, (next[j] as number) + 1));
		}
		row = next;
	}
	return row[b.length] as number;
}
