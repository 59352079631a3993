/**
 * Which entries of a tree are left out. Git's rules for one path, by the `ignore` library, over all sources at once, the
 * later winning: default folders, `.git/info/exclude`, `.gitignore` of the root and of each folder below, `.mantisignore`
 * likewise, the caller's patterns. One rule set serves all folders without ignore files of their own. docs/ignore-rules.md
 * is the page for people.
 */
import ignore, { type Ignore } from "ignore";

export const GITIGNORE = ".gitignore";
export const MANTISIGNORE = ".mantisignore";

/** Never source, whatever the options: version control metadata and the pipeline's snapshot copies. */
export const NEVER_SOURCE = [".git", ".hg", ".svn", ".bzr", ".jj", "CVS", ".mantis_snapshots"];

/** Left out at any depth: names only tools give. */
export const TOOL_FOLDERS = [
	..."node_modules bower_components jspm_packages __pycache__ .venv .tox .nox .eggs .mypy_cache .pytest_cache".split(
		" ",
	),
	..."__pypackages__ .ruff_cache .cache .next .nuxt .svelte-kit .turbo .parcel-cache .angular .nyc_output".split(" "),
	..."Pods Carthage DerivedData .build .gradle .dart_tool .terraform .bundle .yarn".split(" "),
];

/**
 * Left out at the root and beside a package manifest, where they are a tool's output or somebody else's code; elsewhere
 * (`src/shop/vendor`, `compiler/target`) they are ordinary words that hold sources.
 */
export const PROJECT_FOLDERS = ["vendor", "third_party", "third-party", "dist", "build", "out", "target"];
const PACKAGE_MANIFESTS = new Set(
	(
		"package.json go.mod Cargo.toml pyproject.toml setup.py setup.cfg composer.json Gemfile pom.xml build.gradle " +
		"build.gradle.kts build.sbt mix.exs Package.swift CMakeLists.txt meson.build"
	).split(" "),
);

/** A folder that holds one of these says itself that tools made it (a Python environment, bford.info/cachedir). */
export const GENERATED_MARKERS = ["pyvenv.cfg", "CACHEDIR.TAG"];

/** The rules that hold inside one folder. Immutable; entering a folder gives the same object or a new one. */
export class IgnoreRules {
	private readonly layers: Record<"defaults" | "git" | "mantis" | "caller", readonly string[]>;
	private readonly all: Ignore;
	private readonly default_ignores: boolean;

	private constructor(layers: IgnoreRules["layers"], default_ignores: boolean) {
		this.layers = layers;
		this.default_ignores = default_ignores;
		// Case counts, also where the file system ignores it: the same tree gives the same index everywhere.
		this.all = ignore({ ignorecase: false, allowRelativePaths: true });
		for (const layer of [layers.defaults, layers.git, layers.mantis, layers.caller]) this.all.add(layer);
	}

	/** @param exclude lines of `.git/info/exclude`. */
	static create(options: {
		default_ignores: boolean;
		ignore: readonly string[];
		exclude: readonly string[];
	}): IgnoreRules {
		const defaults = options.default_ignores ? TOOL_FOLDERS.map((name) => `${name}/`) : [];
		return new IgnoreRules(
			{ defaults, git: options.exclude, mantis: [], caller: options.ignore },
			options.default_ignores,
		);
	}

	/** The rules inside `folder` (`""` is the root), given the names in it and the lines of its ignore files. */
	enter(
		folder: string,
		names: Iterable<string>,
		gitignore: readonly string[],
		mantisignore: readonly string[],
	): IgnoreRules {
		const project = this.default_ignores && (folder === "" || some(names, (name) => PACKAGE_MANIFESTS.has(name)));
		if (!project && gitignore.length === 0 && mantisignore.length === 0) return this;
		const { defaults, git, mantis, caller } = this.layers;
		return new IgnoreRules(
			{
				defaults: project
					? [
							...defaults,
							...anchor(
								folder,
								PROJECT_FOLDERS.map((name) => `/${name}/`),
							),
						]
					: defaults,
				git: [...git, ...anchor(folder, gitignore)],
				mantis: [...mantis, ...anchor(folder, mantisignore)],
				caller,
			},
			this.default_ignores,
		);
	}

	/** True for an entry of a folder that is not ignored itself. A folder's path must end in `/`. */
	ignores(path: string): boolean {
		return this.all.test(path).ignored;
	}

	/** True when a rule names the entry to bring it back. */
	keeps(path: string): boolean {
		return this.all.test(path).unignored;
	}
}

/** The lines of an ignore file that `ignore` can compile, and how many it cannot. */
export function parseIgnoreFile(text: string): { lines: string[]; bad: number } {
	const lines: string[] = [];
	let bad = 0;
	for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
		// `!` and `/` alone name nothing.
		if (line.startsWith("#") || /^!?\/?\s*$/.test(line)) continue;
		try {
			ignore({ allowRelativePaths: true }).add(line).test("a/b");
			lines.push(line);
		} catch {
			bad++;
		}
	}
	return { lines, bad };
}

/** Patterns of a folder's ignore file as patterns of the root: `/x` in folder `a` is `/a/x`, `x` is x at any depth of a. */
export function anchor(folder: string, patterns: readonly string[]): readonly string[] {
	if (folder === "") return patterns;
	const prefix = `/${folder.replace(/[\\*?[\]]/g, "\\$&")}`;
	return patterns.map((pattern) => {
		const negated = pattern.startsWith("!") ? "!" : "";
		const body = pattern.slice(negated.length).replace(/^\\(?=[!#])/, "");
		const slash = body.indexOf("/");
		// A slash before the last character anchors the pattern to its folder.
		const anchored = slash >= 0 && slash < body.trimEnd().length - 1;
		return `${negated}${prefix}/${anchored ? body.replace(/^\//, "") : `**/${body}`}`;
	});
}

function some<T>(items: Iterable<T>, fits: (item: T) => boolean): boolean {
	for (const item of items) if (fits(item)) return true;
	return false;
}
