// Members that are not, or not surely, what stands first under their name.

function run() {} //: def function run

function loopVariable(list) { //: def function loopVariable +4
	for (var run of list) {
	}
	run(); //: call loopVariable > run = unresolved
}
function loopKey(list) { //: def function loopKey +3
	for (var run in list) run;
	run(); //: call loopKey > run = unresolved
}
function loopPattern(list) { //: def function loopPattern +4
	for (var { run } of list) {
	}
	run(); //: call loopPattern > run = unresolved
}
function loopAssigned(list) { //: def function loopAssigned +5
	let step = run;
	for (step of list) {
	}
	step(); //: call loopAssigned > step = unresolved
}

class Shape { //: def class Shape +6
	draw() {} //: def method Shape.draw
	fill() {} //: def method Shape.fill
	move() {} //: def method Shape.move
	turn() {} //: def method Shape.turn
	stop() {} //: def method Shape.stop
}
class Frozen extends Shape { //: def class Frozen +13
	draw = null;
	fill;
	move = undefined;
	["turn"]() {} //: def method Frozen.turn
	"stop" = null;
	all() { //: def method Frozen.all +6
		this.draw(); //: call Frozen.all > draw = unresolved
		this.fill(); //: call Frozen.all > fill = unresolved
		this.move(); //: call Frozen.all > move = unresolved
		this.turn(); //: call Frozen.all > turn = direct Frozen.turn
		this.stop(); //: call Frozen.all > stop = unresolved
	}
}

let engine = { //: def variable engine +3
	start() {}, //: def method engine.start
	inner: { warm() {} }, //: def property engine.inner; def method engine.inner.warm
};
engine = { start() {} }; //: def method start
engine.start(); //: call <module> > start = unresolved

let parser = { parse() {} }; //: def variable parser; def method parser.parse
function replace(other) { //: def function replace +2
	parser = other;
}
parser.parse(); //: call <module> > parse = unresolved

const later = { first() {}, second() {}, ...engine, third() {} }; //: def constant later; def method later.first; def method later.second; def method later.third
later.first(); //: call <module> > first = unresolved
later.second(); //: call <module> > second = unresolved
later.third(); //: call <module> > third = direct later.third

const nested = { //: def constant nested +4
	keep() {}, //: def method nested.keep
	options: { depth: 1, ...engine },
	own: { go() {} }, //: def property nested.own; def method nested.own.go
};
nested.keep(); //: call <module> > keep = direct nested.keep
nested.own.go(); //: call <module> > go = direct nested.own.go

const table = { look() {}, find() {} }; //: def constant table; def method table.look; def method table.find
table["look"] = choose;
table.look(); //: call <module> > look = unresolved
table.find(); //: call <module> > find = direct table.find
