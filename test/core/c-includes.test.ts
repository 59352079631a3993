/** How C files find each other: what an include names, and which of several definitions a call means. */
import { beforeAll, expect, test } from "vitest";
import type { Extractor } from "../../src/core/engine/extractor.ts";
import { link } from "../../src/core/resolve/link.ts";
import { EDGE_KINDS } from "../../src/core/types.ts";
import { decodeRecord } from "../../src/core/units/record.ts";
import { createExtractor, digest, registry } from "../support/languages.ts";

let extractor: Extractor;
beforeAll(async () => {
	extractor = await createExtractor(["c"]);
});

/** Links sources by path. @returns "kind target-file" of each edge of a call of `name` in `file`. */
function targets(sources: Record<string, string>, file: string, name: string): string[] {
	const inputs = Object.entries(sources).map(([path, text]) => {
		const bytes = new TextEncoder().encode(text);
		const result = extractor.extract({ language: "c", wasm: "tree-sitter-c", bytes, budget_ms: 10_000 });
		if (result.status !== "indexed") throw new Error(result.reason);
		return { path, language: "c", facts: decodeRecord(result.record) };
	});
	const definition = registry.languages.get("c")!.definition;
	const { files, edges } = link(inputs, [definition], digest);
	const found: string[] = [];
	for (let i = 0; i < edges.count; i++) {
		const from = files[edges.file[i]!]!;
		if (from.path !== file || from.facts.strings[edges.name[i]!] !== name) continue;
		const callee = edges.callee[i]!;
		const to = files.filter((f) => f.first_symbol <= callee).at(-1);
		found.push(callee < 0 ? "unresolved" : `${EDGE_KINDS[edges.kind[i]!]} ${to!.path}`);
	}
	return found;
}

const MACRO = "#define CHECK(x) (x)\n";
const CALL = "int main(void) { return CHECK(1); }\n";

test.each([
	["quotes name the file beside", '"check.h"', "src/check.h", "macro src/check.h"],
	["quotes climb", '"../lib/check.h"', "lib/check.h", "macro lib/check.h"],
	["backslashes separate too", '"..\\lib\\check.h"', "lib/check.h", "macro lib/check.h"],
	[
		"a path that leaves the tree is looked for by its end",
		'"../../../lib/check.h"',
		"lib/check.h",
		"macro lib/check.h",
	],
	["quotes find the only file whose path ends so", '"check.h"', "include/check.h", "macro include/check.h"],
	["so do angle brackets", "<lib/check.h>", "include/lib/check.h", "macro include/lib/check.h"],
	["a file's name is not its path's end", "<check.h>", "include/precheck.h", "unresolved"],
	["a header of the system is no file of the tree", "<string.h>", "include/string.h", "unresolved"],
	["in a folder it may be one", "<own/string.h>", "include/own/string.h", "macro include/own/string.h"],
	["beside the file it is one", '"string.h"', "src/string.h", "macro src/string.h"],
	["a file that is not there", '"missing.h"', "other/check.h", "unresolved"],
	["a macro's file", "CONFIG_FILE", "src/check.h", "unresolved"],
])("%s: #include %s", (_, specifier, header, expected) => {
	const sources = { "src/main.c": `#include ${specifier}\n${CALL}`, [header]: MACRO };
	expect(targets(sources, "src/main.c", "CHECK")).toEqual([expected]);
});

test("includes are followed to the end, in circles too", () => {
	const sources = {
		"a.h": '#include "b.h"\n',
		"b.h": '#include "c.h"\n#include "a.h"\n',
		"c.h": `#include "a.h"\n${MACRO}`,
		"main.c": `#include "a.h"\n${CALL}`,
	};
	expect(targets(sources, "main.c", "CHECK")).toEqual(["macro c.h"]);
});

test("of two headers that an include may mean, one has to be enough", () => {
	const main = { "src/main.c": `#include "check.h"\n${CALL}` };
	const both = { "a/check.h": MACRO, "b/check.h": MACRO };
	expect(targets({ ...main, ...both }, "src/main.c", "CHECK")).toEqual(["unresolved"]);
	expect(targets({ ...main, ...both, "b/check.h": "int other;\n" }, "src/main.c", "CHECK")).toEqual([
		"macro a/check.h",
	]);
	// what is certain comes first
	const shared = { "src/check.c": "int CHECK(int x) { return x; }\n" };
	expect(targets({ ...main, ...both, ...shared }, "src/main.c", "CHECK")).toEqual(["direct src/check.c"]);
});

