// What a name means where it is called.

function run() {} //: def function run
function stop() {} //: def function stop

function hoistsBelow() { //: def function hoistsBelow +2
	return later(); //: call hoistsBelow > later = direct later
}
function later() {} //: def function later

function shadowedByParameter(run) { //: def function shadowedByParameter +2
	run(); //: call shadowedByParameter > run = unresolved
}

function shadowedByPattern({ run, other: stop, ...rest }, [first] = []) { //: def function shadowedByPattern +5
	run(); //: call shadowedByPattern > run = unresolved
	stop(); //: call shadowedByPattern > stop = unresolved
	first(); //: call shadowedByPattern > first = unresolved
	rest(); //: call shadowedByPattern > rest = unresolved
}

function shadowedByVar() { //: def function shadowedByVar +5
	if (run) {
		var stop = choose(); //: call shadowedByVar > choose = unresolved
	}
	stop(); //: call shadowedByVar > stop = unresolved
}

function varFunctionInBlock(flag) { //: def function varFunctionInBlock +5
	if (flag) {
		var run = function () {}; //: def function varFunctionInBlock.run
	}
	run(); //: call varFunctionInBlock > run = direct varFunctionInBlock.run
}

function blockScoped() { //: def function blockScoped +10
	{
		let run = choose(); //: call blockScoped > choose = unresolved
		run(); //: call blockScoped > run = unresolved
	}
	run(); //: call blockScoped > run = direct run
	for (const stop of list()) { //: call blockScoped > list = unresolved
		stop(); //: call blockScoped > stop = unresolved
	}
	stop(); //: call blockScoped > stop = direct stop
}

function caught() { //: def function caught +7
	try {
		run(); //: call caught > run = direct run
	} catch (run) {
		run(); //: call caught > run = unresolved
	}
	run(); //: call caught > run = direct run
}

function loops() { //: def function loops +4
	for (let run = 0; run < 1; run++) run(); //: call loops > run = unresolved
	for (const stop in {}) stop(); //: call loops > stop = unresolved
	run(); //: call loops > run = direct run
}

function reassigned(flag) { //: def function reassigned +4
	let action = run;
	if (flag) action = stop;
	action(); //: call reassigned > action = unresolved
}

function assignedOnce() { //: def function assignedOnce +4
	let action = null;
	action = run;
	action(); //: call assignedOnce > action = indirect run
}

let handler; //: def variable handler
function install() { //: def function install +2
	handler = function () {}; //: def function handler
}
handler(); //: call <module> > handler = direct handler

const same = run; //: def constant same
same(); //: call <module> > same = indirect run

function closure() { //: def function closure +3
	const local = () => run(); //: def function closure.local; call closure.local > run = direct run
	return () => local(); //: call closure > local = direct closure.local
}

const self = function me(n) { //: def function self +2
	me(n - 1); //: call self > me = direct self
};
me(1); //: call <module> > me = unresolved

function method() { //: def function method +2
	return { run() {}, stop: stop }; //: def method method.run
}
run(); //: call <module> > run = direct run

class Bare { //: def class Bare +8
	run() { //: def method Bare.run +3
		stop(); //: call Bare.run > stop = direct stop
		run(); //: call Bare.run > run = direct run
	}
	twice() { //: def method Bare.twice +2
		run(); //: call Bare.twice > run = direct run
	}
}

globalFunction(); //: call <module> > globalFunction = unresolved

function defaults(callback = run, value = stop()) { //: def function defaults +3; call defaults > stop = direct stop
	callback(); //: call defaults > callback = unresolved
	return value;
}
