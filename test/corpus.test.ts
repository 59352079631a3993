/**
 * Every language's annotated corpus: the definitions and call edges found must be exactly the annotated ones, so a missing
 * fact and an invented one both fail. `npm run corpus:accept` rewrites the annotations; read what it wrote.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Extractor } from "../src/core/engine/extractor.ts";
import { readAnnotations, writeAnnotations } from "./corpus/annotations.ts";
import { caseFiles, factsOf } from "./corpus/facts.ts";
import { createExtractor, grammarFolder, languageIds, registry } from "./support/languages.ts";

let extractor: Extractor;

beforeAll(async () => {
	extractor = await createExtractor();
});

describe.each(languageIds())("corpus of %s", (id) => {
	const folder = fileURLToPath(new URL("corpus/", grammarFolder(id)));
	const cases = existsSync(folder) ? readdirSync(folder).sort() : [];

	test("has cases", () => expect(cases).not.toEqual([]));

	test.each(cases)(`${id}: %s`, (name) => {
		const files = caseFiles(folder + name);
		const found = factsOf(files, extractor);
		for (const { path, location } of files) {
			const facts = found.get(path);
			if (!facts) continue;
			const text = readFileSync(location, "utf8");
			const leader = registry.languages.get(registry.claim(path)!.language)!.definition.lineComment;
			if (process.env.UPDATE_CORPUS) {
				writeFileSync(location, writeAnnotations(text, leader, facts));
				continue;
			}
			const expected = readAnnotations(text, leader).flatMap(({ line, facts }) =>
				facts.map((fact) => `${line}: ${fact}`),
			);
			const actual = [...facts].flatMap(([line, list]) => list.map((fact) => `${line}: ${fact}`));
			expect(sorted(actual), `${name}/${path} (accept with: npm run corpus:accept)`).toEqual(sorted(expected));
		}
	});
});

function sorted(facts: string[]): string[] {
	return facts.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));
}
