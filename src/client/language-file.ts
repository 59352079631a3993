/** Reads a `language.json`: every field checked, so that a mistake in a user's folder is named and not met in a worker. */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";
import type { GrammarDefinition, LanguageDefinition, TypeWords } from "../core/lang/language.ts";
import { SYMBOL_KINDS } from "../core/types.ts";
import { nearest } from "./nearest.ts";

type Fits = (value: unknown) => boolean;
interface Field {
	expected: string;
	fits: Fits;
	required: boolean;
}

const isText: Fits = (v) => typeof v === "string" && v !== "";
const isExtension: Fits = (v) => typeof v === "string" && /^\.[^/\\]+$/.test(v) && v === v.toLowerCase();
const isFileName: Fits = (v) => typeof v === "string" && /^[\w.-]+$/.test(v) && !/^\.+$/.test(v);
const isPattern: Fits = (v) => {
	try {
		return isText(v) && new RegExp(v as string) !== undefined;
	} catch {
		return false;
	}
};
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
const listOf =
	(fits: Fits, least = 0): Fits =>
	(v) =>
		Array.isArray(v) && v.length >= least && v.every(fits);
const isConditionals: Fits = (v) =>
	isObject(v) &&
	Object.keys(v).every((key) => ["pending", "heads", "continuing", "assume"].includes(key)) &&
	[v.pending, v.heads, v.continuing].every(listOf(isText)) &&
	isObject(v.assume) &&
	Object.values(v.assume).every((value) => typeof value === "boolean");
const required = (expected: string, fits: Fits): Field => ({ expected, fits, required: true });
const optional = (expected: string, fits: Fits): Field => ({ expected, fits, required: false });
const oneOf = (words: readonly string[], must: boolean): Field => ({
	expected: `one of ${words.join(", ")}`,
	fits: (v) => words.includes(v as string),
	required: must,
});
const words = <T extends string>(known: Record<T, true>): T[] => Object.keys(known) as T[];

const GRAMMAR_FIELDS: Record<keyof GrammarDefinition, Field> = {
	wasm: required("a file name without .wasm", isFileName),
	extensions: optional('lower-case extensions with the dot, like ".py"', listOf(isExtension)),
};

// The records make the compiler ask for every word and every field.
const MODULE_SYSTEMS = words<LanguageDefinition["moduleSystem"]>({
	"es-modules": true,
	"python-packages": true,
	"c-includes": true,
	none: true,
});
const BARE_MEMBERS = words<LanguageDefinition["bareMembers"]>({ never: true, body: true, inside: true });
const DECORATOR_KINDS = words<NonNullable<LanguageDefinition["decoratorKinds"]>[string]>({
	getter: true,
	setter: true,
	static: true,
	class: true,
	declaration: true,
	same: true,
});
const TYPE_WORDS: Record<keyof TypeWords, Fits> = {
	brackets: (v) => v === "<>" || v === "[]",
	quoted: (v) => typeof v === "boolean",
	prefixes: listOf(isText),
	nothing: listOf(isText),
	self: listOf(isText),
	transparent: listOf(isText),
	unions: listOf(isText),
	items: listOf(isText),
	tuples: listOf(isText),
	values: listOf(isText),
	awaited: listOf(isText),
	classes: listOf(isText),
	methods: (v) => isObject(v) && Object.values(v).every((gives) => gives === "item" || gives === "items"),
};
const areTypeWords: Fits = (v) =>
	isObject(v) &&
	Object.entries(v).every(([key, list]) => Object.hasOwn(TYPE_WORDS, key) && TYPE_WORDS[key as keyof TypeWords](list));

