/** The tree that every room builds: each language's corpus, hostile text and names, and real programs. Without links. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT, run } from "../../e2e/support.ts";
import { TEXTS } from "../../support/hostile-texts.ts";

/** Packages of Python's library that every version since 3.9 has. */
const PYTHON =
	"asyncio concurrent ctypes email html http importlib json logging multiprocessing unittest urllib wsgiref xml";
/** JavaScript and TypeScript, as published. */
const NPM = "@noble/hashes @preact/signals @types/node comlink commander ignore preact";

const NAMES = [
	"名前.py",
	"имя.js",
	"اسم.ts",
	"😀.c",
	"caf\u00e9.py",
	"cafe\u0301.py",
	" spaces .py",
	"#%?&'\".py",
	"-rf.py",
	"....py",
	"\uFFFD.py",
	"%2e%2e.py",
	`${"n".repeat(252)}.py`,
	`${Array.from({ length: 8 }, () => "d".repeat(190)).join("/")}/deep.py`,
	".hidden/inner.py",
	"UPPER.PY",
	"__proto__.py",
	"constructor/toString.js",
];

function put(root: string, path: string, content: string | Uint8Array): void {
	mkdirSync(dirname(join(root, path)), { recursive: true });
	writeFileSync(join(root, path), content);
}

/** Fills an empty folder. @returns how many files of real programs are in it. */
export function plantTree(root: string): number {
	for (const { name } of readdirSync(join(ROOT, "grammars"), { withFileTypes: true })) {
		const corpus = join(ROOT, "grammars", name, "corpus");
		if (existsSync(corpus)) cpSync(corpus, join(root, "corpus", name), { recursive: true });
	}
	for (const [i, [path, bytes]] of TEXTS.entries()) put(root, `hostile/text/${path}`, bytes(`f${i}`));
	for (const [i, name] of NAMES.entries()) put(root, `hostile/names/${name}`, `def named_${i}(): return named_0()\n`);
	put(root, "hostile/.gitignore", "ignored/\n*.log.py\n!kept.log.py\n");
	for (const path of ["ignored/a.py", "b.log.py", "kept.log.py"]) put(root, `hostile/${path}`, "def f(): pass\n");

	const library = run("python3", ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"]).stdout.trim();
	const real = (from: string, to: string) =>
		cpSync(from, join(root, "real", to), {
			recursive: true,
			dereference: true,
			filter: (path) => !/__pycache__|\.(wasm|map|so)$/.test(path),
		});
	for (const name of PYTHON.split(" ")) real(join(library, name), `python/${name}`);
	for (const name of NPM.split(" ")) real(join(ROOT, "node_modules", name), `npm/${name}`);
	return readdirSync(join(root, "real"), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
		.length;
}

/** Changes what others depend on: a definition renamed, a file gone, one that is new, one moved. @returns files to parse anew. */
export function editTree(root: string): number {
	put(
		root,
		"real/python/json/decoder.py",
		"class JSONDecoder:\n    def decode(self, text):\n        return scan(text)\n",
	);
	rmSync(join(root, "real/python/urllib/parse.py"));
	put(root, "real/python/added.py", "from json.decoder import JSONDecoder\n\nJSONDecoder().decode('1')\n");
	cpSync(join(root, "real/npm/comlink/dist/esm/comlink.mjs"), join(root, "real/npm/comlink/moved.mjs"));
	rmSync(join(root, "real/npm/comlink/dist/esm/comlink.mjs"));
	return 2;
}
