/** The end of calls to a worker that has ended. */
import { releaseProxy } from "comlink";

const released = new WeakSet<object>();

/**
 * Forgets the calls that will never be answered. What awaits one holds the proxy, and comlink holds the worker as long as
 * the proxy is held: without this both, and what was posted, stay for as long as this thread. Again is harmless; a call
 * that follows throws.
 * @param calls what comlink's `wrap` gave.
 */
export function release(calls: object): void {
	if (released.has(calls)) return;
	released.add(calls);
	(calls as { [releaseProxy](): void })[releaseProxy]();
}
