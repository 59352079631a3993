/** The languages as grammars/ has them now, through the client's own registry and loader, without a room or a build. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { parseLanguage } from "../../src/client/language-file.ts";
import { loadLanguage as load } from "../../src/client/load-language.ts";
import { Registry } from "../../src/client/registry.ts";
import { Extractor } from "../../src/core/engine/extractor.ts";
import type { Digest } from "../../src/core/host.ts";
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

function read(file: URL): Uint8Array<ArrayBuffer> {
	return new Uint8Array(readFileSync(file));
}

const LOCK = JSON.parse(readFileSync(new URL("grammars/lock.json", REPOSITORY), "utf8")) as Record<string, string>[];

/** The wasm of a grammar, from the package that the lock names. */
function grammarBytes(wasm: string): Uint8Array<ArrayBuffer> {
	const pin = LOCK.find((entry) => entry.wasm === wasm);
	if (!pin) throw new Error(`grammars/lock.json has no "${wasm}"`);
	return read(new URL(`node_modules/${pin.package}/${pin.file}`, REPOSITORY));
}

export const registry = new Registry(
	languageIds().map((id) => ({
		definition: parseLanguage(read(new URL("language.json", grammarFolder(id))), `grammars/${id}/language.json`),
		read: async (file: string) =>
			file.endsWith(".wasm") ? grammarBytes(file.slice(0, -".wasm".length)) : read(new URL(file, grammarFolder(id))),
	})),
);

export async function loadLanguage(id: string): Promise<LanguageSetup> {
	return (await load(registry, id, digest)).compile();
}

export async function createExtractor(ids: string[] = languageIds()): Promise<Extractor> {
	const extractor = await Extractor.create(
		read(new URL("node_modules/web-tree-sitter/web-tree-sitter.wasm", REPOSITORY)),
		digest,
	);
	for (const id of ids) extractor.addLanguage(await loadLanguage(id));
	return extractor;
}
