var lib = exports = module.exports = {}; //: def variable lib

lib.open = function () { //: def method lib.open +2
	this.nested.close(); //: call lib.open > close = direct lib.nested.close
};
lib.nested = { //: def property lib.nested +2
	close() {}, //: def method lib.nested.close
};
lib.util = require("./util"); //: call <module> > require = unresolved
