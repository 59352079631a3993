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
	/** Decorators that change what a function is: {"property": "getter", "*.setter": "setter", "staticmethod": "static"}. */
	decoratorKinds?: Record<string, "getter" | "setter" | "static" | "declaration">;
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
