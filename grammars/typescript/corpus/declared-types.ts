// What type annotations say: unions, intersections, containers, promises, type parameters, `this`.
import type { Outside } from "outside";

interface Shape { //: def interface Shape +3
	area(): number; //: def method Shape.area
	readonly parent?: Shape;
}
class Circle implements Shape { //: def class Circle +4
	area() { return 1; } //: def method Circle.area
	grow(): this { return this; } //: def method Circle.grow
	static unit(): Circle { return new Circle(); } //: def method Circle.unit; call Circle.unit > Circle = direct Circle
}
class Ring extends Circle { //: def class Ring +2
	cut() {} //: def method Ring.cut
}
class Label { //: def class Label +3
	show() {} //: def method Label.show
	area() {} //: def method Label.area
}
type Figure = Circle | null; //: def type Figure
type Named = Shape & { name: string }; //: def type Named
type Both = Circle & Label; //: def type Both
type Kind = "a" | "b"; //: def type Kind
namespace Kind { //: def namespace Kind +2
	export function is(value: unknown): value is Kind { return value === "a"; } //: def function Kind.is
}
type Either = Circle | Ring; //: def type Either
namespace Either { //: def namespace Either +2
	export function of(): Either { return new Circle(); } //: def function Either.of; call Either.of > Circle = direct Circle
}

class Board<T extends Shape, U> { //: def class Board +34
	shapes: Circle[] = [];
	ordered: ReadonlyArray<Ring>;
	byName: Map<string, Circle>;
	pending: Promise<Ring>;
	first: T;
	second: U;
	constructor(private readonly label: Label | undefined, public kind: Kind) { //: def constructor Board.constructor +3; def property Board.label; def property Board.kind
		this.label!.show(); //: call Board.constructor > show = direct Label.show
		this.label?.show(); //: call Board.constructor > show = direct Label.show
	}
	get top(): Ring { return this.ordered[0]; } //: def getter Board.top
	async run(figure: Figure, named: Named, both: Both, outside: Outside, maker: () => Circle, readonly: readonly Ring[]) { //: def method Board.run +21
		figure.grow(); //: call Board.run > grow = direct Circle.grow
		named.area(); //: call Board.run > area = virtual Shape.area
		both.show(); //: call Board.run > show = direct Label.show
		outside.show(); //: call Board.run > show = unresolved
		maker.grow(); //: call Board.run > grow = unresolved
		this.shapes[0].grow(); //: call Board.run > grow = direct Circle.grow
		this.shapes.find((shape) => shape).grow(); //: call Board.run > find = unresolved; call Board.run > grow = direct Circle.grow
		this.shapes.push(); //: call Board.run > push = unresolved
		this.shapes.grow(); //: call Board.run > grow = unresolved
		this.byName.get("a")!.grow(); //: call Board.run > get = unresolved; call Board.run > grow = direct Circle.grow
		(await this.pending).cut(); //: call Board.run > cut = direct Ring.cut
		this.first.area(); //: call Board.run > area = virtual Shape.area
		this.second.area(); //: call Board.run > area = unresolved
		this.top.cut(); //: call Board.run > cut = direct Ring.cut
		this.top.grow().cut(); //: call Board.run > grow = direct Circle.grow; call Board.run > cut = direct Ring.cut
		for (const ring of this.ordered) ring.cut(); //: call Board.run > cut = direct Ring.cut
		for (const ring of readonly) ring.cut(); //: call Board.run > cut = direct Ring.cut
		for (const key in this.ordered) key.cut(); //: call Board.run > cut = unresolved
		Kind.is(this.kind); //: call Board.run > is = direct Kind.is
		Either.of().grow(); //: call Board.run > of = direct Either.of; call Board.run > grow = direct Circle.grow
	}
}
function cast(value: unknown) { //: def function cast +7
	(value as Circle | undefined).grow(); //: call cast > grow = direct Circle.grow
	(value as Circle[])[0].grow(); //: call cast > grow = unresolved
	const made = value as Ring;
	made.cut(); //: call cast > cut = direct Ring.cut
	const checked = new Ring() satisfies Circle; //: call cast > Ring = direct Ring
	checked.cut(); //: call cast > cut = unresolved
}
function union(one: Circle | Label, two: Ring | Circle, three: Circle | Missing, four: Label | Outside) { //: def function union +7
	one.grow(); //: call union > grow = direct Circle.grow
	one.area(); //: call union > area = virtual Circle.area; call union > area = virtual Label.area
	two.cut(); //: call union > cut = direct Ring.cut
	two.grow(); //: call union > grow = direct Circle.grow
	three.grow(); //: call union > grow = unresolved
	four.show(); //: call union > show = direct Label.show
}
function generic<S extends Circle>(shape: S, list: S[]) { //: def function generic +4
	shape.grow(); //: call generic > grow = direct Circle.grow
	list[0].grow(); //: call generic > grow = direct Circle.grow
	Circle.unit().grow(); //: call generic > unit = direct Circle.unit; call generic > grow = direct Circle.grow
}
