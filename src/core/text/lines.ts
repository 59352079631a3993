/**
 * What a line is. Rows come from tree-sitter, which starts a new one after `\n` and nowhere else; so `\r\n` ends one line
 * and a lone `\r`, a form feed or U+2028 ends none (Python and some editors count a lone `\r`: such files are one line here).
 */

/**
 * Lines of a text, at least 1. A final `\n` ends the last line and opens no further one, as `cat -n`, grep and most
 * editors number them: "" and "a" and "a\n" have 1 line, "a\nb" has 2.
 */
export function countLines(text: string): number {
	let lines = text.endsWith("\n") ? 0 : 1;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
	return lines;
}
