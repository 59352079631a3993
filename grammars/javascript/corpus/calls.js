// Every form of a call, and to whom it belongs.

function helper(...args) { //: def function helper +2
	return args;
}

class Widget { //: def class Widget +5
	constructor(size) { //: def constructor Widget.constructor +2
		helper(size); //: call Widget.constructor > helper = direct helper
	}
	draw() {} //: def method Widget.draw
}

helper(1); //: call <module> > helper = direct helper
helper?.(2); //: call <module> > helper = direct helper
new Widget(helper(3)); //: call <module> > Widget = direct Widget.constructor; call <module> > helper = direct helper
new Widget; //: call <module> > Widget = direct Widget.constructor
helper`tagged ${helper(4)}`; //: call <module> > helper = direct helper; call <module> > helper = direct helper
(0, helper)(5); //: call <module> > helper = direct helper
(helper)(6); //: call <module> > helper = direct helper

function use(callback, table, key) { //: def function use +14
	callback(1); //: call use > callback = unresolved
	table.find(2); //: call use > find = unresolved
	table?.find(3); //: call use > find = unresolved
	table["find"](4); //: call use > find = unresolved
	table[key](5); //: call use > table[key] = unresolved
	callback()(6); //: call use > callback = unresolved; call use > callback() = unresolved
	console.log(helper(7)); //: call use > log = unresolved; call use > helper = direct helper
	(function () {
		helper(8); //: call use > helper = direct helper
	})();
	(() => helper(9))(); //: call use > helper = direct helper
	[1, 2].forEach((n) => helper(n)); //: call use > forEach = unresolved; call use > helper = direct helper
	return import("./lazy.js");
}

const widget = new Widget(1); //: def constant widget; call <module> > Widget = direct Widget.constructor
widget.draw(); //: call <module> > draw = direct Widget.draw
widget?.draw(); //: call <module> > draw = direct Widget.draw
new Widget(2).draw(); //: call <module> > Widget = direct Widget.constructor; call <module> > draw = direct Widget.draw
helper.call(null, 1); //: call <module> > call = unresolved

const timer = setTimeout(() => { //: def constant timer +2; call <module> > setTimeout = unresolved
	helper(10); //: call <module> > helper = direct helper
}, helper(11)); //: call <module> > helper = direct helper

function recursive(n) { //: def function recursive +2
	return n === 0 ? 0 : recursive(n - 1); //: call recursive > recursive = direct recursive
}

Widget(); //: call <module> > Widget = unresolved
