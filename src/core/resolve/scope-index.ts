/** The scopes of files by what linking asks of them: the run of a name, the scopes that hold a symbol's members. */
import { MEMBER_SCOPES, SCOPE_KINDS, type ScopeKind, type UnitFacts } from "../units/facts.ts";
import type { LinkInput } from "./entity.ts";

export class ScopeIndex {
	readonly #files: readonly LinkInput[];
	/** Per file and scope: first row of each name's run. */
	readonly #runs: (Map<number, Map<string, number>> | undefined)[] = [];
	readonly #memberScopes: (Map<number, number[]> | undefined)[] = [];

	constructor(files: readonly LinkInput[]) {
		this.#files = files;
	}

	/** First row of the bindings of a name in a scope. */
	run(file: number, scope: number, name: string): number | undefined {
		let scopes = this.#runs[file];
		if (scopes === undefined) {
			const { bindings, strings } = this.#facts(file);
			scopes = new Map();
			for (let i = 0; i < bindings.rows; i++) {
				const at = bindings.scope[i] as number;
				let runs = scopes.get(at);
				if (runs === undefined) {
					runs = new Map();
					scopes.set(at, runs);
				}
				const text = strings[bindings.name[i] as number] as string;
				if (!runs.has(text)) runs.set(text, i);
			}
			this.#runs[file] = scopes;
		}
		return scopes.get(scope)?.get(name);
	}

	/** By symbol: the scopes that hold its members. */
	ofSymbols(file: number): Map<number, number[]> {
		let bySymbol = this.#memberScopes[file];
		if (bySymbol === undefined) {
			this.#memberScopes[file] = bySymbol = new Map();
			const { scopes } = this.#facts(file);
			for (let row = 1; row < scopes.rows; row++) {
				const symbol = scopes.symbol[row] as number;
				if (symbol < 0 || !MEMBER_SCOPES.includes(SCOPE_KINDS[scopes.kind[row] as number] as ScopeKind)) continue;
				const list = bySymbol.get(symbol);
				if (list) list.push(row);
				else bySymbol.set(symbol, [row]);
			}
		}
		return bySymbol;
	}

	#facts(file: number): UnitFacts {
		return (this.#files[file] as LinkInput).facts;
	}
}
