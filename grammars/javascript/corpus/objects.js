// Object literals as owners of functions, and what is added to things.

function start() {} //: def function start
function halt() {} //: def function halt

export const service = { //: def constant service +12
	start,
	stop: halt,
	restart() { //: def method service.restart +4
		this.stop(); //: call service.restart > stop = indirect halt
		this.pause(); //: call service.restart > pause = direct service.pause
		return () => this.pause(); //: call service.restart > pause = direct service.pause
	},
	pause: () => this.restart(), //: def method service.pause; call service.pause > restart = unresolved
	inner: { //: def property service.inner +2
		tick() {}, //: def method service.inner.tick
	},
};

service.start(); //: call <module> > start = indirect start
service.stop(); //: call <module> > stop = indirect halt
service.restart(); //: call <module> > restart = direct service.restart
service.inner.tick(); //: call <module> > tick = direct service.inner.tick
service.unknown(); //: call <module> > unknown = unresolved

const { restart, pause: rest } = service; //: def constant restart; def constant rest
restart(); //: call <module> > restart = indirect service.restart
rest(); //: call <module> > rest = indirect service.pause

const extended = { ...service, extra() {} }; //: def constant extended; def method extended.extra
extended.pause(); //: call <module> > pause = direct service.pause
extended.extra(); //: call <module> > extra = direct extended.extra

register({ //: call <module> > register = unresolved
	start() { //: def method start +2
		this.halt(); //: call start > halt = unresolved
	},
	halt() {}, //: def method halt
});

function Account(owner) { //: def function Account +4
	this.owner = owner;
	this.log = function () {}; //: def method Account.log
	this.deposit(0); //: call Account > deposit = direct Account.deposit
}
Account.prototype.deposit = function (amount) { //: def method Account.deposit +3
	this.check(amount); //: call Account.deposit > check = direct Account.check
	this.log(); //: call Account.deposit > log = direct Account.log
};
Account.prototype = {
	check() { //: def method Account.check +2
		this.deposit(); //: call Account.check > deposit = direct Account.deposit
	},
};
Account.open = function () { //: def method Account.open +2
	return new Account("me"); //: call Account.open > Account = direct Account
};

const account = new Account("you"); //: def constant account; call <module> > Account = direct Account
account.deposit(1); //: call <module> > deposit = direct Account.deposit
account.check(1); //: call <module> > check = direct Account.check
Account.open().deposit(2); //: call <module> > open = direct Account.open; call <module> > deposit = direct Account.deposit

const app = makeServer(); //: def constant app; call <module> > makeServer = unresolved
app.route = function () {}; //: def method app.route
app.route(); //: call <module> > route = direct app.route
app.listen(); //: call <module> > listen = unresolved

function makeCounter() { //: def function makeCounter +6
	const counter = { //: def constant makeCounter.counter +3
		add() {}, //: def method makeCounter.counter.add
		reset: () => counter.add(), //: def method makeCounter.counter.reset; call makeCounter.counter.reset > add = direct makeCounter.counter.add
	};
	return counter;
}
makeCounter().add(); //: call <module> > makeCounter = direct makeCounter; call <module> > add = direct makeCounter.counter.add
const mine = makeCounter(); //: def constant mine; call <module> > makeCounter = direct makeCounter
mine.reset(); //: call <module> > reset = direct makeCounter.counter.reset

service.replaced = start;
service.replaced = halt;
service.replaced(); //: call <module> > replaced = unresolved
