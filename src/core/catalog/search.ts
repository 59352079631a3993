/**
 * Search in a catalog: a trigram index of all names finds candidates, query/search.ts decides and ranks. The index is made
 * in the connection's temporary schema, in memory, at the first search: the published file stays as it is. Measured on
 * 157 000 symbols (Node 20, two busy cores): 0.9 s for the first search and 26 MB, then 1 to 35 ms a query, the most for
 * words that a tenth of all symbols hold; candidates come in 1 to 10 ms, where LIKE over the same table takes 16 to 20. In
 * the file, trigrams and names would cost every build 0.9 s (of 23) and some 16 MB (of 363), and a search would read them
 * from there.
 */
import { fold, ranker, SHORTEST_INSIDE } from "../query/search.ts";
import type { Page, SearchFilter } from "../query/source.ts";
import type { Database, SqlValue } from "./sqlite.ts";

/**
 * `id` is the place in the order of symbols of equal rank, so that candidates arrive sorted. Trigrams need neither
 * positions nor columns: what they find is checked.
 */
const TABLES = `
	DROP TABLE IF EXISTS temp.search_trigrams; DROP TABLE IF EXISTS temp.search_names;
	CREATE TEMP TABLE search_names (id INTEGER PRIMARY KEY, symbol INTEGER NOT NULL, name TEXT NOT NULL,
		qualified_name TEXT NOT NULL, language TEXT NOT NULL, kind TEXT NOT NULL);
	INSERT INTO search_names (symbol, name, qualified_name, language, kind)
		SELECT rowid, name, qualified_name, language, kind FROM main.symbols
		ORDER BY length(name), length(qualified_name), qualified_name, file_path, start_line, symbol_id;
	CREATE VIRTUAL TABLE temp.search_trigrams
		USING fts5 (text, tokenize = 'trigram', detail = 'none', columnsize = 0, content = '');
	INSERT INTO search_trigrams (rowid, text) SELECT id, ${text("search_names")} FROM search_names`;

/** The name of a module is not in its qualified name. */
function text(table: string): string {
	const { name, qualified } = { name: `${table}.name`, qualified: `${table}.qualified_name` };
	return `CASE WHEN substr(${qualified}, -length(${name})) = ${name} THEN ${qualified}
		ELSE ${qualified} || ' ' || ${name} END`;
}

export class CatalogSearch {
	readonly #database: Database;
	#ready = false;

	constructor(database: Database) {
		this.#database = database;
	}

	/** @returns rowids of symbols. */
	find({ words, language, kind }: SearchFilter, limit: number, offset: number): Page<number> {
		if (!this.#ready) this.#database.exec(TABLES);
		this.#ready = true;
		const { from, where, values } = candidates(words);
		for (const [column, value] of Object.entries({ language, kind })) {
			if (value === undefined) continue;
			where.push(`n.${column} = ?`);
			values.push(value);
		}
		const rankOf = ranker(words);
		const byRank: number[][] = [];
		let total = 0;
		const found = this.#database.each<{ symbol: number; name: string; qualified_name: string }>(
			`SELECT n.symbol, n.name, n.qualified_name FROM ${from} WHERE ${where.join(" AND ")} ORDER BY n.id`,
			...values,
		);
		for (const { symbol, name, qualified_name } of found) {
			const rank = rankOf(name, qualified_name);
			if (rank < 0) continue;
			total++;
			byRank[rank] ??= [];
			byRank[rank].push(symbol);
		}
		return { rows: byRank.flat().slice(offset, offset + limit), total };
	}
}

/** Every symbol that may match, and some that do not. */
function candidates(words: readonly string[]): { from: string; where: string[]; values: SqlValue[] } {
	const trigrams = new Set(words.flatMap(trigramsOf));
	if (trigrams.size > 0) {
		return {
			from: "temp.search_trigrams CROSS JOIN temp.search_names n ON n.id = search_trigrams.rowid",
			where: ["search_trigrams MATCH ?"],
			values: [[...trigrams].map((each) => `"${each.replaceAll('"', '""')}"`).join(" AND ")],
		};
	}
	return {
		from: "temp.search_names n",
		where: words.map((word) => `${[...word].length < SHORTEST_INSIDE ? "n.name" : text("n")} LIKE ? ESCAPE '\\'`),
		values: words.map((word) => `${[...word].length < SHORTEST_INSIDE ? "" : "%"}${likePattern(word)}%`),
	};
}

/** Only characters that SQLite folds as we do: those of ASCII and those without case. */
function trigramsOf(word: string): string[] {
	const characters = [...word];
	const trigrams: string[] = [];
	for (let i = 0; i + 3 <= characters.length; i++) {
		const trigram = characters.slice(i, i + 3);
		if (trigram.every(isPlain)) trigrams.push(fold(trigram.join("")));
	}
	return trigrams;
}

/** Letters that LIKE does not fold become "any character". */
function likePattern(word: string): string {
	return [...word].map((each) => (isPlain(each) ? each.replace(/[%_\\]/, "\\$&") : "_")).join("");
}

function isPlain(character: string): boolean {
	return character < "\x80" || (character.toLowerCase() === character && character.toUpperCase() === character);
}
