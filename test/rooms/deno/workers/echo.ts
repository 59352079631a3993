/** The echo worker of workers.suite.ts, served as the package's own workers are; Deno runs it from here. */
import { serve } from "../../../../src/deno/worker-host.ts";
import { echoCalls } from "../../node/workers/calls.ts";

/** Fills the heap of JavaScript. */
function exhaust(): never {
	for (const hoard: unknown[][] = []; ; ) hoard.push(new Array(1_000_000).fill(Math.random()));
}

serve({ ...echoCalls, exhaust: async () => exhaust() });
