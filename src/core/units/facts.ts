/**
 * What extraction finds in one file: flat tables of 32-bit columns over one string table. No path is in it, so equal
 * content anywhere shares one unit record; ids that need a path are made when units are linked. Row order is source
 * order, so equal bytes give equal facts.
 *
 * A column that names a string holds its index in `strings`; index 0 is the empty string and stands for "none".
 * A column that names a row of another table holds its index, or -1.
 */
/** The columns of each table, in stored order. Changing anything here bumps RECORD_VERSION. */
export const TABLES = {
	/**
	 * Definitions. Row 0 is the file's `module`.
	 * kind: index in SYMBOL_KINDS. parent: the symbol whose scope encloses it. body: the scope it opens, or -1.
	 * hash_hi/hash_lo: first 8 bytes (big-endian) of sha256(qualified_name|start_line|signature),
	 * different for each row of a file (tables.ts numbers equal ones). flags: SYMBOL_FLAGS.
	 */
	symbols: [
		"name",
		"qualified",
		"namespace",
		"signature",
		"kind",
		"parent",
		"body",
		"start_line",
		"end_line",
		"hash_hi",
		"hash_lo",
		"flags",
	],
	/** Lexical scopes. Row 0 is the file. kind: index in SCOPE_KINDS. symbol: the definition that opens it, or -1. */
	scopes: ["kind", "parent", "symbol"],
	/**
	 * What a name means in a scope, sorted by (scope, first use of the name): rows of one scope and name are a run.
	 * Only what another file or a call can reach is kept: file, namespace and class scopes whole, others by need.
	 * kind: index in BINDING_KINDS. target: see there. via/root: for alias, instance and either, how the first name of the
	 * target was found, like calls.via and calls.target; for symbol and import, root is 1 for what stands in a branch of a
	 * statement (`if`, `try`), so that another may be meant, else -1.
	 */
	bindings: ["scope", "name", "kind", "target", "via", "root"],
	/** kind: index in IMPORT_KINDS. module: specifier as written. name: the exported name asked for (or none). */
	imports: ["kind", "module", "name", "local", "line"],
	/** kind: index in EXPORT_KINDS. exported: the public name. local: the local name or, re-exporting, the source's. */
	exports: ["kind", "exported", "local", "module", "line"],
	/**
	 * Call sites. form: index in CALL_FORMS. receiver: text left of the name, whitespace removed, or none. args: count
	 * or -1. caller: the innermost function around it, else row 0. via (index in VIA_KINDS) and target say what the
	 * first name of the call (of the receiver when there is one) means lexically.
	 */
	calls: ["form", "name", "receiver", "line", "caller", "args", "via", "target"],
	/** A superclass or implemented interface of a class-like symbol, as written; via/root as in bindings. */
	bases: ["symbol", "name", "via", "root"],
} as const;

export type TableName = keyof typeof TABLES;
export type Column<T extends TableName> = (typeof TABLES)[T][number];

/** Rows of one table, one Int32Array a column; all of the same length. */
export type Table<T extends TableName> = { readonly rows: number } & { readonly [C in Column<T>]: Int32Array };

export interface UnitFacts {
	strings: readonly string[];
	symbols: Table<"symbols">;
	scopes: Table<"scopes">;
	bindings: Table<"bindings">;
	imports: Table<"imports">;
	exports: Table<"exports">;
	calls: Table<"calls">;
	bases: Table<"bases">;
	/** Lines in the file, at least 1. */
	lines: number;
	/** Notes for coverage: how the text was read, syntax errors. "" when there is nothing to say. */
	note: string;
}

export const SYMBOL_FLAGS = {
	/** Visible to other files by name (C external linkage, exported class member …). */
	exported: 1,
	/** Only a declaration: prototype, overload signature, abstract or interface member. */
	declaration: 2,
	/** C internal linkage. */
	internal: 4,
	/** Class-level member (`static`, `@staticmethod`, `@classmethod`). */
	static: 8,
	/** Gives way to a definition of the name in another file (`__attribute__((weak))`). */
	weak: 16,
	/** A decorator may have put something else in its place: what calling it gives is not known. */
	changed: 32,
} as const;

