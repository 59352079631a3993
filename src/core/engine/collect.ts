/**
 * Matches in the wasm heap → items: one small object a definition, scope, call, binding …, deduplicated by node and
 * still unordered. The only step that knows the heap's layout.
 */
import { type CaptureFamily, PRIMARY_CAPTURES } from "../lang/captures.ts";
import { FAMILIES, PART, PART_COUNT, type PatternPlan, type QueryPlan, ROLE } from "./plan.ts";
import { type Matches, NODE_WORDS } from "./runtime.ts";

/** Offsets are UTF-16 code units in the text, rows 0-based. */
export interface DefinitionItem {
	pattern: number;
	plan: PatternPlan;
	/** Index in SYMBOL_KINDS. */
	kind: number;
	id: number;
	start: number;
	/** Where its boundary begins: behind the decorators inside its node. */
	from: number;
	end: number;
	lastRow: number;
	name: string;
	/** Id of the name's node, 0 without one. */
	nameId: number;
	/** Where the signature ends. */
	body: number;
	/** Node that is the scope it owns. */
	opens: number;
	/** What it is a member of by assignment, "" for the scope around it. */
	owner: string;
}

export interface ScopeItem {
	pattern: number;
	/** Index in PRIMARY_CAPTURES.scope. */
	kind: number;
	id: number;
	start: number;
	end: number;
	owner: string;
}

/** A call, binding, import or export. */
export interface PointItem {
	family: CaptureFamily;
	pattern: number;
	plan: PatternPlan;
	kind: number;
	start: number;
	row: number;
	/** Id of the node that carries the primary capture. */
	id: number;
	name: string;
	receiver: string;
	args: number;
	module: string;
	local: string;
	/** Id of the node that gave `local`, 0 without one. */
	localId: number;
	target: string;
	owner: string;
	exported: string | undefined;
}

export interface Items {
	definitions: DefinitionItem[];
	scopes: ScopeItem[];
	points: PointItem[];
	/** Ends of decorators by where they start. */
	decorators: Map<number, number>;
	/** Names of decorators by the definition's node. */
	decoratedBy: Map<number, string[]>;
	/** Bases by the class's node, in source order. */
	bases: Map<number, { start: number; name: string }[]>;
}

