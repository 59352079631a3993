/** The worker's side of the browser room: lends a dispatcher the thread's port. */
import { expose } from "comlink";
import { installWireErrors } from "../../core/protocol/wire-error.ts";

/** Answers calls to `dispatcher` until the worker is terminated. */
export function serve(dispatcher: object): void {
	installWireErrors();
	expose(dispatcher);
}
