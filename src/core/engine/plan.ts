/**
 * A query made ready to be read: for each capture what it is, for each pattern its properties and text predicates.
 * Built once a language; finding a capture outside the vocabulary here keeps the hot loop free of checks.
 */
import { StructuralIndexError } from "../errors.ts";
import {
	AUXILIARY_CAPTURES,
	type AuxiliaryCapture,
	type CaptureFamily,
	PRIMARY_CAPTURES,
	PROPERTIES,
} from "../lang/captures.ts";
import { SYMBOL_FLAGS } from "../units/facts.ts";

/** The part of web-tree-sitter's Query that is data. */
export interface QueryData {
	captureNames: readonly string[];
	textPredicates: readonly (readonly ((captures: { name: string; node: { text: string } }[]) => boolean)[])[];
	setProperties: readonly (Record<string, string | null> | readonly unknown[])[];
	predicates: readonly (readonly { operator: string; operands: { value?: string }[] }[])[];
}

/** Roles a capture can have; the auxiliary ones index `parts` of a match. */
export const ROLE = { none: 0, primary: 1, auxiliary: 2 } as const;
export const FAMILIES = Object.keys(PRIMARY_CAPTURES) as CaptureFamily[];
export const PART = Object.fromEntries(AUXILIARY_CAPTURES.map((name, i) => [name, i])) as Record<
	AuxiliaryCapture,
	number
>;
export const PART_COUNT = AUXILIARY_CAPTURES.length;

const GRAMMARS = /^; grammars:(.*)$/;

export interface QueryPlan {
	/** By capture id: ROLE. */
	role: Uint8Array;
	/** By capture id: index in FAMILIES (primary) or in AUXILIARY_CAPTURES (auxiliary). */
	what: Uint8Array;
	/** By capture id, primary only: index of the kind in its family's list. */
	kind: Uint8Array;
	patterns: PatternPlan[];
	captureNames: readonly string[];
	/** Some pattern says that a node is no definition or no call. */
	hasNone: boolean;
}

export interface PatternPlan {
	name: string | undefined;
	exported: string | undefined;
	owner: string | undefined;
	flags: number;
	bind: (typeof PROPERTIES.bind)[number] | undefined;
	target: (typeof PROPERTIES.target)[number] | undefined;
	member: string;
	/** Empty for nearly all. */
	predicates: QueryData["textPredicates"][number];
}

/**
 * The part of a language's query that is for one of its grammars: lines from `; grammars: a, b` to the next such comment
 * are for those only, `; grammars: all` ends that. What is left out leaves empty lines, so that errors keep their place.
 */
export function queryFor(grammar: string, text: string): string {
	let isMeant = true;
	return text
		.split("\n")
		.map((line) => {
			const names = GRAMMARS.exec(line)?.[1]
				?.split(",")
				.map((name) => name.trim());
			if (names) isMeant = names.includes("all") || names.includes(grammar);
			return isMeant ? line : "";
		})
		.join("\n");
}

/** @throws StructuralIndexError `language-invalid` naming the capture, property or predicate and what is known. */
export function planQuery(language: string, query: QueryData): QueryPlan {
	const invalid = (message: string) =>
		new StructuralIndexError("language-invalid", `queries of "${language}": ${message}`);
	const size = query.captureNames.length;
	const plan: QueryPlan = {
		role: new Uint8Array(size),
		what: new Uint8Array(size),
		kind: new Uint8Array(size),
		patterns: [],
		captureNames: query.captureNames,
		hasNone: query.captureNames.some((name) => name.endsWith(".none")),
	};
	query.captureNames.forEach((name, id) => {
		if (name.startsWith("_")) return;
		const part = (AUXILIARY_CAPTURES as readonly string[]).indexOf(name);
		if (part >= 0) {
			plan.role[id] = ROLE.auxiliary;
			plan.what[id] = part;
			return;
		}
		const dot = name.indexOf(".");
		const family = FAMILIES.indexOf(name.slice(0, dot) as CaptureFamily);
		const kinds: readonly string[] = family < 0 ? [] : PRIMARY_CAPTURES[FAMILIES[family] as CaptureFamily];
		const kind = kinds.indexOf(name.slice(dot + 1));
		if (kind < 0) {
			const known = family < 0 ? [...FAMILIES.map((f) => `${f}.*`), ...AUXILIARY_CAPTURES] : kinds;
			throw invalid(`capture "@${name}" expected one of ${known.join(", ")}`);
		}
		plan.role[id] = ROLE.primary;
		plan.what[id] = family;
		plan.kind[id] = kind;
	});
	query.textPredicates.forEach((predicates, i) => {
		for (const { operator } of query.predicates[i] ?? []) throw invalid(`predicate "#${operator}" is not known`);
		const properties = (query.setProperties[i] ?? {}) as Record<string, string | null>;
		const pattern: PatternPlan = {
			name: undefined,
			exported: undefined,
			owner: undefined,
			flags: 0,
			bind: undefined,
			target: undefined,
			member: "",
			predicates,
		};
		for (const [key, value] of Object.entries(properties)) {
			if (key === "name") pattern.name = value ?? "";
			else if (key === "exported") pattern.exported = value ?? "";
			else if (key === "owner") pattern.owner = value ?? "";
			else if (key === "member") pattern.member = value ?? "";
			else if (
				key === "flag" &&
				value?.split(" ").every((flag) => (PROPERTIES.flag as readonly string[]).includes(flag))
			) {
				for (const flag of value.split(" ")) pattern.flags |= SYMBOL_FLAGS[flag as keyof typeof SYMBOL_FLAGS];
			} else if (key === "bind" && (PROPERTIES.bind as readonly (string | null)[]).includes(value)) {
				pattern.bind = value as PatternPlan["bind"];
			} else if (key === "target" && (PROPERTIES.target as readonly (string | null)[]).includes(value)) {
				pattern.target = value as PatternPlan["target"];
			} else {
				const lists = Object.entries(PROPERTIES).flatMap(([name, of]) =>
					of === "any" ? [] : [`${name} (${of.join(", ")})`],
				);
				const known = `name, exported, owner, member, ${lists.join(", ")}`;
				throw invalid(`property "${key}" "${value}" expected ${known}`);
			}
		}
		plan.patterns.push(pattern);
	});
	return plan;
}