/**
 * `class`: its names are members. `object`: the same of an object literal, whose initializers keep the receiver around
 * them; also the members a function, a variable or the module (symbol 0) gets by assignment. `arrow`: a function without
 * its own receiver. `narrow`: where a test or a loop says what a name is; nothing else is bound in it.
 */
export const SCOPE_KINDS = ["file", "class", "function", "arrow", "block", "namespace", "object", "narrow"] as const;

/** Scopes whose names are reached through what they belong to. */
export const MEMBER_SCOPES: readonly ScopeKind[] = ["class", "object", "namespace"];

export const BINDING_KINDS = [
	/** target: symbols row. */
	"symbol",
	/** target: imports row. */
	"import",
	/** A parameter or a variable of unknown value; target: -1. */
	"value",
	/** The current object as a parameter (Python's first); target: symbols row of the class. */
	"receiver",
	/** Its class, or one below, as a parameter (Python's first of a class method); target: symbols row of the class. */
	"class",
	/** Another name for something, `const g = a.f`; target: string index of the dotted right side. `f()` in it stands for
	 * what calling f gives, `f().await` for what awaiting that gives, `f[]` for what a subscript of f gives, `f[*]` for what
	 * iterating over f gives. */
	"alias",
	/** `const x = new Foo()`; target: string index of the constructed type's dotted name, TYPE_MARKS behind it, or OWN_TYPE. */
	"instance",
	/** As instance, one of several types that a declaration names. */
	"either",
	/** As either, and tests elsewhere tell them apart. */
	"tested",
	/** As either, what the name means as a type, whatever else it means. */
	"type",
	/** A declaration without definition in this file, C `int f(int);`; target: SYMBOL_FLAGS it gives the name, or -1. */
	"external",
] as const;

/** Behind the name of a type: what stands for objects of that type. Several are read from the right. */
export const TYPE_MARKS = {
	/** A container: iterating over it, and a subscript of it, gives one. */
	items: "*",
	/** A map: a subscript of it gives one. */
	values: "%",
	/** Awaiting it gives one. */
	awaited: "!",
	/** The class itself, or one below. */
	class: "#",
} as const;

const MARKS = /[*%!#]+$/;

export function withoutMarks(type: string): string {
	return type.replace(MARKS, "");
}

/** As a type's name: the type of the current object. */
export const OWN_TYPE = "own type";

/** Bindings whose target is the name of a type. */
export const TYPED_KINDS: readonly BindingKind[] = ["instance", "either", "tested", "type"];

/** Names bound in a function's own scope: what calling it gives, and what awaiting that gives. */
export const RESULTS: readonly string[] = ["return", "await"];

/** How the first name of a call, alias or base was found in the scopes around it. */
export const VIA_KINDS = [
	/** No binding in this file: a global, a built-in, or another file's by the module system's rules. */
	"free",
	/** target: first row of the bindings run. */
	"binding",
	/** The current object; target: symbols row of its class. */
	"self",
	/** The base class of the current object's class; target: symbols row of that class. */
	"super",
	/** Not a name: a call result, an index, a literal … */
	"opaque",
] as const;

export const IMPORT_KINDS = [
	/** `import {name as local} from module`, `from module import name as local`. */
	"named",
	/** `import local from module`. */
	"default",
	/** `import * as local from module`, `import module as local`: local is the module. */
	"namespace",
	/** `from module import *`, `#include`: every public name, under its own name. */
	"star",
	/** `import "module"`, binds nothing. */
	"effect",
	/** `import a.b.c`: binds `a`, loads a.b.c. */
	"path",
	/** `const local = require(module)`. */
	"require",
] as const;

export const EXPORT_KINDS = ["local", "reexport", "star", "star-as"] as const;

export const CALL_FORMS = [
	"call",
	"new",
	"decorator",
	"tag",
	"jsx",
	/** A macro invocation the syntax itself shows (`name!(…)`); C's function-like macros look like calls. */
	"macro",
	/** A call through a dereferenced pointer `(*f)(x)`. */
	"pointer",
	/** `super(...)`, `this(...)`: the constructor of the base or own class. */
	"super",
] as const;

export type ViaKind = (typeof VIA_KINDS)[number];
export type ScopeKind = (typeof SCOPE_KINDS)[number];
export type BindingKind = (typeof BINDING_KINDS)[number];
export type ImportKind = (typeof IMPORT_KINDS)[number];
