// A type and a value of one name are two things.

export interface Position { //: def interface Position +3
	line: number;
	shift(by: number): Position; //: def method Position.shift
}

export namespace Position { //: def namespace Position +7
	export function create(line: number): Position { //: def function Position.create +2
		return { line, shift: (by) => create(line + by) }; //: def method Position.create.shift; call Position.create.shift > create = direct Position.create
	}
	export function is(value: unknown): value is Position { //: def function Position.is +2
		return check(value); //: call Position.is > check = direct check
	}
}

export namespace Position { //: def namespace Position +4
	export function parse(text: string): Position { //: def function Position.parse +2
		return Position.create(Number(text)); //: call Position.parse > create = direct Position.create; call Position.parse > Number = unresolved
	}
}

type run = () => void; //: def type run
function run() {} //: def function run

function check(value: unknown) { //: def function check +2
	return value !== undefined;
}

function inner() { //: def function inner +5
	type check = string; //: def type inner.check
	interface run {} //: def interface inner.run
	check(1); //: call inner > check = direct check
	run(); //: call inner > run = direct run
}

class Merged { //: def class Merged +2
	own() {} //: def method Merged.own
}
interface Merged { //: def interface Merged +2
	added(): void; //: def method Merged.added
}
namespace Merged { //: def namespace Merged +2
	export function helper() {} //: def function Merged.helper
}

function build(merged: Merged) { //: def function build +5
	merged.own(); //: call build > own = direct Merged.own
	merged.added(); //: call build > added = virtual Merged.added
	Merged.helper(); //: call build > helper = direct Merged.helper
	new Merged().own(); //: call build > Merged = direct Merged; call build > own = direct Merged.own
}

function generic<T extends Merged, check>(value: T, other: check) { //: def function generic +3
	value.own(); //: call generic > own = direct Merged.own
	check(other); //: call generic > check = unresolved
}

function tool() {} //: def function tool
namespace tool { //: def namespace tool +2
	export function extra() {} //: def function tool.extra
}
tool(); //: call <module> > tool = direct tool
tool.extra(); //: call <module> > extra = direct tool.extra

Position.create(1).shift(2); //: call <module> > create = direct Position.create; call <module> > shift = virtual Position.shift
Position.is(Position.parse("3")); //: call <module> > is = direct Position.is; call <module> > parse = direct Position.parse
