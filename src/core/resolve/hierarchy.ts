/** Classes and what they extend: in which order a member is looked for, and who defines it anew below. */
import type { UnitFacts } from "../units/facts.ts";
import { type Entity, type Place, sameEntity, UNKNOWN } from "./entity.ts";

/** A longer line of ancestors is an attack or generated; what lies beyond is unknown. */
const LONGEST_ORDER = 200;
/** Deeper hierarchies end as unknown, before the stack does. */
const DEEPEST = 100;

export class Hierarchy {
	readonly #files: number;
	readonly #facts: (file: number) => UnitFacts;
	/** What a row of `bases` names; undefined for what gives no members. */
	readonly #named: (file: number, row: number) => Entity | undefined;
	readonly #rows: (Map<number, number[]> | undefined)[] = [];
	/** Orders that are known, or (empty) being found. */
	readonly #orders = new Map<string, readonly Entity[]>();
	readonly #overridden = new Map<string, boolean>();
	#children: Map<string, Place[]> | undefined;
	#depth = 0;

	constructor(
		files: number,
		facts: (file: number) => UnitFacts,
		named: (file: number, row: number) => Entity | undefined,
	) {
		this.#files = files;
		this.#facts = facts;
		this.#named = named;
	}

	/**
	 * Where a member is looked for, the class itself first: the C3 order, which is Python's and, where a class extends
	 * one other, simply upwards. A base that is not known stands in its place: what follows it is not certain.
	 */
	order(file: number, row: number): readonly Entity[] {
		const key = `${file} ${row}`;
		const known = this.#orders.get(key);
		if (known !== undefined) return known;
		const own: Entity = { kind: "symbol", file, row, alias: false };
		if (this.#depth >= DEEPEST) return [own, UNKNOWN];
		this.#orders.set(key, [own, UNKNOWN]);
		this.#depth++;
		const bases = this.#bases(file, row);
		const lines = bases.map((base) =>
			base.kind === "symbol" ? [base, ...this.order(base.file, base.row).slice(1)] : [base],
		);
		this.#depth--;
		const order = [own, ...(merge([...lines, bases]) ?? [UNKNOWN])];
		const bounded = order.length > LONGEST_ORDER ? [...order.slice(0, LONGEST_ORDER), UNKNOWN] : order;
		this.#orders.set(key, bounded);
		return bounded;
	}

	/** Classes below, each once, nearest first. */
	*below(file: number, row: number): Generator<Place> {
		const seen = new Set<string>();
		const queue: Place[] = [{ file, row }];
		for (let i = 0; i < queue.length; i++) {
			const at = queue[i] as Place;
			for (const child of this.#subclasses().get(`${at.file} ${at.row}`) ?? []) {
				const key = `${child.file} ${child.row}`;
				if (seen.has(key)) continue;
				seen.add(key);
				queue.push(child);
				yield child;
			}
		}
	}

	/** Does a class below define a member anew? */
	isOverridden({ file, row }: Place, name: string, defines: (at: Place) => boolean): boolean {
		const key = `${file} ${row} ${name}`;
		let answer = this.#overridden.get(key);
		if (answer === undefined) {
			answer = false;
			for (const child of this.below(file, row)) {
				answer = defines(child);
				if (answer) break;
			}
			this.#overridden.set(key, answer);
		}
		return answer;
	}

	#bases(file: number, row: number): Entity[] {
		let byClass = this.#rows[file];
		if (byClass === undefined) {
			byClass = new Map();
			this.#rows[file] = byClass;
			const { bases } = this.#facts(file);
			for (let i = 0; i < bases.rows; i++) {
				const symbol = bases.symbol[i] as number;
				const list = byClass.get(symbol);
				if (list) list.push(i);
				else byClass.set(symbol, [i]);
			}
		}
		return (byClass.get(row) ?? []).flatMap((i) => {
			const entity = this.#named(file, i);
			if (entity === undefined) return [];
			return [entity.kind === "symbol" && entity.file === file && entity.row === row ? UNKNOWN : entity];
		});
	}

	#subclasses(): Map<string, Place[]> {
		if (this.#children) return this.#children;
		const children = new Map<string, Place[]>();
		this.#children = children;
		for (let file = 0; file < this.#files; file++) {
			const { bases } = this.#facts(file);
			for (let i = 0; i < bases.rows; i++) {
				const base = this.#named(file, i);
				if (base?.kind !== "symbol") continue;
				const key = `${base.file} ${base.row}`;
				const child = { file, row: bases.symbol[i] as number };
				const list = children.get(key);
				if (list) list.push(child);
				else children.set(key, [child]);
			}
		}
		return children;
	}
}

/** C3: the first head that stands in no other line's tail, again and again; undefined when there is none. */
function merge(lines: Entity[][]): Entity[] | undefined {
	const left = lines.map((line) => [...line]).filter((line) => line.length > 0);
	const order: Entity[] = [];
	while (left.length > 0) {
		const head = left
			.map((line) => line[0] as Entity)
			.find((entity) => !left.some((line) => line.slice(1).some((other) => isSame(entity, other))));
		if (head === undefined) return undefined;
		order.push(head);
		for (const line of left) if (isSame(line[0] as Entity, head)) line.shift();
		for (let i = left.length - 1; i >= 0; i--) if (left[i]?.length === 0) left.splice(i, 1);
	}
	return order;
}

/** Two bases that are not known may be two. */
function isSame(a: Entity, b: Entity): boolean {
	return a === b || (a.kind === "symbol" && sameEntity(a, b));
}
