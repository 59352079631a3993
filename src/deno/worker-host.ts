/** The worker's side of the Deno room. */
import { setImmediate } from "node:timers";
import type { Endpoint } from "comlink";
import { serve as serveThread } from "../node/worker-host.ts";

type Listener = Parameters<Endpoint["addEventListener"]>[1];

/** As in the Node room. @throws StructuralIndexError `internal` outside a worker. */
export function serve(dispatcher: object): void {
	serveThread(dispatcher, unhurried);
}

/**
 * Calls are answered after the message's event, not in it: a worker whose memory is used up in the event itself would
 * stay for ever, deaf, without an end to tell (Deno 2.9.6); after it, the worker ends with a reason.
 */
function unhurried(port: Endpoint): Endpoint {
	const later = new Map<Listener, Listener>();
	return {
		...port,
		addEventListener(type, listener) {
			const call: Listener = (event: unknown) => void setImmediate(listener as (event: unknown) => void, event);
			later.set(listener, call);
			port.addEventListener(type, call);
		},
		removeEventListener(type, listener) {
			port.removeEventListener(type, later.get(listener) ?? listener);
			later.delete(listener);
		},
	};
}