const FIELDS: Record<keyof LanguageDefinition, Field> = {
	id: required(
		"lower-case letters, digits, _ + # or -",
		(v) => typeof v === "string" && /^[a-z][a-z0-9_+#-]*$/.test(v),
	),
	name: required("a name", isText),
	extensions: required('lower-case extensions with the dot, like ".py"', listOf(isExtension)),
	filenames: optional("file names", listOf(isText)),
	shebangs: optional("interpreter names", listOf(isText)),
	grammars: required("one or more grammars", listOf(isObject, 1)),
	queries: required(
		"one or more .scm file names",
		listOf((v) => isFileName(v) && (v as string).endsWith(".scm"), 1),
	),
	lineComment: required("what begins a comment to the end of the line", isText),
	moduleSystem: oneOf(MODULE_SYSTEMS, true),
	separator: required("a string", isText),
	bareMembers: oneOf(BARE_MEMBERS, true),
	self: optional("a list of words", listOf(isText)),
	super: optional("a list of words", listOf(isText)),
	moduleObjects: optional("a list of names or paths", listOf(isText)),
	prototype: optional("a name", isText),
	typeOnlyKinds: optional(
		`a list of ${SYMBOL_KINDS.join(", ")}`,
		listOf((v) => (SYMBOL_KINDS as readonly unknown[]).includes(v)),
	),
	methods: optional("true or false", (v) => typeof v === "boolean"),
	staticApart: optional("true or false", (v) => typeof v === "boolean"),
	constructors: optional("a list of names", listOf(isText)),
	callConstructs: optional("true or false", (v) => typeof v === "boolean"),
	constantNames: optional("a regular expression", isPattern),
	libraryModules: optional("a list of names", listOf(isText)),
	libraryNames: optional("a list of names", listOf(isText)),
	conditionals: optional(
		"lists of words: pending, heads, continuing; and assume, true or false by condition",
		isConditionals,
	),
	decoratorKinds: optional(
		`an object of ${DECORATOR_KINDS.join(", ")} by decorator`,
		(v) => isObject(v) && Object.values(v).every((kind) => (DECORATOR_KINDS as unknown[]).includes(kind)),
	),
	classMethods: optional("a list of names", listOf(isText)),
	callMethod: optional("a name", isText),
	emptyBases: optional("a list of names", listOf(isText)),
	classMember: optional("a name", isText),
	types: optional(
		`lists of names: ${Object.keys(TYPE_WORDS).slice(2, -1).join(", ")}; brackets, <> or []; quoted, true or false; methods, item or items by method`,
		areTypeWords,
	),
};

/**
 * @param where the file, for messages.
 * @throws StructuralIndexError `language-invalid` naming the file, the field, what was expected and what came.
 */
export function parseLanguage(bytes: Uint8Array, where: string): LanguageDefinition {
	const invalid = (message: string, cause?: unknown) =>
		new StructuralIndexError("language-invalid", `${where}: ${message}`, { cause });
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		throw invalid(`expected JSON: ${messageOf(error)}`, error);
	}
	if (!isObject(value)) throw invalid(`expected an object, got ${show(value)}`);
	checkFields(value, FIELDS, "", invalid);
	(value.grammars as Record<string, unknown>[]).forEach((grammar, i) => {
		checkFields(grammar, GRAMMAR_FIELDS, `grammars[${i}].`, invalid);
	});
	const definition = value as unknown as LanguageDefinition;
	const { extensions, filenames = [], shebangs = [] } = definition;
	if (extensions.length + filenames.length + shebangs.length === 0) {
		throw invalid('"extensions", "filenames" and "shebangs" expected one entry between them, got none');
	}
	return definition;
}

function checkFields(
	value: Record<string, unknown>,
	fields: Record<string, Field>,
	prefix: string,
	invalid: (message: string) => StructuralIndexError,
): void {
	for (const name of Object.keys(value)) {
		if (Object.hasOwn(fields, name)) continue;
		const meant = nearest(name, Object.keys(fields));
		throw invalid(`unknown field ${show(prefix + name)}${meant === undefined ? "" : `, did you mean ${show(meant)}?`}`);
	}
	for (const [name, field] of Object.entries(fields)) {
		const present = value[name] !== undefined;
		if (present ? !field.fits(value[name]) : field.required) {
			throw invalid(
				`${show(prefix + name)} expected ${field.expected}, got ${present ? show(value[name]) : "nothing"}`,
			);
		}
	}
}
