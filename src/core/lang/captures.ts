/**
 * The capture vocabulary of `grammars/<lang>/*.scm`: all that a language can say to the extractor. A capture outside it
 * is an error when the language is loaded (names beginning with `_` are free, for predicates). Text predicates
 * (#eq? #match? #any-of? and their not- forms) work as in tree-sitter; `#set!` takes the properties below.
 *
 * A pattern states one fact by its primary capture, put on the node whose extent matters, and names the fact's parts by
 * auxiliary captures. When several patterns state a fact of one family for the same node (a definition, a binding, a
 * call), the pattern that stands first wins, so write the specific before the general.
 */
import { SYMBOL_KINDS } from "../types.ts";
import { CALL_FORMS, EXPORT_KINDS, IMPORT_KINDS, SCOPE_KINDS } from "../units/facts.ts";

/** Primary captures, `family.kind`. */
export const PRIMARY_CAPTURES = {
	/** The extent of a definition. With @name, or `(#set! name "x")`; @body: where its signature ends; @opens: the node
	 * of the scope it owns, when that is not the same node. Variables, constants and properties count only in a file's or
	 * namespace's own scope: capture every assignment, the sweep drops local ones. none: takes the node from later
	 * patterns, it is no definition. */
	definition: [...SYMBOL_KINDS, "none"],
	/** A lexical scope (an `object` counts when a definition owns it or stands in it); may stand on the same node as a definition, which then owns it. `class`, `object`: members. With
	 * @owner (and no definition that owns it) its names are members of that. narrow: there @name is a @type, or stands for @target;
	 * with @body, from the node's end to the end of that. */
	scope: SCOPE_KINDS.filter((kind) => kind !== "file"),
	/** A call site. @name: the callee's name; @receiver: what stands left of it, or @target: the type it is an object of
	 * (with `#set! target "result"` the function whose result it is); @args: the argument list.
	 * none: looks like a call and is none (an attribute's argument). */
	call: [...CALL_FORMS, "none"],
	/**
	 * @module, @name (the name in the module), @local (its name here). from: a statement that names the @module of the
	 * imports and exports inside it; its local exports are re-exports.
	 */
	import: [...IMPORT_KINDS, "from"],
	/** @name (public name, or `#set! exported`), @local, @module. Counts in the file's own scope only. */
	export: EXPORT_KINDS,
	/** On a declaration: its names are bound in the nearest function's scope (`var`); its variables are constants; they
	 * are public names of the file. On a statement: what is bound in it may be bound otherwise elsewhere (branch). */
	declares: ["hoisted", "constant", "exported", "branch"],
	/**
	 * On the identifier that is bound. value: unknown (parameter, variable); hoisted: the same, in the nearest function
	 * (`var`); receiver: the current object; alias: with @target, the name it stands for; instance: with @target, the
	 * class it is made of; result: with @target, what calling that gives; typed: declared to be of a @type, as it is written
	 * (without one: of some type nobody knows), whatever else is assigned; type: as a type, another name for a @type; declared: without a value yet, later assignments say what it holds; global, nonlocal: Python's statements;
	 * external: declared here, defined elsewhere; self: the scope's own definition under another name (a named function
	 * expression); spread: what may overwrite any name bound so far in the object @body; none: takes the node from later
	 * patterns, it binds nothing.
	 * typed and the others with `#set! name "return"` in a function's scope say what calling it gives, with "await" what
	 * awaiting that gives; a member "await" of a target is the same seen from the caller.
	 * The name is @local's when given. With @member it stands for that member of the target.
	 */
	binding: [
		"value",
		"hoisted",
		"receiver",
		"alias",
		"instance",
		"result",
		"typed",
		"type",
		"declared",
		"global",
		"nonlocal",
		"external",
		"self",
		"spread",
		"none",
	],
	/** On a class-like definition's node: @base is one of its bases. */
	base: ["of"],
	/** On a definition's node: @name is the (last) name of one of its decorators. */
	decorated: ["by"],
} as const;

export type CaptureFamily = keyof typeof PRIMARY_CAPTURES;

export const AUXILIARY_CAPTURES = [
	"name",
	"body",
	"opens",
	"receiver",
	"args",
	"module",
	"local",
	"target",
	/** A type as it is written. */
	"type",
	/** On an alias: which member of @target is meant (`const {member} = target`). */
	"member",
	"base",
	/** On a definition, import or binding: what it is a member of, by assignment: the current object, a name or a path. */
	"owner",
	/** A decorator or annotation inside a definition's node: not part of its boundary. */
	"decorator",
] as const;
export type AuxiliaryCapture = (typeof AUXILIARY_CAPTURES)[number];

/** Keys of `#set!`. */
export const PROPERTIES = {
	/** The definition's name, for one without a name node (`export default () => …`). */
	name: "any",
	/** The public name of an export; of what has an @owner: the name it is a member by, when that is not its own. */
	exported: "any",
	/** As @owner, where no node says it. */
	owner: "any",
	/** SYMBOL_FLAGS a definition gets, separated by spaces; on an external binding: what it says of the name. */
	flag: ["exported", "declaration", "internal", "static", "weak"],
	/** Where a name is bound, when that is not the scope around it: in none (a C struct tag), in the file's, to which a
	 * definition then belongs (a C macro), in the nearest function's, or in that which declares the name (an assignment).
	 * member: in the scope around it only where that is an object's. */
	bind: ["none", "file", "hoisted", "declaring", "member"],
	/** What @target is: a function, and meant is what calling it gives; a container, and meant is what iterating gives. Of a
	 * call's receiver also: the value itself (path), the class behind which methods are looked for (behind). */
	target: ["result", "item", "path", "behind"],
	/** @member, where no node says it. */
	member: "any",
} as const;
