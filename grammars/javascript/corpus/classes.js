// Members, `this`, `super` and inheritance.

class Base { //: def class Base +17
	constructor() { //: def constructor Base.constructor +2
		this.init(); //: call Base.constructor > init = direct Base.init
	}
	init() {} //: def method Base.init
	describe() { //: def method Base.describe +2
		return this.name(); //: call Base.describe > name = virtual Base.name
	}
	name() { //: def method Base.name +2
		return "base";
	}
	static make() { //: def method Base.make +2
		return new this();
	}
	static build() { //: def method Base.build +2
		return this.make(); //: call Base.build > make = direct Base.make
	}
}

class Child extends Base { //: def class Child +29
	#cache = new Map(); //: call <module> > Map = unresolved
	sender = new Sender(); //: call <module> > Sender = direct Sender

	constructor() { //: def constructor Child.constructor +4
		super(); //: call Child.constructor > super = direct Base.constructor
		this.helper = new Helper(); //: call Child.constructor > Helper = direct Helper
		this.bound = this.bound.bind(this); //: call Child.constructor > bind = unresolved
	}
	name() { //: def method Child.name +2
		return super.name() + this.#private(); //: call Child.name > name = direct Base.name; call Child.name > #private = direct Child.#private
	}
	#private() { //: def method Child.#private +2
		return this.#cache.get("key"); //: call Child.#private > get = unresolved
	}
	bound() {} //: def method Child.bound
	send(value) { //: def method Child.send +5
		this.sender.send(value); //: call Child.send > send = direct Sender.send
		this.helper.assist(); //: call Child.send > assist = direct Helper.assist
		this.bound(); //: call Child.send > bound = direct Child.bound
		this.missing(); //: call Child.send > missing = unresolved
	}
	later() { //: def method Child.later +5
		setTimeout(() => this.send(1)); //: call Child.later > setTimeout = unresolved; call Child.later > send = direct Child.send
		setTimeout(function () { //: call Child.later > setTimeout = unresolved
			this.send(2); //: call Child.later > send = unresolved
		});
	}
	handle = () => this.send(3); //: def method Child.handle; call Child.handle > send = direct Child.send
}

class Helper { //: def class Helper +2
	assist() {} //: def method Helper.assist
}

class Sender { //: def class Sender +2
	send() {} //: def method Sender.send
}

class Foreign extends Imported { //: def class Foreign +6
	run() { //: def method Foreign.run +4
		this.start(); //: call Foreign.run > start = unresolved
		super.run(); //: call Foreign.run > run = unresolved
		this.run(); //: call Foreign.run > run = direct Foreign.run
	}
}

const child = new Child(); //: def constant child; call <module> > Child = direct Child.constructor
child.describe(); //: call <module> > describe = direct Base.describe
child.send(); //: call <module> > send = direct Child.send
child.init(); //: call <module> > init = direct Base.init
Base.make(); //: call <module> > make = direct Base.make
Child.build(); //: call <module> > build = direct Base.build

class Both { //: def class Both +5
	static open() {} //: def method Both.open
	open() { //: def method Both.open +2
		return Both.open(); //: call Both.open > open = direct Both.open
	}
}
new Both().open(); //: call <module> > Both = direct Both; call <module> > open = direct Both.open
