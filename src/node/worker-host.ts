/** The worker's side of the Node room: lends the dispatcher the thread's port. */
import { parentPort } from "node:worker_threads";
import { expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { StructuralIndexError } from "../core/errors.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";

/** Answers calls to `dispatcher` until the thread is terminated. @throws StructuralIndexError `internal` outside a worker. */
export function serve(dispatcher: object): void {
	if (parentPort === null)
		throw new StructuralIndexError("internal", "worker script expected to run in a worker, got the main thread");
	installWireErrors();
	expose(dispatcher, nodeEndpoint(parentPort));
}
