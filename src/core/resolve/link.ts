/**
 * Facts of many files → call edges. Lexical lookup was done when the files were extracted; here names cross files, by the
 * module system that each language names, and members are found on classes. What is not certain stays unresolved.
 */
import type { Digest } from "../host.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { EDGE_KINDS, FUNCTION_KINDS, SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { CALL_FORMS, VIA_KINDS } from "../units/facts.ts";
import { type Entity, EXTERNAL, type LinkInput, type ModuleSystem } from "./entity.ts";
import type { LinkedEdges, LinkedFile, LinkedIndex } from "./linked.ts";
import { moduleSystems } from "./modules/index.ts";
import { Names } from "./names.ts";

const DIRECT = EDGE_KINDS.indexOf("direct");
const INDIRECT = EDGE_KINDS.indexOf("indirect");
const VIRTUAL = EDGE_KINDS.indexOf("virtual");
const MACRO = EDGE_KINDS.indexOf("macro");
const UNRESOLVED = EDGE_KINDS.indexOf("unresolved");
const FORM_NEW = CALL_FORMS.indexOf("new");
const FORM_SUPER = CALL_FORMS.indexOf("super");
const FORM_POINTER = CALL_FORMS.indexOf("pointer");
const VIA_SELF = VIA_KINDS.indexOf("self");
const SEPARATORS = /\?\.|\.|->|::/;

/** @param inputs any order; the result is in path order, by UTF-16 code unit. */
export function link(inputs: LinkInput[], languages: LanguageDefinition[], digest: Digest): LinkedIndex {
	const sorted = [...inputs].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	const names = new Names(sorted, languages);
	const systems = moduleSystems(names);
	names.systems = systems;
	const files: LinkedFile[] = [];
	let symbols = 0;
	let calls = 0;
	sorted.forEach(({ path, language, facts }, i) => {
		const namespace = (systems[i] as ModuleSystem).namespace(i);
		const qualified = namespace ?? path;
		const sum = digest.sha256(new TextEncoder().encode(`${qualified}|1|`));
		files.push({
			path,
			language,
			facts,
			first_symbol: symbols,
			namespace,
			module: {
				name: path.slice(path.lastIndexOf("/") + 1),
				qualified,
				hash: [...sum.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
			},
		});
		symbols += facts.symbols.rows;
		calls += facts.calls.rows;
	});
	return { files, symbol_count: symbols, edges: new Linker(files, names, calls).run() };
}

class Linker {
	readonly #files: LinkedFile[];
	readonly #names: Names;
	readonly #edges: LinkedEdges;

	constructor(files: LinkedFile[], names: Names, calls: number) {
		this.#files = files;
		this.#names = names;
		this.#edges = {
			count: calls,
			file: new Int32Array(calls),
			caller: new Int32Array(calls),
			callee: new Int32Array(calls),
			name: new Int32Array(calls),
			line: new Int32Array(calls),
			kind: new Uint8Array(calls),
		};
	}

	run(): LinkedEdges {
		const edges = this.#edges;
		let at = 0;
		this.#files.forEach((file, f) => {
			const { calls } = file.facts;
			// chained calls are found by where their name stands, which need not be line order
			const order = Uint32Array.from({ length: calls.rows }, (_, i) => i);
			order.sort((a, b) => (calls.line[a] as number) - (calls.line[b] as number) || a - b);
			for (const call of order) {
				edges.file[at] = f;
				edges.caller[at] = file.first_symbol + (calls.caller[call] as number);
				edges.name[at] = calls.name[call] as number;
				edges.line[at] = calls.line[call] as number;
				this.#resolve(f, call, at++);
			}
		});
		return edges;
	}

	#resolve(file: number, call: number, at: number): void {
		const edges = this.#edges;
		edges.callee[at] = -1;
		edges.kind[at] = UNRESOLVED;
		const target = this.#target(file, call);
		if (target.kind !== "symbol") return;
		const facts = (this.#files[target.file] as LinkedFile).facts;
		const kind = SYMBOL_KINDS[facts.symbols.kind[target.row] as number] as SymbolKind;
		let row = target.row;
		let edge = target.alias ? INDIRECT : target.virtual ? VIRTUAL : DIRECT;
		if (kind === "macro") edge = MACRO;
		else if (kind === "class" || kind === "struct") {
			row = this.#names.constructorOf(target.file, row) ?? row;
		} else if (!FUNCTION_KINDS.includes(kind)) return;
		edges.callee[at] = (this.#files[target.file] as LinkedFile).first_symbol + row;
		edges.kind[at] = edge;
	}

	#target(file: number, call: number): Entity & { virtual?: boolean } {
		const { facts } = this.#files[file] as LinkedFile;
		const { calls, strings } = facts;
		const form = calls.form[call] as number;
		if (form === FORM_POINTER) return EXTERNAL;
		const via = calls.via[call] as number;
		const root = calls.target[call] as number;
		const name = strings[calls.name[call] as number] as string;
		if (form === FORM_SUPER) return this.#names.base(file, root);
		const receiver = strings[calls.receiver[call] as number] as string;
		const names = this.#names;
		if (receiver === "") {
			const found = names.found(file, via, root, name);
			return this.#callable(found, form);
		}
		const path = receiver.split(SEPARATORS);
		let entity = names.found(file, via, root, path[0] as string);
		for (let i = 1; i < path.length; i++) entity = names.member(entity, path[i] as string);
		const dispatched = entity.kind === "instance" || via === VIA_SELF;
		const method = this.#callable(names.member(entity, name), form);
		if (method.kind === "symbol" && dispatched && entity.kind !== "module") {
			if (this.#isInterfaceMember(method) || names.isOverridden(entity, method, name))
				return { ...method, virtual: true };
		}
		return method;
	}

	#isInterfaceMember({ file, row }: { file: number; row: number }): boolean {
		const { symbols } = (this.#files[file] as LinkedFile).facts;
		const kind = SYMBOL_KINDS[symbols.kind[symbols.parent[row] as number] as number] as SymbolKind;
		return kind === "interface" || kind === "trait";
	}

	/** A class is called by `new`, or by its name where the language says so. */
	#callable(entity: Entity, form: number): Entity {
		if (entity.kind !== "symbol" || form === FORM_NEW) return entity;
		const { facts } = this.#files[entity.file] as LinkedFile;
		const kind = SYMBOL_KINDS[facts.symbols.kind[entity.row] as number] as SymbolKind;
		if (kind === "getter" || kind === "setter") return EXTERNAL;
		const isClass = kind === "class" || kind === "struct";
		const jsx = CALL_FORMS[form] === "jsx" || CALL_FORMS[form] === "decorator";
		return isClass && !jsx && !this.#names.definition(entity.file).callConstructs ? EXTERNAL : entity;
	}
}
