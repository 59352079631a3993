/** The worker's side of the Node room: lends the dispatcher the thread's port. */
import { parentPort } from "node:worker_threads";
import { type Endpoint, expose } from "comlink";
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";
import { StructuralIndexError } from "../core/errors.ts";
import { installWireErrors } from "../core/protocol/wire-error.ts";

/**
 * Answers calls to `dispatcher` until the thread is terminated.
 * @param adapt what a room that builds on this one does with the port.
 * @throws StructuralIndexError `internal` outside a worker.
 */
export function serve(dispatcher: object, adapt = (port: Endpoint): Endpoint => port): void {
	if (parentPort === null)
		throw new StructuralIndexError("internal", "worker script expected to run in a worker, got the main thread");
	installWireErrors();
	expose(dispatcher, adapt(nodeEndpoint(parentPort)));
}