test("a static function is nobody else's, a function without static everybody's", () => {
	const call = { "main.c": "int main(void) { return helper(1); }\n" };
	const define = (head: string) => ({ ...call, "helper.c": `${head} helper(int x) { return x; }\n` });
	expect(targets(define("int"), "main.c", "helper")).toEqual(["direct helper.c"]);
	expect(targets(define("static int"), "main.c", "helper")).toEqual(["unresolved"]);
	expect(targets(define("inline static int"), "main.c", "helper")).toEqual(["unresolved"]);
	const twice = { ...define("int"), "copy.c": "int helper(int x) { return 0; }\n" };
	expect(targets(twice, "main.c", "helper")).toEqual(["unresolved"]);
});

test("of several definitions, the one that sees the declaration the caller sees", () => {
	const sources = {
		"a/sds.h": "char *sdsnew(void);\n",
		"a/sds.c": '#include "sds.h"\nchar *sdsnew(void) { return 0; }\n',
		"b/sds.h": "char *sdsnew(void);\n",
		"b/sds.c": '#include "sds.h"\nchar *sdsnew(void) { return 0; }\n',
		"a/user.c": '#include "sds.h"\nvoid user(void) { sdsnew(); }\n',
		"b/user.c": '#include "sds.h"\nvoid user(void) { sdsnew(); }\n',
		"c/both.c": '#include "../a/sds.h"\n#include "../b/sds.h"\nvoid user(void) { sdsnew(); }\n',
		"c/own.c": "char *sdsnew(void);\nvoid user(void) { sdsnew(); }\n",
	};
	expect(targets(sources, "a/user.c", "sdsnew")).toEqual(["direct a/sds.c"]);
	expect(targets(sources, "b/user.c", "sdsnew")).toEqual(["direct b/sds.c"]);
	expect(targets(sources, "c/both.c", "sdsnew")).toEqual(["unresolved"]);
	expect(targets(sources, "c/own.c", "sdsnew")).toEqual(["unresolved"]);
});

test("a visible macro stands before the function", () => {
	const sources = {
		"list.h": "void list_free(void *l);\n#define list_free(l) list_free_at(l, __LINE__)\n",
		"list.c": '#include "list.h"\nvoid list_free(void *l) { }\nvoid clear(void) { list_free(0); }\n',
		"main.c": '#include "list.h"\nint main(void) { list_free(0); }\n',
		"other.c": "int other(void) { list_free(0); }\n",
	};
	expect(targets(sources, "main.c", "list_free")).toEqual(["macro list.h"]);
	expect(targets(sources, "other.c", "list_free")).toEqual(["direct list.c"]);
});

test("a name of the library is the tree's only where it is declared", () => {
	const sources = {
		"compat.h": "unsigned long strlcpy(char *to, const char *from, unsigned long n);\n",
		"compat.c":
			'#include "compat.h"\nunsigned long strlcpy(char *to, const char *from, unsigned long n) { return n; }\n',
		"inject.c": "int fclose(void *f) { return 0; }\nint twice(void *f) { return fclose(f); }\n",
		"with.c": '#include "compat.h"\nvoid with(void) { strlcpy(0, 0, 0); fclose(0); }\n',
		"without.c": "#include <string.h>\nvoid without(void) { strlcpy(0, 0, 0); }\n",
		"wrap.h": "#define malloc(n) counted(n)\n",
		"wrapped.c": '#include "wrap.h"\nvoid wrapped(void) { malloc(1); }\n',
	};
	expect(targets(sources, "with.c", "strlcpy")).toEqual(["direct compat.c"]);
	expect(targets(sources, "with.c", "fclose")).toEqual(["unresolved"]);
	expect(targets(sources, "without.c", "strlcpy")).toEqual(["unresolved"]);
	expect(targets(sources, "inject.c", "fclose")).toEqual(["direct inject.c"]);
	expect(targets(sources, "wrapped.c", "malloc")).toEqual(["unresolved"]);
});

