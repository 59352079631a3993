// Every kind of definition, and what bounds it.

export function plain(a, b = 1, ...rest) { //: def function plain +2
	return [a, b, rest];
}

async function asynchronous() {} //: def function asynchronous

function* generator() { //: def function generator +2
	yield 1;
}

/** A comment above is not part of it. */
const arrow = (x) => x + 1; //: def function arrow

const multi = (x) => { //: def function multi +2
	return x;
};

const expression = function () {}; //: def function expression
const named = function inner() { //: def function named +2
	return inner(); //: call named > inner = direct named
};

let late; //: def variable late
late = function () {}; //: def function late

var first = () => 1, second = () => 2; //: def function first; def function second

class Shape { //: def class Shape +33
	static count = 0;
	#secret = 1;
	area = () => this.#hidden(); //: def method Shape.area; call Shape.area > #hidden = direct Shape.#hidden

	constructor(name) { //: def constructor Shape.constructor +5
		this.name = name;
		this.describe = function () { //: def method Shape.describe +2
			return name;
		};
	}

	get size() { //: def getter Shape.size +2
		return 1;
	}

	set size(value) {} //: def setter Shape.size

	static create() { //: def method Shape.create +2
		return new Shape(""); //: call Shape.create > Shape = direct Shape.constructor
	}

	async load() {} //: def method Shape.load

	*[Symbol.iterator]() {} //: def method Shape.[Symbol.iterator]

	"quoted name"() {} //: def method Shape.quoted name

	#hidden() {} //: def method Shape.#hidden

	static {
		Shape.create(); //: call <module> > create = direct Shape.create
	}
}

const Anonymous = class { //: def class Anonymous +2
	run() {} //: def method Anonymous.run
};

const Outer = class Inner { //: def class Outer +4
	clone() { //: def method Outer.clone +2
		return new Inner(); //: call Outer.clone > Inner = direct Outer
	}
};

const api = { //: def constant api +11
	run() {}, //: def method api.run
	stop: () => {}, //: def method api.stop
	"content-type": function () {}, //: def method api.content-type
	get state() { //: def getter api.state +2
		return 1;
	},
	nested: { //: def property api.nested +2
		deep() {}, //: def method api.nested.deep
	},
	limit: 10,
};

const LIMIT = 10; //: def constant LIMIT
let counter = 0; //: def variable counter
var legacy; //: def variable legacy
const { left, right: renamed } = api; //: def constant left; def constant renamed

setTimeout(function tick() { //: def function tick +2; call <module> > setTimeout = unresolved
	tick(); //: call tick > tick = direct tick
});

function outer() { //: def function outer +10
	const local = 1;
	function inside() { //: def function outer.inside +2
		return local;
	}
	const helpers = { //: def constant outer.helpers +2
		format() {}, //: def method outer.helpers.format
	};
	helpers.format(); //: call outer > format = direct outer.helpers.format
	return inside;
}

api.added = function () {}; //: def method api.added
Shape.prototype.grow = function () {}; //: def method Shape.grow
unknown.thing = function () {}; //: def function unknown.thing

export default { //: def constant default +2
	setup() {}, //: def method default.setup
};
