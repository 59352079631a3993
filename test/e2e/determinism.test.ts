/** The same tree gives the same catalog: wherever it lies, whoever parses it, and by whatever way it came about. */
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildIndex } from "mantis-structural-index/node";
import { describe, expect, test } from "vitest";
import { cli, dumpOf, newFolder, plant, randomFrom, SHOP } from "./support.ts";

/** SEED=… repeats a run. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const EDITS = 15;
const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon"];

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Files of one language whose functions have the same few names and call each other, imported or not. */
const WRITERS: Record<string, (random: Random, modules: string[]) => string> = {
	py(random, modules) {
		const [define, use, from] = [pick(random, NAMES), pick(random, NAMES), pick(random, modules)];
		const imported = random() < 0.6 ? `from ${from} import ${use}\n` : `import ${from}\n`;
		const body = random() < 0.5 ? `${use}()` : `${from}.${use}()`;
		const more =
			random() < 0.5 ? `class ${pick(random, ["A", "B"])}:\n    def ${use}(self):\n        self.${define}()\n` : "";
		return `${imported}\ndef ${define}():\n    return ${body}\n\n${more}${random() < 0.3 ? `${define}()\n` : ""}`;
	},
	js(random, modules) {
		const [define, use, from] = [pick(random, NAMES), pick(random, NAMES), pick(random, modules)];
		const kind = random() < 0.3 ? "default " : "";
		const imported =
			random() < 0.5 ? `import { ${use} as other } from "./${from}.js";` : `import other from "./${from}.js";`;
		const again = random() < 0.3 ? `export * from "./${from}.js";\n` : "";
		return `${imported}\n${again}export ${kind}function ${define}() {\n\treturn other(${use}());\n}\n`;
	},
	c(random, modules) {
		const [define, use, from] = [pick(random, NAMES), pick(random, NAMES), pick(random, modules)];
		const linkage = random() < 0.4 ? "static " : "";
		return `#include "${from}.h"\nint ${use}(void);\n${linkage}int ${define}(void) { return ${use}(); }\n`;
	},
	h(random) {
		const define = pick(random, NAMES);
		return `int ${define}(void);\nstatic inline int ${pick(random, NAMES)}_in(void) { return ${define}(); }\n`;
	},
};
const MODULES = ["m0", "m1", "m2"];
/** Two languages a run: getting a worker ready for all of them is most of the time. */
const KINDS = SEED % 2 === 0 ? ["py", "js"] : ["py", "c", "h"];

function randomFile(random: Random): [path: string, text: string] {
	const kind = pick(random, KINDS);
	const path = `${pick(random, ["", "", "sub/"])}${pick(random, MODULES)}.${kind}`;
	return [path, (WRITERS[kind] as (typeof WRITERS)["py"])(random, MODULES)];
}

/** Changes one thing in the tree and says what. */
function edit(root: string, tree: Map<string, string>, random: Random): string {
	const some = () => pick(random, [...tree.keys()].sort());
	const put = (path: string, text: string) => {
		tree.set(path, text);
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	const chance = random();
	if (chance < 0.5 || tree.size < 5) {
		const [path, text] = randomFile(random);
		put(path, text);
		return `write ${path}`;
	}
	const path = some();
	if (chance < 0.65) {
		rmSync(join(root, path));
		tree.delete(path);
		return `delete ${path}`;
	}
	if (chance < 0.8) {
		const to = `${pick(random, ["", "sub/"])}n${Math.floor(random() * 3)}${path.slice(path.lastIndexOf("."))}`;
		put(to, tree.get(path) as string);
		if (to !== path) {
			rmSync(join(root, path));
			tree.delete(path);
		}
		return `rename ${path} to ${to}`;
	}
	if (chance < 0.9) {
		put(path, `${path.match(/py$/) ? "#" : "//"} moved down\n${tree.get(path)}`);
		return `prepend a line to ${path}`;
	}
	utimesSync(join(root, path), 1e9, 1e9);
	return `touch ${path}`;
}

describe("the same tree in two places", () => {
	// The parse of TypeScript's queries alone takes a worker two seconds.
	const more = { README: "text\n", "a/b/c/deep.py": "import shop.cart\n\nshop.cart.Cart().total()\n" };
	const files = Object.entries({ ...SHOP, ...more });

	test("1 and 4 workers, another order of creation, API and command: one dump, byte for byte", async () => {
		const first = plant(newFolder(), Object.fromEntries(files));
		const second = join(newFolder(), "another name");
		mkdirSync(second);
		plant(second, Object.fromEntries([...files].reverse()));
		renameSync(join(second, "lib"), join(second, "x"));
		renameSync(join(second, "x"), join(second, "lib"));
		const states = [newFolder(), newFolder()] as const;
		await buildIndex({ target_root: first, state_root: states[0], workers: 1 });
		const built = cli(["build", second, "--state_root", states[1], "--workers", "4", "--quiet"], {
			env: { LC_ALL: "tr_TR.UTF-8", TZ: "Asia/Kathmandu" },
		});
		expect(built).toMatchObject({ status: 0, stderr: "" });
		const dumps = states.map((state) => cli(["dump", "--state_root", state]));
		expect(dumps[0]?.stdout).toBe(dumps[1]?.stdout);
		expect(dumps[0]).toMatchObject({ status: 0, stderr: "" });
		expect(dumps[0]?.stdout).toBe(`${(await dumpOf(states[0])).join("\n")}\n`);
		expect(dumps[0]?.stdout.split("\n").length).toBeGreaterThan(60);
	});
});

describe("incremental equals full", () => {
	test(`${EDITS} random edits, SEED=${SEED}`, async () => {
		const random = randomFrom(SEED);
		const root = newFolder();
		const tree = new Map<string, string>();
		const state = newFolder();
		const log: string[] = [];
		for (let i = 0; i < 8; i++) {
			const [path, text] = randomFile(random);
			tree.set(path, text);
			plant(root, { [path]: text });
		}
		for (let i = 0; i < EDITS; i++) {
			log.push(edit(root, tree, random));
			const incremental = await buildIndex({ target_root: root, state_root: state, workers: 1 });
			expect(incremental.manifest.units.rebuild, log.join("; ")).toBeLessThanOrEqual(i === 0 ? tree.size : 1);
			// From scratch costs a second: after every third edit.
			if (i % 3 !== 2) continue;
			const fresh = newFolder();
			const full = await buildIndex({ target_root: root, state_root: fresh, workers: i % 2 === 0 ? 2 : 1 });
			const what = `SEED=${SEED}, after ${log.join("; ")}`;
			expect(full.manifest.status, what).toBe("complete");
			expect(await dumpOf(state), what).toEqual(await dumpOf(fresh));
		}
	});
});
