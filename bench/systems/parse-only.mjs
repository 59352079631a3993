/**
 * The floor: web-tree-sitter parses every file that the index would parse, one after another in one thread, and drops
 * the tree. No query, no digest, nothing written.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Language, Parser } from "web-tree-sitter";

const { files, root, assets } = JSON.parse(readFileSync(process.argv[2], "utf8"));
await Parser.init({ wasmBinary: readFileSync(join(assets, "web-tree-sitter.wasm")) });
const parsers = new Map();
let bytes = 0;
for (const { path, wasm } of files) {
	let parser = parsers.get(wasm);
	if (!parser) {
		parser = new Parser();
		parser.setLanguage(
			Language.loadSync(await WebAssembly.compile(readFileSync(join(assets, "grammars", `${wasm}.wasm`)))),
		);
		parsers.set(wasm, parser);
	}
	const source = readFileSync(join(root, path));
	bytes += source.length;
	parser.parse(new TextDecoder().decode(source)).delete();
}
console.log(JSON.stringify({ bytes, files: files.length, max_rss_kb: process.resourceUsage().maxRSS }));
