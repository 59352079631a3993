/**
 * The languages of a build: the generated built-in ones and those of the caller's folders, which come first. Says which
 * language claims a path; reads no file of the tree itself.
 */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";
import type { AssetSource, Host } from "../core/host.ts";
import type { LanguageDefinition } from "../core/lang/language.ts";
import { LANGUAGES } from "../generated/languages.ts";
import { parseLanguage } from "./language-file.ts";

/** A language and where its files are. */
export interface RegisteredLanguage {
	definition: LanguageDefinition;
	/** Reads `language.json`, a query file or a grammar's wasm. */
	read(file: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Which language reads a file, and with which of its grammars. */
export interface Claim {
	language: string;
	wasm: string;
}

export class Registry {
	/** By id. */
	readonly languages = new Map<string, RegisteredLanguage>();
	private readonly extensions = new Map<string, LanguageDefinition>();
	private readonly filenames = new Map<string, LanguageDefinition>();
	private readonly shebangs = new Map<string, LanguageDefinition>();

	/** Where two claim the same, the first has it. */
	constructor(languages: Iterable<RegisteredLanguage>) {
		for (const language of languages) {
			const { definition } = language;
			if (this.languages.has(definition.id)) continue;
			this.languages.set(definition.id, language);
			for (const extension of definition.extensions) claim(this.extensions, extension, definition);
			for (const name of definition.filenames ?? []) claim(this.filenames, name, definition);
			for (const word of definition.shebangs ?? []) claim(this.shebangs, word, definition);
		}
	}

	/** By exact file name, else by the longest registered extension (`.d.ts` before `.ts`), in any case. */
	claim(path: string): Claim | undefined {
		const name = path.slice(path.lastIndexOf("/") + 1);
		const exact = this.filenames.get(name);
		if (exact !== undefined) return { language: exact.id, wasm: grammarFor(exact, "") };
		for (const extension of extensionsOf(name)) {
			const definition = this.extensions.get(extension);
			if (definition !== undefined) return { language: definition.id, wasm: grammarFor(definition, name) };
		}
		return undefined;
	}

	/** By the `#!` line that `head`, the first bytes of a file, may hold. */
	claimByShebang(head: Uint8Array): Claim | undefined {
		const word = interpreterOf(head);
		const definition = word === undefined ? undefined : this.shebangs.get(word);
		return definition === undefined ? undefined : { language: definition.id, wasm: grammarFor(definition, "") };
	}

	/** @throws StructuralIndexError `language-unknown` listing the known ids. */
	checkKnown(ids: readonly string[]): void {
		for (const id of ids) {
			if (this.languages.has(id)) continue;
			const known = [...this.languages.keys()].sort().join(", ");
			throw new StructuralIndexError("language-unknown", `language expected one of ${known}, got ${show(id)}`);
		}
	}
}

/**
 * @param folders folders with language.json, its queries and its wasm.
 * @throws StructuralIndexError `language-invalid`, also when a folder lacks a file.
 */
export async function loadRegistry(host: Host, folders: readonly string[] = []): Promise<Registry> {
	const own = new Map<string, RegisteredLanguage>();
	for (const folder of folders) {
		const assets = host.assets.folder(folder);
		const language = await readFolder(assets, folder);
		const { id } = language.definition;
		if (own.has(id)) {
			const message = `${folder}/language.json: "id" expected to be unlike the other folders', got ${show(id)}`;
			throw new StructuralIndexError("language-invalid", message);
		}
		own.set(id, language);
	}
	return new Registry([...own.values(), ...LANGUAGES.map((definition) => builtIn(host.assets, definition))]);
}

async function readFolder(assets: AssetSource, folder: string): Promise<RegisteredLanguage> {
	const read = (file: string) =>
		assets.read(file).catch((cause: unknown) => {
			const message = `language folder ${show(folder)} expected a readable ${show(file)}: ${messageOf(cause)}`;
			throw new StructuralIndexError("language-invalid", message, { cause });
		});
	return { definition: parseLanguage(await read("language.json"), `${folder}/language.json`), read };
}

function builtIn(assets: AssetSource, definition: LanguageDefinition): RegisteredLanguage {
	const read = (file: string) =>
		assets.read(file.endsWith(".wasm") ? `grammars/${file}` : `languages/${definition.id}/${file}`);
	return { definition, read };
}

function claim(map: Map<string, LanguageDefinition>, key: string, definition: LanguageDefinition): void {
	if (!map.has(key)) map.set(key, definition);
}

/** The grammar whose extension is the longest that fits; else the first. */
function grammarFor({ grammars }: LanguageDefinition, name: string): string {
	for (const extension of extensionsOf(name)) {
		const dialect = grammars.find((grammar) => grammar.extensions?.includes(extension));
		if (dialect !== undefined) return dialect.wasm;
	}
	return (grammars.find((grammar) => grammar.extensions === undefined) ?? grammars[0])?.wasm ?? "";
}

/** `a.d.ts` gives `.d.ts`, `.ts`; a leading dot opens a name, not an extension. */
function* extensionsOf(name: string): Generator<string> {
	const lower = name.toLowerCase();
	for (let dot = lower.indexOf(".", 1); dot > 0; dot = lower.indexOf(".", dot + 1)) yield lower.slice(dot);
}

/** True for names that only a `#!` line can give a language. */
export function hasExtension(path: string): boolean {
	return path.slice(path.lastIndexOf("/") + 1).indexOf(".", 1) > 0;
}

/** `#!/usr/bin/env -S FOO=1 python3.11 -u` → `python`; undefined when the text does not begin with `#!`. */
export function interpreterOf(head: Uint8Array): string | undefined {
	if (head[0] !== 0x23 || head[1] !== 0x21) return undefined;
	const line = new TextDecoder().decode(head.subarray(2, 256)).split(/[\r\n]/, 1)[0] as string;
	const words = line.trim().split(/\s+/);
	const program = (path: string | undefined) => path?.slice(path.lastIndexOf("/") + 1) ?? "";
	let word = program(words[0]);
	if (word === "env") word = program(words.slice(1).find((arg) => !arg.startsWith("-") && !arg.includes("=")));
	return word.replace(/[\d.]+$/, "") || undefined;
}
