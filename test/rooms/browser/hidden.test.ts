/**
 * A tab out of sight, as the browser itself sees it: Playwright keeps all its pages in sight, so Chromium is spoken to directly,
 * over its debugging pipe.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, newFolder } from "../../e2e/support.ts";
import { ARGUMENTS, findChromium } from "../../support/chromium.ts";
import { realTree, serveLab, Trees } from "./lab.ts";

const trees = new Trees();
trees.set("0", realTree());
const served = await serveLab(trees);

const chromium = spawn(
	findChromium(),
	[...ARGUMENTS, "--remote-debugging-pipe", `--user-data-dir=${join(newFolder(), "profile")}`],
	{ stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
);
const [to, from] = [chromium.stdio[3] as Writable, chromium.stdio[4] as Readable];
afterAll(async () => {
	const end = once(chromium, "exit");
	chromium.kill();
	await end;
});

interface Answer {
	id?: number;
	result?: Record<string, unknown> & { result?: { value: unknown }; exceptionDetails?: unknown };
	error?: { message: string };
}
const waiting: ((answer: Answer) => void)[] = [];
let text = "";
from.setEncoding("utf8").on("data", (chunk: string) => {
	const messages = (text + chunk).split("\0");
	text = messages.pop() ?? "";
	for (const message of messages) {
		const answer = JSON.parse(message) as Answer;
		if (answer.id !== undefined) waiting[answer.id]?.(answer);
	}
});

async function send(method: string, params: object, sessionId?: string): Promise<NonNullable<Answer["result"]>> {
	const answer = new Promise<Answer>((resolve) => {
		to.write(`${JSON.stringify({ id: waiting.push(resolve) - 1, method, params, sessionId })}\0`);
	});
	const { result, error } = await answer;
	if (result === undefined) throw new Error(`${method}: ${error?.message}`);
	return result;
}

class Tab {
	readonly id: string;
	readonly #session: string;
	constructor(id: string, session: string) {
		this.id = id;
		this.#session = session;
	}
	static async open(url: string): Promise<Tab> {
		const { targetId } = await send("Target.createTarget", { url });
		const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
		const tab = new Tab(targetId as string, sessionId as string);
		while (!(await tab.evaluate("globalThis.lab !== undefined"))) await sleep(20);
		return tab;
	}
	send(method: string, params: object) {
		return send(method, params, this.#session);
	}
	async evaluate<T>(expression: string): Promise<T> {
		const params = { expression, awaitPromise: true, returnByValue: true };
		const { result, exceptionDetails } = await this.send("Runtime.evaluate", params);
		if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
		return result?.value as T;
	}
	async dump(index: string): Promise<string> {
		return digestOf(Buffer.from(await this.evaluate<string>(`lab.look("${index}").then(({ dump }) => dump)`)));
	}
}

let hidden: Tab;
let front: Tab;
beforeAll(async () => {
	hidden = await Tab.open(served.url);
	front = await Tab.open(served.url);
	expect(await hidden.evaluate("document.visibilityState")).toBe("hidden");
	expect(await front.evaluate("document.visibilityState")).toBe("visible");
});

test("a build runs through in a tab that nobody sees", async () => {
	expect(await hidden.evaluate('lab.build("hidden", "0").then(({ status }) => status)')).toBe("complete");
	expect(await hidden.evaluate("document.visibilityState")).toBe("hidden");
	expect(await front.dump("hidden")).toBe(await trees.scratch("0"));
});