/** A longer callee name is the expression of a called value; it is kept as its first characters. */
const NAME_LIMIT = 80;
/** A longer receiver is an expression nobody resolves; it is kept as its first characters. */
const RECEIVER_LIMIT = 200;
const NO_DEFINITION = PRIMARY_CAPTURES.definition.indexOf("none");
const NO_BINDING = PRIMARY_CAPTURES.binding.indexOf("none");
const NO_CALL = PRIMARY_CAPTURES.call.indexOf("none");
const SPACE = /\s+/g;
const QUOTES = /^(["'`])(.*)\1$/s;

export function collectItems(matches: Matches, plan: QueryPlan, text: string): Items {
	const items: Items = {
		definitions: [],
		scopes: [],
		points: [],
		decorators: new Map(),
		decoratedBy: new Map(),
		bases: new Map(),
	};
	const parts = new Int32Array(PART_COUNT);
	const primaries: number[] = [];
	const definitionsById = new Map<number, DefinitionItem>();
	const pointsById: Record<string, Map<number, PointItem>> = { binding: new Map(), call: new Map() };
	const scopesById = new Map<number, ScopeItem>();
	const words = matches.words;
	const textOf = (node: number) => (node === 0 ? "" : text.slice(words[node + 1], matches.endIndex(node)));
	const partText = (part: number) => textOf(parts[part] as number);

	let at = matches.first;
	for (let m = 0; m < matches.count; m++) {
		const pattern = words[at] as number;
		const n = words[at + 1] as number;
		at += 2;
		const from = at;
		at += n * (1 + NODE_WORDS);
		const patternPlan = plan.patterns[pattern] as PatternPlan;
		parts.fill(0);
		primaries.length = 0;
		for (let i = from; i < at; i += 1 + NODE_WORDS) {
			const capture = words[i] as number;
			if (plan.role[capture] === ROLE.primary) primaries.push(i);
			else if (plan.role[capture] === ROLE.auxiliary) parts[plan.what[capture] as number] = i + 1;
		}
		if (patternPlan.predicates.length > 0) {
			const captures: { name: string; node: { text: string } }[] = [];
			for (let i = from; i < at; i += 1 + NODE_WORDS) {
				captures.push({ name: plan.captureNames[words[i] as number] as string, node: { text: textOf(i + 1) } });
			}
			if (!patternPlan.predicates.every((holds) => holds(captures))) continue;
		}
		if (parts[PART.decorator]) {
			const node = parts[PART.decorator] as number;
			items.decorators.set(words[node + 1] as number, matches.endIndex(node));
		}
		for (const primary of primaries) {
			const capture = words[primary] as number;
			const node = primary + 1;
			const id = words[node] as number;
			const start = words[node + 1] as number;
			const kind = plan.kind[capture] as number;
			const family = FAMILIES[plan.what[capture] as number] as CaptureFamily;
			if (family === "definition") {
				const known = definitionsById.get(id);
				if (known && known.pattern <= pattern) continue;
				const nameNode = parts[PART.name] as number;
				const name = patternPlan.name ?? textOf(nameNode).replace(SPACE, "");
				if (name === "" && kind !== NO_DEFINITION) continue;
				const end = matches.endIndex(node);
				const item: DefinitionItem = {
					pattern,
					plan: patternPlan,
					kind,
					id,
					start,
					from: start,
					end,
					lastRow: matches.lastRow(node),
					name: unquoted(name),
					nameId: nameNode === 0 ? 0 : (words[nameNode] as number),
					body: parts[PART.body] ? (words[(parts[PART.body] as number) + 1] as number) : -1,
					opens: parts[PART.opens] ? (words[parts[PART.opens] as number] as number) : id,
					owner: patternPlan.owner ?? partText(PART.owner).replace(SPACE, ""),
				};
				if (known) Object.assign(known, item);
				else {
					definitionsById.set(id, item);
					items.definitions.push(item);
				}
			} else if (family === "scope") {
				const known = scopesById.get(id);
				if (known && known.pattern <= pattern) continue;
				const owner = patternPlan.owner ?? partText(PART.owner).replace(SPACE, "");
				const item: ScopeItem = { pattern, kind, id, start, end: matches.endIndex(node), owner };
				if (known) Object.assign(known, item);
				else {
					scopesById.set(id, item);
					items.scopes.push(item);
				}
			} else if (family === "base") {
				const base = parts[PART.base] as number;
				if (base !== 0)
					push(items.bases, id, { start: words[base + 1] as number, name: textOf(base).replace(SPACE, "") });
			} else if (family === "decorated") {
				push(items.decoratedBy, id, partText(PART.name).replace(SPACE, ""));
			} else {
				const seen = pointsById[family];
				const known = seen?.get(id);
				if (known && known.pattern <= pattern) continue;
				const nameNode = parts[PART.name] as number;
				const anchor = nameNode === 0 || family !== "call" ? node : nameNode;
				const args = parts[PART.args] as number;
				const local = parts[PART.local] as number;
				const target = partText(PART.target).replace(SPACE, "");
				const item: PointItem = {
					family,
					pattern,
					plan: patternPlan,
					kind,
					start: words[anchor + 1] as number,
					row: words[anchor + 2] as number,
					id,
					name:
						family === "binding"
							? textOf(local || node)
							: unquoted(textOf(nameNode).replace(SPACE, "")).slice(0, NAME_LIMIT),
					receiver: partText(PART.receiver).replace(SPACE, "").slice(0, RECEIVER_LIMIT),
					args: args === 0 ? -1 : matches.namedChildCount(args),
					module: partText(PART.module),
					local: textOf(local),
					localId: local === 0 ? 0 : (words[local] as number),
					target: parts[PART.member] ? `${target}.${partText(PART.member)}` : target,
					owner: patternPlan.owner ?? partText(PART.owner).replace(SPACE, ""),
					exported: patternPlan.exported,
				};
				if (family === "call" && item.name === "" && patternPlan.name === undefined && kind !== NO_CALL) continue;
				if (patternPlan.name !== undefined) item.name = patternPlan.name;
				if (known) Object.assign(known, item);
				else {
					seen?.set(id, item);
					items.points.push(item);
				}
			}
		}
	}
	if (plan.hasNone) {
		items.definitions = items.definitions.filter((item) => item.kind !== NO_DEFINITION);
		items.points = items.points.filter(
			(item) => item.kind !== (item.family === "call" ? NO_CALL : item.family === "binding" ? NO_BINDING : -1),
		);
	}
	return items;
}

function unquoted(name: string): string {
	return QUOTES.exec(name)?.[2] ?? name;
}

function push<V>(map: Map<number, V[]>, key: number, value: V): void {
	const list = map.get(key);
	if (list) list.push(value);
	else map.set(key, [value]);
}
