/** Reads a registered language's files: its version comes from their bytes, its grammars are compiled when a worker needs them. */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";
import type { Digest } from "../core/host.ts";
import type { LanguageSetup } from "../core/protocol/calls.ts";
import { digestFields, EXTRACTOR_REVISION } from "../core/units/cache-key.ts";
import { RECORD_VERSION } from "../core/units/record.ts";
import { PACKAGE_VERSION } from "../generated/package.ts";
import type { RegisteredLanguage, Registry } from "./registry.ts";

export const EXTRACTOR_NAME = "tree-sitter";

export interface LoadedLanguage {
	/**
	 * @param used the grammars wanted, default all: a worker needs up to a second to get ready for each.
	 * @throws StructuralIndexError `language-invalid` when a grammar is not WebAssembly.
	 */
	compile(used?: ReadonlySet<string>): Promise<LanguageSetup>;
	/** Package version and 12 hex digits over all that decides which facts come out of a text. */
	extractor_version: string;
}

/**
 * @throws StructuralIndexError `language-unknown`, `language-invalid` naming the file, `io`.
 */
export async function loadLanguage(registry: Registry, id: string, digest: Digest): Promise<LoadedLanguage> {
	registry.checkKnown([id]);
	const language = registry.languages.get(id) as RegisteredLanguage;
	const { definition } = language;
	const seen = new Set<string>();
	const texts: string[] = [];
	for (const file of definition.queries) texts.push(await queryText(registry, id, file, seen));
	const query = texts.join("\n");

	const grammars = new Map<string, Uint8Array>();
	for (const { wasm } of definition.grammars) grammars.set(wasm, await language.read(`${wasm}.wasm`));
	const parts = [String(RECORD_VERSION), String(EXTRACTOR_REVISION), await language.read("language.json"), query];
	const hash = digestFields([...parts, ...[...grammars].flat()], digest);
	const compile = async (used?: ReadonlySet<string>) => {
		const modules: LanguageSetup["modules"] = {};
		const wanted = definition.grammars.filter(({ wasm }) => used?.has(wasm) ?? true);
		for (const { wasm } of wanted) modules[wasm] = await compileGrammar(id, wasm, grammars.get(wasm) as Uint8Array);
		return { definition: { ...definition, grammars: wanted }, query, modules };
	};
	return { compile, extractor_version: `${PACKAGE_VERSION}+${hash.slice(0, 12)}` };
}

function compileGrammar(id: string, wasm: string, bytes: Uint8Array): Promise<WebAssembly.Module> {
	return WebAssembly.compile(bytes).catch((error: unknown) => {
		const message = `grammar ${wasm}.wasm of language ${show(id)} is not WebAssembly: ${messageOf(error)}`;
		throw new StructuralIndexError("language-invalid", message, { cause: error });
	});
}

/**
 * A query file, and behind it the files of the same name of the languages that its first lines inherit
 * (`; inherits: javascript, jsx`). Behind it, because of two patterns for one node the first wins: a language overrides
 * what it inherits. Each file is taken once.
 */
async function queryText(registry: Registry, id: string, file: string, seen: Set<string>): Promise<string> {
	if (seen.has(`${id}/${file}`)) return "";
	seen.add(`${id}/${file}`);
	const language = registry.languages.get(id) as RegisteredLanguage;
	let text = new TextDecoder().decode(await language.read(file));
	for (const parent of inherited(text)) {
		if (!registry.languages.has(parent)) {
			const message = `${file} of language ${show(id)}: "inherits" expected a registered language, got ${show(parent)}`;
			throw new StructuralIndexError("language-invalid", message);
		}
		text += `\n${await queryText(registry, parent, file, seen)}`;
	}
	return text;
}

/** The languages named by the comments that a query file begins with. */
function inherited(text: string): string[] {
	const names: string[] = [];
	for (const line of text.split("\n")) {
		if (line.trim() === "") continue;
		if (!line.trim().startsWith(";")) break;
		const list = line.match(/^\s*;+\s*inherits:(.*)$/)?.[1];
		if (list !== undefined) names.push(...list.split(",").map((name) => name.trim()));
	}
	return names;
}
