/** Names that tell the ranks of a search apart, and odd ones: other scripts, letters whose case is special, marks. */
import type { FileSpec, SymbolSpec } from "./catalog-fixture.ts";

const NAMES = [
	"parse",
	"Parse",
	"PARSE",
	"parser",
	"parseInput",
	"Parser.feed",
	"Parser.reset",
	"doParse",
	"do_parse",
	"utf8parse",
	"HTMLParser",
	"HTMLPARSER",
	"sparse",
	"Sparse.at",
	"f",
	"F",
	"fo",
	"foo",
	"FOObar",
	"a%b%c",
	"a_b_c",
	"axb_c",
	'say"hi"',
	"it's",
	"back\\slash",
	"größe",
	"Größe",
	"GRÖSSE",
	"straße",
	"İstanbul",
	"istanbul",
	"\u212aelvin",
	"kelvin",
	"οδος",
	"ΟΔΟΣ",
	"ΟΔΟΣΑ",
	"解析器",
	"文件解析",
	"Парсер",
	"мойПарсер",
	"мойПАРСЕРы",
	"𐐀𐐨bc",
	"𐐨𐐨bc",
	"x𐐀𐐀𐐨bc",
	"𝒇oo",
];

const functions = NAMES.map((name, i): SymbolSpec => ["function", name, 10 + i * 2, 11 + i * 2, `${name}()`]);

export const SEARCH_SPECS: FileSpec[] = [
	{ path: "b/names.js", language: "javascript", lines: 200, symbols: functions, calls: [] },
	{
		path: "a/again.py",
		language: "python",
		namespace: "a.again",
		lines: 60,
		symbols: [
			["class", "Parser", 1, 40, "class Parser"],
			["method", "Parser.feed", 3, 9, "def feed(self)"],
			["function", "Parser.feed.parse", 4, 6, "def parse()"],
			["function", "parse", 50, 55, "def parse()"],
			["function", "parse", 50, 52, "def parse(x)"],
		],
		calls: [
			["parse", "feed", 51, "a/again.py#Parser.feed", "virtual"],
			["Parser.feed", "len", 5, null],
			["", "parse", 58, "a/again.py#parse"],
			["parse", "len", 51, null],
		],
	},
];

/** Whole names, all their beginnings and many parts, in several cases; then what is special. */
export const SEARCHES: string[] = [
	...new Set(
		[...NAMES, "again.py", "a.again"].flatMap((name) => {
			const points = [...name];
			const part = (from: number, to: number) => points.slice(from, to).join("");
			return [name, part(0, 1), part(0, 2), part(0, 3), part(1, 4), part(2, 99), part(1, 99).toUpperCase(), part(0, 4)];
		}),
	),
	"parse feed",
	"feed  parser",
	" pa rse ",
	"f parser",
	"%",
	"___",
	"%%%",
	'"""',
	'" OR "',
	"parse AND feed",
	"parse*",
	"name: parse",
	"NEAR(parse feed)",
	"' OR 1=1 --",
	"-parse",
	"^parse",
	"𝒇",
	"x".repeat(1000),
].filter((query) => query.trim() !== "");
