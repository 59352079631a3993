import type { SymbolKind } from "../types.ts";

/**
 * A language is data: `grammars/<id>/language.json` (LanguageDefinition) and its query files. This is the shape of that
 * file and the vocabulary of captures; docs/architecture.md and CONTRIBUTING.md explain it to people.
 */
export interface LanguageDefinition {
	/** Lower-case id, the catalog's `language`. */
	id: string;
	name: string;
	/** With the dot, lower case: ".py". */
	extensions: string[];
	/** Exact file names: "SConstruct". */
	filenames?: string[];
	/** What begins a comment to the end of the line: "#", "//". For the annotated corpus. */
	lineComment: string;
	/** Interpreter names in a `#!` line, without version digits: "python". */
	shebangs?: string[];
	/** One grammar, or several for dialects chosen by extension (the first is the default). */
	grammars: GrammarDefinition[];
	/** Query files in this folder, in order; together they are ONE query. A file may begin with `; inherits: <language>`. */
	queries: string[];
	/** The resolver: a file name in src/core/resolve/modules. "none": only names of the same file resolve. */
	moduleSystem: "es-modules" | "python-packages" | "c-includes" | "none";
	/** Joins the parts of a qualified name: "." or "::". */
	separator: string;
	/**
	 * Where a class-like scope's names can be used without a receiver: nowhere ("never", JavaScript), directly in the
	 * class body ("body", Python), or anywhere inside ("inside", Java, C++).
	 */
	bareMembers: "never" | "body" | "inside";
	/** Words that mean the current object: ["this"]. A parameter that does is captured as `@binding.receiver`. */
	self?: string[];
	/** What an assignment to exports from the file: ["exports", "module.exports"]. */
	moduleObjects?: string[];
	/** The property of a class that holds the members of its objects: "prototype". */
	prototype?: string;
	/** Kinds of symbols that are types only: a call looks past them, and another symbol may have the same name. */
	typeOnlyKinds?: SymbolKind[];
	/** Receivers that mean the base class, whitespace removed: ["super", "super()"]. */
	super?: string[];
	/** Functions directly in a class-like scope get this kind: true → method. */
	methods?: boolean;
	/** A class's static members and those of its objects are two sets: neither is reached through the other (JavaScript). */
	staticApart?: boolean;
	/** Method names that are constructors: ["__init__", "constructor"]. */
	constructors?: string[];
	/** What calling a class by its name does: constructs it (Python) or nothing (needs `new`). */
	callConstructs?: boolean;
	/** Variables whose name matches this regular expression are constants by convention: "^[A-Z_]+$". */
	constantNames?: string;
	/** Top-level modules of the language's own library, which a file of that name in some folder must not stand for. */
	libraryModules?: string[];
	/** Functions and macros of that library: a function that the tree defines too is meant only where it is declared. */
	libraryNames?: string[];
	/** The language has the C preprocessor; words that its conditionals are put between (engine/conditionals.ts). */
	conditionals?: ConditionalWords;
	/**
	 * Decorators that change what a function is: {"property": "getter", "*.setter": "setter", "staticmethod": "static",
	 * "classmethod": "class"}. same: calling it gives what it declares; of a function with any other decorator that is not
	 * known.
	 */
	decoratorKinds?: Record<string, "getter" | "setter" | "static" | "class" | "declaration" | "same">;
	/** Methods whose first parameter is the class without a decorator that says so: ["__new__"]. */
	classMethods?: string[];
	/** The method that is run when an object is called: "__call__". */
	callMethod?: string;
	/** Classes of the language's library that give those below them no members: ["Protocol"]. */
	emptyBases?: string[];
	/** The member of an object that is its class: "__class__". */
	classMember?: string;
	/** How types are written (engine/type-expression.ts). */
	types?: TypeWords;
}

/** Names of types, without what qualifies them; of generic ones, which argument counts. */
export interface TypeWords {
	/** Arguments of generic types stand in these; "<>" when it is not said. */
	brackets?: "<>" | "[]";
	/** A type may stand in quotes. */
	quoted?: boolean;
	/** Words before a type that change nothing here: "readonly". */
	prefixes?: string[];
	/** Of nothing; a union is what it has beside them: "None". */
	nothing?: string[];
	/** Of the current object: "Self". */
	self?: string[];
	/** The first argument is meant: "Optional". */
	transparent?: string[];
	/** The arguments are alternatives: "Union". */
	unions?: string[];
	/** Containers of the first argument: "list". */
	items?: string[];
	/** The same when three dots follow: "tuple". */
	tuples?: string[];
	/** Maps to the last argument: "dict". */
	values?: string[];
	/** Awaiting gives the last argument: "Awaitable". */
	awaited?: string[];
	/** Of the class that the argument names itself: "type". */
	classes?: string[];
	/** What methods of containers and maps give: one of what is in them, or a container of them. */
	methods?: Record<string, "item" | "items">;
}

export interface ConditionalWords {
	/** Words that code cannot end with: "else", "static". */
	pending: string[];
	/** Words whose parenthesis needs a statement after it: "if". */
	heads: string[];
	/** Words that code cannot begin with: "else". */
	continuing: string[];
	/** Where one branch must be chosen, what to take for true or false: {"defined(_WIN32)": false}. */
	assume: Record<string, boolean>;
}

export interface GrammarDefinition {
	/** Name of the wasm file in the assets, `<name>.wasm`. */
	wasm: string;
	/** Extensions this dialect is for; absent: all that no other dialect names. */
	extensions?: string[];
}
