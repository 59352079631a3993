/** A module worker with its end told in words: how the page starts the engine, and the engine its own workers. */
import { messageOf, StructuralIndexError } from "../core/errors.ts";
import { refusal, watchPolicy } from "./policy.ts";

/** An uncaught error in a worker does not end it in a browser; here it does, as in the other rooms: what it holds is in doubt. */
export class ModuleWorker {
	/** Has the shape that comlink needs. */
	readonly endpoint: Worker;
	readonly #what: string;
	readonly #listeners: ((reason: string) => void)[] = [];
	#terminated = false;
	/** Set once it has ended by itself, for listeners that come late. */
	#ended: string | undefined;

	/**
	 * @param what for messages.
	 * @param url of its script, for messages.
	 * @param start makes the worker: the call stands where its URL does, in the form that bundlers look for.
	 * @throws StructuralIndexError `worker-failed` when the browser refuses at once (a script of another origin).
	 */
	constructor(what: string, url: string, start: () => Worker) {
		this.#what = what;
		watchPolicy();
		try {
			this.endpoint = start();
		} catch (cause) {
			const message = `cannot start the ${what} worker ${url}: ${messageOf(cause)}`;
			throw new StructuralIndexError("worker-failed", message, { cause });
		}
		this.endpoint.addEventListener("error", (event) => {
			// Else it would go on as an uncaught error of this thread.
			event.preventDefault();
			// Only an error thrown in the script has a message; one that cannot be loaded has none.
			if (event.message) this.#finish(event.message);
			else void this.#explain(url).then((reason) => this.#finish(reason));
		});
		this.endpoint.addEventListener("messageerror", () => this.#finish("it sent a message that cannot be read"));
	}

	/** Called once when the worker ends for any reason but `terminate()`. */
	onExit(listener: (reason: string) => void): void {
		if (this.#ended !== undefined) listener(this.#ended);
		else this.#listeners.push(listener);
	}

	/** Ends it at once, also in an endless loop, and its own workers with it. */
	async terminate(): Promise<void> {
		this.#terminated = true;
		this.endpoint.terminate();
	}

	async #explain(url: string): Promise<string> {
		const why = await refusal(({ directive }) => directive === "worker-src");
		return `its script ${url} cannot be loaded${why === undefined ? "" : `: ${why}`}`;
	}

	#finish(reason: string): void {
		if (this.#terminated || this.#ended !== undefined) return;
		this.endpoint.terminate();
		this.#ended = `${this.#what} worker failed: ${reason}`;
		for (const listener of this.#listeners.splice(0)) listener(this.#ended);
	}
}
