/** What the echo worker of workers.suite.ts answers where there is a `process`. */
import { transfer } from "comlink";
import { StructuralIndexError } from "../../../../src/core/errors.ts";
import type { EchoCalls } from "../../../conformance/workers.suite.ts";

const forever = (): Promise<never> => new Promise(() => {});
const recurse = (depth: number): number => recurse(depth + 1) + 1;

export const echoCalls: EchoCalls = {
	add: async (a, b) => a + b,
	back: async (bytes) => transfer(bytes, [bytes.buffer as ArrayBuffer]),
	async fail(message) {
		throw new StructuralIndexError("language-invalid", message, { cause: new Error("inner") });
	},
	async overflow() {
		throw new Error(`expected an overflow, got ${recurse(0)}`);
	},
	exit: async () => process.exit(7),
	async crash() {
		setImmediate(() => {
			throw new Error("deliberate");
		});
		return forever();
	},
	async print() {
		console.error("last words");
		process.exit(1);
	},
	async spin() {
		for (;;);
	},
};
