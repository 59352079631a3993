/** Results as JSON: one line, safe to show on a terminal. */

// JSON.stringify escapes C0 only; DEL, C1, line separators and bidi controls could still change what a terminal shows.
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** @returns one line of JSON that parses to the same value, every control character as \uXXXX. */
export function toJson(value: unknown): string {
	return `${escapeJson(JSON.stringify(value))}\n`;
}

/** @param text holds JSON, which has escaped the C0 characters in its strings already. */
export function escapeJson(text: string): string {
	return text.replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
