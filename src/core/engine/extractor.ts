/** Bytes of one file → its unit record. Lives in a parse worker; synchronous, one file at a time. */
import { messageOf } from "../errors.ts";
import type { Digest } from "../host.ts";
import type { ExtractRequest, ExtractResult, LanguageSetup } from "../protocol/calls.ts";
import { decodeText } from "../text/decode.ts";
import { countLines } from "../text/lines.ts";
import { encodeRecord } from "../units/record.ts";
import { collectItems } from "./collect.ts";
import { evenConditionals } from "./conditionals.ts";
import { nest } from "./nest.ts";
import { planQuery, type QueryData, type QueryPlan } from "./plan.ts";
import { type CompiledGrammar, Runtime } from "./runtime.ts";
import { Strings } from "./strings.ts";
import { writeTables } from "./tables.ts";

interface Loaded {
	setup: LanguageSetup;
	grammars: Map<string, CompiledGrammar & { plan: QueryPlan }>;
}

export class Extractor {
	readonly #runtime: Runtime;
	readonly #digest: Digest;
	readonly #languages = new Map<string, Loaded>();

	private constructor(runtime: Runtime, digest: Digest) {
		this.#runtime = runtime;
		this.#digest = digest;
	}

	/** @param runtimeWasm web-tree-sitter.wasm */
	static async create(runtimeWasm: Uint8Array, digest: Digest): Promise<Extractor> {
		return new Extractor(await Runtime.create(runtimeWasm), digest);
	}

	/** @throws StructuralIndexError `grammar-incompatible`, `language-invalid`. */
	addLanguage(setup: LanguageSetup): void {
		const grammars: Loaded["grammars"] = new Map();
		for (const { wasm } of setup.definition.grammars) {
			const grammar = this.#runtime.compile(wasm, setup.modules[wasm] as WebAssembly.Module, setup.query);
			grammars.set(wasm, { ...grammar, plan: planQuery(setup.definition.id, grammar.query as unknown as QueryData) });
		}
		this.#languages.set(setup.definition.id, { setup, grammars });
	}

	/** Never throws for what is in the file. */
	extract(request: ExtractRequest): ExtractResult {
		try {
			return { ...this.#extract(request), heap_bytes: this.#runtime.heapBytes };
		} catch (cause) {
			return { status: "failed", reason: `extraction: ${messageOf(cause)}`, heap_bytes: this.#runtime.heapBytes };
		}
	}

	#extract(request: ExtractRequest) {
		const language = this.#languages.get(request.language) as Loaded;
		const grammar = language.grammars.get(request.wasm) as CompiledGrammar & { plan: QueryPlan };
		const decoded = decodeText(request.bytes);
		if (decoded.kind === "binary") return { status: "skipped" as const, reason: decoded.reason };
		const { text, encoding } = decoded;
		const until = Date.now() + request.budget_ms;
		const notes = encoding === "utf-8" ? [] : [encoding as string];
		const { conditionals } = language.setup.definition;
		const evened = conditionals && evenConditionals(text, conditionals);
		if (evened?.dropped) notes.push(`${evened.dropped} branches of conditionals not read`);
		const items = this.#runtime.run(
			grammar,
			evened?.text ?? text,
			() => Date.now() > until,
			(matches) => {
				if (matches.hasError) notes.push("syntax errors");
				return collectItems(matches, grammar.plan, text);
			},
		);
		if (items === undefined)
			return { status: "failed" as const, reason: `time budget of ${request.budget_ms} ms exceeded` };
		const lines = countLines(text);
		const strings = new Strings();
		const tables = writeTables(
			nest(items, text, lines, language.setup.definition),
			language.setup.definition,
			strings,
			this.#digest,
		);
		const record = encodeRecord({ tables, strings: strings.list, lines, note: notes.join(", ") }, this.#digest);
		return { status: "indexed" as const, record };
	}
}