test("alternatives by configuration are all called, a macro and a function are not", () => {
	const either = (a: string, b: string) => `#ifdef FAST\n${a}\n#else\n${b}\n#endif\n`;
	const call = '#include "rss.h"\nlong use(void) { return rss(1); }\n';
	const functions = either("long rss(int x) { return 1; }", "long rss(int x) { return 2; }");
	const macros = either("#define rss(x) 1", "#define rss(x) 2");
	const mixed = either("#define rss(x) 1", "static long rss(int x) { return 2; }");
	const header = "long rss(int x);\n";
	expect(targets({ "rss.h": header, "rss.c": functions, "use.c": call }, "use.c", "rss")).toEqual([
		"direct rss.c",
		"direct rss.c",
	]);
	expect(targets({ "rss.h": macros, "use.c": call }, "use.c", "rss")).toEqual(["macro rss.h", "macro rss.h"]);
	expect(targets({ "rss.h": mixed, "use.c": call }, "use.c", "rss")).toEqual(["unresolved"]);
	expect(targets({ "rss.h": `${macros}#undef rss\n`, "use.c": call }, "use.c", "rss")).toEqual(["unresolved"]);
});

test("an included source sees what includes it", () => {
	const sources = {
		"main.c": 'static int now(void) { return 1; }\n#define SCALE(x) (x)\n#include "part.c"\n',
		"part.c": "int part(void) { return SCALE(now()); }\n",
	};
	expect(targets(sources, "part.c", "now")).toEqual(["direct main.c"]);
	expect(targets(sources, "part.c", "SCALE")).toEqual(["macro main.c"]);
	const twice = { ...sources, "other.c": sources["main.c"] };
	expect(targets(twice, "part.c", "SCALE")).toEqual(["unresolved"]);
});

test("more alternatives than any real name has are none", () => {
	const define = (count: number) =>
		Array.from({ length: count }, (_, i) => `#${i ? "elif" : "if"} N == ${i}\nint pick(void) { return ${i}; }\n`).join(
			"",
		);
	const source = (count: number) => ({ "a.c": `${define(count)}#endif\nint use(void) { return pick(); }\n` });
	expect(targets(source(8), "a.c", "pick")).toHaveLength(8);
	expect(targets(source(9), "a.c", "pick")).toEqual(["unresolved"]);
});

test("two headers of one name are no alternatives", () => {
	const one = (n: number) => `static inline int k1(void) { return ${n}; }\n`;
	const sources = {
		"c/x/k.h": one(1),
		"y/x/k.h": one(2),
		"main.c": "#include <x/k.h>\nint main(void) { return k1(); }\n",
		"both.c": '#include "c/x/k.h"\n#include "y/x/k.h"\nint both(void) { return k1(); }\n',
		"c/quoted.c": '#include "x/k.h"\nint quoted(void) { return k1(); }\n',
	};
	expect(targets(sources, "main.c", "k1")).toEqual(["unresolved"]);
	expect(targets(sources, "both.c", "k1")).toEqual(["unresolved"]);
	expect(targets(sources, "c/quoted.c", "k1")).toEqual(["direct c/x/k.h"]);
	// each seen by a header of its own: nothing keeps them apart
	const apart = {
		"a.h": one(1),
		"b.h": one(2),
		"via.h": '#include "b.h"\n',
		"main.c": '#include "a.h"\n#include "via.h"\nint main(void) { return k1(); }\n',
	};
	expect(targets(apart, "main.c", "k1")).toEqual(["unresolved"]);
});

test.each(["static void ext(void);", "static inline void ext(void), other(void);", "static void *ext(void);"])(
	"%s means a definition in sight",
	(declaration) => {
		const use = `${declaration}\nvoid use(void) { ext(); }\n`;
		const head = declaration.includes("*") ? "void *ext(void)" : "void ext(void)";
		const far = { "e.c": `${head} { }\n` };
		expect(targets({ "s.c": use, ...far }, "s.c", "ext")).toEqual(["unresolved"]);
		expect(
			targets({ "s.c": `#include "s.h"\nvoid use(void) { ext(); }\n`, "s.h": declaration, ...far }, "s.c", "ext"),
		).toEqual(["unresolved"]);
		const own = { "s.c": `${use}${head} { }\n`, "other.c": "void other(void) { ext(); }\n" };
		expect(targets(own, "s.c", "ext")).toEqual(["direct s.c"]);
		// the definition is as internal as its declaration
		expect(targets(own, "other.c", "ext")).toEqual(["unresolved"]);
		const part = { "s.c": `${use}#include "part.c"\n`, "part.c": `static ${head} { }\n`, ...far };
		expect(targets(part, "s.c", "ext")).toEqual(["direct part.c"]);
	},
);

