/** The open index, and the texts of its files as far as they were read. */
import { effect, signal } from "@preact/signals";
import type { BrowserIndex } from "../../browser/index.ts";
import { engine, loadRoom, type Room } from "./engine.ts";
import { explain, type Failure } from "./failure.ts";
import { route } from "./route.ts";

export interface Session {
	readonly name: string;
	readonly index: BrowserIndex;
	/** The constants of the data contract. */
	readonly room: Room;
	/** Lines of a file, without their ends; null when its text was not kept. */
	text(file: string): Promise<string[] | null>;
}

export const session = signal<Session | undefined>(undefined);
export const sessionFailure = signal<Failure | undefined>(undefined);

/** Texts kept in memory: as many as a list of callers shows lines of. */
const MOST_TEXTS = 200;

/** What is being opened or is open. */
let wanted = "";

effect(() => {
	const { page, index } = route.value;
	if (page === "index" && index !== wanted) void open(index);
});

async function open(name: string): Promise<void> {
	const last = session.peek();
	wanted = name;
	session.value = undefined;
	sessionFailure.value = undefined;
	await last?.index.close().catch(() => {});
	try {
		const index = await (await engine()).openIndex({ index: name });
		if (wanted === name) session.value = withTexts(name, index, await loadRoom());
		else await index.close();
	} catch (error) {
		if (wanted === name) sessionFailure.value = explain(error);
	}
}

/** Before an index is built again, replaced or removed. The next visit to its page opens it anew. */
export async function closeSession(name: string): Promise<void> {
	if (wanted !== name) return;
	wanted = "";
	const last = session.peek();
	session.value = undefined;
	sessionFailure.value = undefined;
	await last?.index.close().catch(() => {});
}

export function reopen(): void {
	void open(wanted || route.peek().index);
}

function withTexts(name: string, index: BrowserIndex, room: Room): Session {
	const texts = new Map<string, Promise<string[] | null>>();
	return {
		name,
		index,
		room,
		text(file) {
			let text = texts.get(file);
			if (text === undefined) {
				text = index.read_source({ file }).then(({ text }) => (text === null ? null : linesOf(text)));
				if (texts.size >= MOST_TEXTS) texts.delete(texts.keys().next().value as string);
				texts.set(file, text);
				text.catch(() => texts.delete(file));
			}
			return text;
		},
	};
}

/** A line ends at `\n`, `\r\n` is one end, a lone `\r` ends none: as the index counts them. */
function linesOf(text: string): string[] {
	return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}
