import { MessageChannel } from "node:worker_threads";
import { expose, releaseProxy, wrap } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { afterAll, expect, test } from "vitest";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { installWireErrors } from "../../src/core/protocol/wire-error.ts";

const thrown: Record<string, () => unknown> = {
	coded: () => {
		const cause = Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
		return new StructuralIndexError("state-unwritable", 'cannot write "x"', { cause });
	},
	foreign: () => new RangeError("Maximum call stack size exceeded"),
	uncloneable: () => Object.assign(new Error("with a function"), { helper: () => 1 }),
	unknown: () =>
		Object.assign(new Error("of a later release"), { name: "StructuralIndexError", code: "not-yet-known" }),
	text: () => "just text",
	nothing: () => undefined,
	circular: () => {
		const error = new Error("round");
		error.cause = error;
		return error;
	},
};

installWireErrors();
installWireErrors();
const { port1, port2 } = new MessageChannel();
expose(
	{
		fail: async (kind: string) => {
			throw thrown[kind]?.();
		},
		work: async () => 42,
		unsendable: async () => () => 1,
	},
	nodeEndpoint(port1),
);
const calls = wrap<{ fail(kind: string): Promise<void>; work(): Promise<number>; unsendable(): Promise<unknown> }>(
	nodeEndpoint(port2),
);
afterAll(() => {
	calls[releaseProxy]();
	port1.close();
});

const failure = async (work: Promise<unknown>): Promise<Error & { code?: string }> =>
	work.then(
		() => expect.unreachable("expected a failure"),
		(error) => error,
	);

test("class, code, message, stack of the thrower and the cause's code are kept", async () => {
	const error = await failure(calls.fail("coded"));
	expect(error).toBeInstanceOf(StructuralIndexError);
	expect(error).toMatchObject({ name: "StructuralIndexError", code: "state-unwritable", message: 'cannot write "x"' });
	expect(error.stack).toContain("wire-error.test.ts");
	expect(error.cause).toBeInstanceOf(Error);
	expect(error.cause).toMatchObject({ message: "ENOSPC: no space left", code: "ENOSPC" });
});

test("an error that is not ours keeps name, message and stack", async () => {
	const error = await failure(calls.fail("foreign"));
	expect(error).toMatchObject({ name: "RangeError", message: "Maximum call stack size exceeded" });
	expect(error.stack).toContain("wire-error.test.ts");
	expect(error.cause).toBeUndefined();
});

test("a code of another release does not become one of ours", async () => {
	const error = await failure(calls.fail("unknown"));
	expect(error).not.toBeInstanceOf(StructuralIndexError);
	expect(error).toMatchObject({ name: "StructuralIndexError", code: "not-yet-known" });
});

test.each([
	["uncloneable", "with a function"],
	["text", "just text"],
	["nothing", "undefined"],
	["circular", "round"],
])("%s arrives as an Error with its message", async (kind, message) => {
	const error = await failure(calls.fail(kind));
	expect(error).toBeInstanceOf(Error);
	expect(error.message).toBe(message);
});

test("a circular chain of causes ends", async () => {
	let depth = 0;
	for (let error: unknown = await failure(calls.fail("circular")); error instanceof Error; error = error.cause) depth++;
	expect(depth).toBeGreaterThan(1);
	expect(depth).toBeLessThan(20);
});

test("an answer that cannot be sent is a failure, not silence, and the port goes on", async () => {
	expect((await failure(calls.unsendable())).message).toMatch(/clone|serial/i);
	expect(await calls.work()).toBe(42);
});