test.each([
	"__attribute__((weak)) void hook(void) { }",
	"void __attribute__((noinline, __weak__)) hook(void) { }",
	"[[gnu::weak]] void hook(void) { }",
	"__weak void hook(void) { }",
	"void hook(void) __attribute__((weak));\nvoid hook(void) { }",
	"__attribute__((weak)) void hook(void);\nvoid hook(void) { }",
])("a weak definition gives way: %s", (weak) => {
	const call = "void use(void) { hook(); }\n";
	const header = { "hook.h": "void hook(void);\n" };
	const strong = { "s.c": '#include "hook.h"\nvoid hook(void) { }\n' };
	const alone = { "w.c": `${weak}\n${call}`, "u.c": call };
	expect(targets(alone, "w.c", "hook")).toEqual(["direct w.c"]);
	expect(targets(alone, "u.c", "hook")).toEqual(["direct w.c"]);
	expect(targets({ ...alone, "s.c": "void hook(void) { }\n" }, "w.c", "hook")).toEqual(["unresolved"]);
	expect(targets({ ...alone, "s.c": "void hook(void) { }\n" }, "u.c", "hook")).toEqual(["direct s.c"]);
	// one that only a declaration makes weak is the file's own as well
	const isBound = weak.includes(";");
	const declared = { ...header, ...strong, "w.c": `#include "hook.h"\n${weak}\n${call}` };
	expect(targets(declared, "w.c", "hook")).toEqual([isBound ? "unresolved" : "direct s.c"]);
});

test("what a file calls is declared to it, when all that it includes is there", () => {
	const main = (include: string, call: string) => `#include ${include}\nint main(void) { return ${call}(); }\n`;
	const sources = {
		"prog1/util.h": "int only1(void);\n",
		"prog1/util.c": '#include "util.h"\nint only1(void) { return 1; }\n',
		"prog1/main.c": main('"util.h"', "only2"),
		"prog1/fine.c": main('"util.h"', "only1"),
		"prog1/local.c": '#include "util.h"\nint main(void) { extern int only2(void); return only2(); }\n',
		"prog1/generated.c": main('"util.h"\n#include "generated.h"', "only2"),
		"prog1/bare.c": main("<stdio.h>", "only2"),
		"prog2/util.h": "int only2(void);\n",
		"prog2/util.c": '#include "util.h"\nint only2(void) { return 2; }\n',
		"prog2/main.c": main('"util.h"', "only2"),
	};
	expect(targets(sources, "prog1/main.c", "only2")).toEqual(["unresolved"]);
	expect(targets(sources, "prog1/fine.c", "only1")).toEqual(["direct prog1/util.c"]);
	expect(targets(sources, "prog2/main.c", "only2")).toEqual(["direct prog2/util.c"]);
	expect(targets(sources, "prog1/local.c", "only2")).toEqual(["direct prog2/util.c"]);
	// a macro may have declared it, where a header is common to both
	const macros = {
		"prog1/util.h": "DECLARE(only1)\n",
		"prog1/sub/util.c": '#include "../util.h"\nint only1(void) { return 1; }\n',
	};
	const { "prog1/util.c": _, ...rest } = sources;
	expect(targets({ ...rest, ...macros }, "prog1/fine.c", "only1")).toEqual(["unresolved"]);
	expect(targets({ ...sources, "prog1/util.h": "DECLARE(only1)\n" }, "prog1/fine.c", "only1")).toEqual([
		"direct prog1/util.c",
	]);
	const odd = { "prog2/util.h": "API int (only2)(void);\n", "lib/far.c": main('"../prog2/util.h"', "only2") };
	expect(targets({ ...sources, ...odd }, "lib/far.c", "only2")).toEqual(["direct prog2/util.c"]);
	// a file that is not there may declare it, and one without includes says nothing
	expect(targets(sources, "prog1/generated.c", "only2")).toEqual(["direct prog2/util.c"]);
	expect(targets(sources, "prog1/bare.c", "only2")).toEqual(["direct prog2/util.c"]);
});
