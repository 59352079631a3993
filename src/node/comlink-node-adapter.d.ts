/** comlink ships no types for this file. */
declare module "comlink/dist/esm/node-adapter.mjs" {
	import type { MessagePort, Worker } from "node:worker_threads";
	import type { Endpoint } from "comlink";
	/** Gives a worker_threads port the shape of a web one. */
	export default function nodeEndpoint(port: MessagePort | Worker): Endpoint;
}
