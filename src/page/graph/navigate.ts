/** Where an arrow key leads from a node: left to who calls it, right to what it calls, up and down to what lies there. */
import type { Layout, Placed } from "./layout.ts";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export function isArrow(key: string): key is Arrow {
	return key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";
}

/** Undefined where nothing lies. */
export function neighbourOf(layout: Layout, id: string, arrow: Arrow): string | undefined {
	const from = layout.nodes.get(id);
	if (from === undefined) return undefined;
	const along = arrow === "ArrowLeft" || arrow === "ArrowRight";
	const linked = along ? linkedTo(layout, id, arrow) : [];
	const there = linked.filter((each) => lies(from, each, arrow));
	// In a cycle a caller may lie on the other side; it is gone to when no other does.
	const candidates = [there, linked, [...layout.nodes.values()].filter((each) => lies(from, each, arrow))].find(
		(each) => each.length > 0,
	);
	const distance = ({ x, y }: Placed) =>
		// Up and down stay in the column, left and right near the line.
		along ? Math.abs(y - from.y) * 2 + Math.abs(x - from.x) : Math.abs(x - from.x) * 4 + Math.abs(y - from.y);
	return candidates?.sort((a, b) => distance(a) - distance(b))[0]?.node.id;
}

function linkedTo(layout: Layout, id: string, arrow: Arrow): Placed[] {
	const ids = layout.edges
		.filter(({ edge }) => edge.from !== edge.to && (arrow === "ArrowLeft" ? edge.to : edge.from) === id)
		.map(({ edge }) => (arrow === "ArrowLeft" ? edge.from : edge.to));
	return [...new Set(ids)].map((each) => layout.nodes.get(each) as Placed);
}

function lies(from: Placed, to: Placed, arrow: Arrow): boolean {
	const dx = to.x - from.x;
	const dy = to.y - from.y;
	switch (arrow) {
		case "ArrowLeft":
			return dx < -20;
		case "ArrowRight":
			return dx > 20;
		case "ArrowUp":
			return dy < -10 && Math.abs(dx) < 260;
		case "ArrowDown":
			return dy > 10 && Math.abs(dx) < 260;
	}
}
