/** The echo worker of workers.suite.ts, served as the package's own workers are. */
import { transfer } from "comlink";
import { serve } from "../../../../src/browser/engine/worker-host.ts";
import { StructuralIndexError } from "../../../../src/core/errors.ts";
import type { EchoCalls } from "../../../conformance/workers.suite.ts";

const forever = (): Promise<never> => new Promise(() => {});
const recurse = (depth: number): number => recurse(depth + 1) + 1;
/** A worker that ends itself tells nobody: the suite's tests of that are not for browsers. */
const untold = async (): Promise<never> => {
	close();
	return forever();
};

const calls: EchoCalls = {
	add: async (a, b) => a + b,
	back: async (bytes) => transfer(bytes, [bytes.buffer as ArrayBuffer]),
	async fail(message) {
		throw new StructuralIndexError("language-invalid", message, { cause: new Error("inner") });
	},
	async overflow() {
		throw new Error(`expected an overflow, got ${recurse(0)}`);
	},
	exit: untold,
	async crash() {
		setTimeout(() => {
			throw new Error("deliberate");
		});
		return forever();
	},
	print: untold,
	async spin() {
		for (;;);
	},
};

serve(calls);
