// Every kind of definition that TypeScript adds, and what bounds it.

export interface Shape<T = unknown> { //: def interface Shape +5
	readonly name: string;
	area(scale: number): T; //: def method Shape.area
	get size(): number; //: def getter Shape.size
	style: { paint(color: string): void }; //: def property Shape.style; def method Shape.style.paint
}

type Handler = (event: Event) => void; //: def type Handler
type Options = { //: def type Options +3
	timeout: number;
	retry(count: number): boolean; //: def method Options.retry
};

enum Color { //: def enum Color +3
	Red,
	Green = 2,
}

declare const VERSION: string; //: def constant VERSION
declare let debug: boolean; //: def variable debug
declare function log(message: string): void; //: def function log

declare module "outside" { //: def namespace outside +2
	export function connect(url: string): void; //: def function outside.connect
}

export namespace Geometry { //: def namespace Geometry +11
	export const ORIGIN = 0; //: def constant Geometry.ORIGIN
	export function distance(a: number, b: number): number { //: def function Geometry.distance +2
		return abs(a - b); //: call Geometry.distance > abs = direct Geometry.abs
	}
	function abs(n: number) { //: def function Geometry.abs +2
		return n;
	}
	export namespace Deep { //: def namespace Geometry.Deep +2
		export class Point {} //: def class Geometry.Deep.Point
	}
}

export function parse(text: string): string; //: def function parse
export function parse(text: Uint8Array): string; //: def function parse
export function parse(text: unknown): string { //: def function parse +2
	return String(text); //: call parse > String = unresolved
}

abstract class Base<T> implements Shape<T> { //: def class Base +21
	declare kind: string;
	handler: Handler = (event) => { //: def method Base.handler +2
		log(event.type); //: call Base.handler > log = direct log
	};

	constructor( //: def constructor Base.constructor +4
		private readonly items: T[], //: def property Base.items
		public label?: string, //: def property Base.label
		readonly fixed = 1, //: def property Base.fixed
	) {}

	abstract area(scale: number): T; //: def method Base.area
	find(key: string): T; //: def method Base.find
	find(key: number): T; //: def method Base.find
	find(key: unknown): T { //: def method Base.find +2
		return this.items[0]!;
	}
	static of<T>(item: T): Base<T> | undefined { //: def method Base.of +2
		return undefined;
	}
}

const typed: Handler = (event) => log(event.type); //: def function typed; call typed > log = direct log
const table = { //: def constant table +2
	open() {}, //: def method table.open
} as const;
const settings = { //: def constant settings +2
	load: () => 1, //: def method settings.load
} satisfies Record<string, unknown>;

export default function <T>(value: T): T { //: def function default +2
	return value;
}
