/** The languages of grammars/, loaded for tests without a room: definition, combined query, compiled grammars. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { Extractor } from "../../src/core/engine/extractor.ts";
import type { Digest } from "../../src/core/host.ts";
import type { LanguageDefinition } from "../../src/core/lang/language.ts";
import type { LanguageSetup } from "../../src/core/protocol/calls.ts";

const REPOSITORY = new URL("../../", import.meta.url);

export const digest: Digest = {
	sha256: (bytes) => new Uint8Array(createHash("sha256").update(bytes).digest()),
};

export function grammarFolder(id: string): URL {
	return new URL(`grammars/${id}/`, REPOSITORY);
}

export function languageIds(): string[] {
	return readdirSync(new URL("grammars/", REPOSITORY), { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && entry.name !== "tools")
		.map((entry) => entry.name)
		.sort();
}

export function loadLanguage(id: string): LanguageSetup {
	const definition = JSON.parse(readFileSync(new URL("language.json", grammarFolder(id)), "utf8")) as LanguageDefinition;
	const lock = JSON.parse(readFileSync(new URL("grammars/lock.json", REPOSITORY), "utf8")) as Record<string, string>[];
	const query = definition.queries.map((file) => queryText(id, file)).join("\n");
	const modules: LanguageSetup["modules"] = {};
	for (const { wasm } of definition.grammars) {
		const pin = lock.find((entry) => entry.wasm === wasm);
		if (!pin) throw new Error(`grammars/lock.json has no "${wasm}"`);
		const bytes = readFileSync(new URL(`node_modules/${pin.package}/${pin.file}`, REPOSITORY));
		modules[wasm] = new WebAssembly.Module(bytes);
	}
	return { definition, query, modules };
}

function queryText(id: string, file: string): string {
	const text = readFileSync(new URL(file, grammarFolder(id)), "utf8");
	const inherited = /^; inherits: ([\w-]+)/.exec(text)?.[1];
	return inherited ? `${queryText(inherited, file)}\n${text}` : text;
}

export async function createExtractor(ids: string[]): Promise<{ extractor: Extractor; definitions: LanguageDefinition[] }> {
	const wasm = readFileSync(new URL("node_modules/web-tree-sitter/web-tree-sitter.wasm", REPOSITORY));
	const extractor = await Extractor.create(wasm, digest);
	const definitions = ids.map((id) => {
		const setup = loadLanguage(id);
		extractor.addLanguage(setup);
		return setup.definition;
	});
	return { extractor, definitions };
}

/** The grammar of a language that a path is for. */
export function grammarFor(definition: LanguageDefinition, path: string): string {
	const dialect = definition.grammars.find((grammar) => grammar.extensions?.some((extension) => path.endsWith(extension)));
	return (dialect ?? definition.grammars[0]!).wasm;
}
