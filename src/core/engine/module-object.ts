/** A module object that is assigned as a whole (`module.exports = {…}`): what was a member of the old one is none. */
import type { Binding } from "./nested.ts";

export class ModuleObject {
	readonly #paths: readonly string[];
	readonly #members: { binding: Binding; path: string; start: number }[] = [];
	/** Names of the object that are given another one, as in `exports = module.exports = {…}`. */
	readonly #renewed = new Set<string>();
	/** The first such assignment. */
	#whole: { path: string; start: number } | undefined;

	/** @param paths all that a module may write for the object of its exports */
	constructor(paths: readonly string[]) {
		this.#paths = paths;
	}

	/** An object literal was assigned to `path`. */
	assigned(path: string, start: number): void {
		if (this.#paths.includes(path)) this.#whole ??= { path, start };
	}

	renewed(name: string): void {
		if (this.#paths.includes(name)) this.#renewed.add(name);
	}

	/** A member, or the whole value, was assigned through `path`. */
	member(binding: Binding, { owner: path, start }: { owner: string; start: number }): void {
		if (this.#paths.includes(path)) this.#members.push({ binding, path, start });
	}

	/** Drops what was assigned before, or through a name that stayed with the old object. */
	settle(): void {
		const whole = this.#whole;
		if (whole === undefined) return;
		for (const { binding, path, start } of this.#members) {
			const isLost = path === whole.path ? start < whole.start : !this.#renewed.has(path);
			if (isLost) binding.place = "dropped";
		}
	}
}
