/**
 * A language is data: `grammars/<id>/language.json` (LanguageDefinition) and its query files. This is the shape of that
 * file and the vocabulary of captures; docs/architecture.md and CONTRIBUTING.md explain it to people.
 */
import type { SymbolKind } from "../types.ts";

export interface LanguageDefinition {
	/** Lower-case id, the catalog's `language`. */
	id: string;
	name: string;
	/** With the dot, lower case: ".py". */
	extensions: string[];
	/** Exact file names: "SConstruct". */
	filenames?: string[];
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
	scoping: {
		/** Names assigned anywhere in a function belong to the whole function (Python, `var`); else from the block. */
		functionScoped: boolean;
		/** Names in a class body are visible to the functions inside it without a receiver (Java, C++); not in Python, JS. */
		membersVisible: boolean;
	};
	/** Receivers that mean the current object: ["self"], ["this"]. How `self` gets its meaning: */
	self?: { names: string[]; /** first: the first parameter of a method, whatever its name. */ parameter?: "first" };
	/** Receivers that mean the base class: ["super", "super()"]. */
	super?: string[];
	/** Functions whose parent is one of these kinds become methods. */
	memberOf?: SymbolKind[];
	/** Method names that are constructors: ["__init__", "constructor"]. */
	constructors?: string[];
	/** Node type of a decorator or annotation that may open a definition's node; it is not part of the boundary. */
	decorator?: string;
	/** Decorators that leave the function itself callable under its name. Others set the `wrapped` flag. */
	transparentDecorators?: string[];
}

export interface GrammarDefinition {
	/** Name of the wasm file in the assets, `<name>.wasm`. */
	wasm: string;
	/** Extensions this dialect is for; absent: all that no other dialect names. */
	extensions?: string[];
}
