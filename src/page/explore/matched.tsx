/** A name with the searched words marked. */

export function Matched({ text, query }: { text: string; query: string }) {
	const words = query.split(/\s+/).filter((word) => word !== "");
	if (words.length === 0) return <>{text}</>;
	const pattern = new RegExp(
		`(${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
		"gi",
	);
	// Of a split with one group, every other part is a match.
	return <>{text.split(pattern).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</>;
}
