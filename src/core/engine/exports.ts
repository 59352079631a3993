/** What a file exports, and from where: statements say it of the names inside them. */
import { EXPORT_KINDS } from "../units/facts.ts";
import type { PointItem } from "./collect.ts";

const LOCAL = EXPORT_KINDS.indexOf("local");
const REEXPORT = EXPORT_KINDS.indexOf("reexport");

export class Exports {
	readonly #out: PointItem[];
	/** The statement that names the module of the imports and exports inside it. */
	from: Pick<PointItem, "end" | "module"> = { end: 0, module: "" };
	/** The declaration whose names are public. */
	declaration: PointItem | undefined;

	constructor(out: PointItem[]) {
		this.#out = out;
	}

	moduleAt(start: number): string {
		return start < this.from.end ? this.from.module : "";
	}

	/** A namespace's exports are not the file's. */
	add(item: PointItem, scope: number): void {
		if (scope !== 0) return;
		if (item.start < this.from.end) {
			item.module = this.from.module;
			if (item.kind === LOCAL) item.kind = REEXPORT;
		}
		this.#out.push(item);
	}

	/** A name was bound at `start`, in that scope. */
	declared(name: string, start: number, scope: number): void {
		const by = this.declaration;
		if (by === undefined || scope !== 0 || start >= by.end || this.#out.at(-1)?.name === name) return;
		this.#out.push({ ...by, family: "export", kind: LOCAL, name });
	}
}
