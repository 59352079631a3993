/**
 * Facts of many files → call edges. Lexical lookup was done when the files were extracted; here names cross files, by the
 * module system that each language names, and members are found on classes. What is not certain stays unresolved.
 */
import type { Digest } from "../host.ts";
import type { LanguageDefinition } from "../lang/language.ts";
import { EDGE_KINDS, FUNCTION_KINDS, SYMBOL_KINDS, type SymbolKind } from "../types.ts";
import { CALL_FORMS, SYMBOL_FLAGS, VIA_KINDS } from "../units/facts.ts";
import {
	type Entity,
	EXTERNAL,
	held,
	type LinkInput,
	type ModuleSystem,
	type Place,
	sameEntity,
	UNKNOWN,
} from "./entity.ts";
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

/** `virtual`: decided when it is called. */
type Target = Entity & { virtual?: boolean };

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
	#edges: LinkedEdges;

	constructor(files: LinkedFile[], names: Names, calls: number) {
		this.#files = files;
		this.#names = names;
		this.#edges = edgeColumns(calls);
	}

	run(): LinkedEdges {
		this.#files.forEach((file, f) => {
			const { calls } = file.facts;
			// chained calls are found by where their name stands, which need not be line order
			const order = Uint32Array.from({ length: calls.rows }, (_, i) => i);
			order.sort((a, b) => (calls.line[a] as number) - (calls.line[b] as number) || a - b);
			for (const call of order) {
				this.#resolve(f, call);
			}
		});
		return this.#edges;
	}

	#add(file: number, call: number, callee: number, kind: number): void {
		if (this.#edges.count === this.#edges.file.length) this.#edges = edgeColumns(2 * this.#edges.count, this.#edges);
		const edges = this.#edges;
		const { first_symbol, facts } = this.#files[file] as LinkedFile;
		const at = edges.count++;
		edges.file[at] = file;
		edges.caller[at] = first_symbol + (facts.calls.caller[call] as number);
		edges.callee[at] = callee;
		edges.name[at] = facts.calls.name[call] as number;
		edges.line[at] = facts.calls.line[call] as number;
		edges.kind[at] = kind;
	}

	#resolve(file: number, call: number): void {
		const before = this.#edges.count;
		for (const target of this.#targets(file, call)) {
			if (target.kind !== "symbol") continue;
			this.#addTo(target, file, call);
			for (const place of target.or ?? []) this.#addTo({ ...target, ...place }, file, call);
		}
		if (this.#edges.count === before) this.#add(file, call, -1, UNRESOLVED);
	}

	/** Adds nothing for what cannot be called there. */
	#addTo(target: Extract<Target, { kind: "symbol" }>, file: number, call: number): void {
		const facts = (this.#files[target.file] as LinkedFile).facts;
		const kind = SYMBOL_KINDS[facts.symbols.kind[target.row] as number] as SymbolKind;
		let row = target.row;
		let edge = target.alias ? INDIRECT : target.virtual ? VIRTUAL : DIRECT;
		if (kind === "macro") {
			if (!this.#isExpanded(target, file, call)) return;
			edge = MACRO;
		} else if (kind === "class" || kind === "struct") {
			if (target.open && this.#names.isConstructedBelow(target)) edge = VIRTUAL;
			row = this.#names.constructorOf(target.file, row) ?? row;
		} else if (!FUNCTION_KINDS.includes(kind)) return;
		this.#add(file, call, (this.#files[target.file] as LinkedFile).first_symbol + row, edge);
	}

	/** A macro holds from its line on; one of a library name is there for want of the library's, nobody knows where. */
	#isExpanded({ file, row }: Place, from: number, call: number): boolean {
		const { facts } = this.#files[file] as LinkedFile;
		const line = (this.#files[from] as LinkedFile).facts.calls.line[call] as number;
		if (file === from && (facts.symbols.start_line[row] as number) > line) return false;
		return !this.#names.isLibraryName(file, facts.strings[facts.symbols.name[row] as number] as string);
	}

	/** More than one when a declaration says that the receiver is one of several. */
	#targets(file: number, call: number): readonly Target[] {
		const { facts } = this.#files[file] as LinkedFile;
		const { calls, strings } = facts;
		const form = calls.form[call] as number;
		if (form === FORM_POINTER) return [];
		const via = calls.via[call] as number;
		const root = calls.target[call] as number;
		const name = strings[calls.name[call] as number] as string;
		if (form === FORM_SUPER) return [this.#names.base(file, root)];
		const receiver = strings[calls.receiver[call] as number] as string;
		const names = this.#names;
		if (receiver === "") {
			const found = names.found(file, via, root, name);
			return found.kind === "instance" ? [this.#called(found, form)] : [this.#callable(found, form)];
		}
		const isStatic = ((facts.symbols.flags[calls.caller[call] as number] as number) & SYMBOL_FLAGS.static) !== 0;
		if (VIA_KINDS[via] === "super" && names.definition(file).super?.includes(receiver)) {
			const { virtual, ...found } = names.superMember(file, root, name, isStatic);
			const method = this.#callable(found, form);
			return [virtual ? { ...method, virtual } : method];
		}
		const entity = names.path(file, via, root, receiver, isStatic);
		if (entity.kind !== "union") return [this.#method(entity, name, form, via === VIA_SELF)];
		const methods = entity.of.map((of) => this.#method(of, name, form, false));
		if (methods.some((method) => method.kind === "unknown")) return [];
		const of = methods.filter((method, i) => !methods.slice(0, i).some((other) => sameEntity(method, other)));
		const isOneOf = of.filter((method) => method.kind === "symbol").length > 1;
		if (isOneOf && entity.tested) return [];
		return isOneOf ? of.map((method) => ({ ...method, virtual: true })) : of;
	}

	#method(of: Entity, name: string, form: number, isSelf: boolean, isCall = false): Target {
		const names = this.#names;
		const found = names.member(of, name);
		// what is called may again be an object's attribute, without end
		if (found.kind === "instance") return of.kind === "instance" && isCall ? UNKNOWN : this.#called(found, form);
		const method = this.#callable(found, form);
		const isDispatched = of.kind === "instance" || (of.kind === "symbol" && of.open) || isSelf;
		if (method.kind === "symbol" && isDispatched && of.kind !== "module") {
			if (this.#isInterfaceMember(method) || names.isOverridden(of, method, name)) return { ...method, virtual: true };
		}
		return method;
	}

	/** An object that is called. */
	#called(of: Extract<Entity, { kind: "instance" }>, form: number): Target {
		const { callMethod } = this.#names.definition(of.file);
		return callMethod === undefined || form === FORM_NEW ? of : this.#method(of, callMethod, form, false, true);
	}

	#isInterfaceMember({ file, row }: { file: number; row: number }): boolean {
		const { symbols } = (this.#files[file] as LinkedFile).facts;
		const kind = SYMBOL_KINDS[symbols.kind[symbols.parent[row] as number] as number] as SymbolKind;
		return kind === "interface" || kind === "trait";
	}

	/** A class is called by `new`, or by its name where the language says so. */
	#callable(found: Entity, form: number): Entity {
		const entity = held(found);
		if (entity.kind !== "symbol" || form === FORM_NEW) return entity;
		const { facts } = this.#files[entity.file] as LinkedFile;
		const kind = SYMBOL_KINDS[facts.symbols.kind[entity.row] as number] as SymbolKind;
		if (kind === "setter") return EXTERNAL;
		const isClass = kind === "class" || kind === "struct";
		const jsx = CALL_FORMS[form] === "jsx" || CALL_FORMS[form] === "decorator";
		return isClass && !jsx && !this.#names.definition(entity.file).callConstructs ? EXTERNAL : entity;
	}
}

/** Columns with room for `size` edges, which begin as `from`. */
function edgeColumns(size: number, from?: LinkedEdges): LinkedEdges {
	const column = (old?: Int32Array) => {
		const values = new Int32Array(size);
		if (old) values.set(old);
		return values;
	};
	const kind = new Uint8Array(size);
	if (from) kind.set(from.kind);
	return {
		count: from?.count ?? 0,
		file: column(from?.file),
		caller: column(from?.caller),
		callee: column(from?.callee),
		name: column(from?.name),
		line: column(from?.line),
		kind,
	};
}
