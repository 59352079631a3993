const { join } = require("path"); //: def constant join; call <module> > require = unresolved
const util = require("./util"); //: def constant util; call <module> > require = unresolved
const { parse, format: print } = require("./util"); //: def constant parse; def constant print; call <module> > require = unresolved
const make = require("./factory"); //: def constant make; call <module> > require = unresolved
const Queue = require("./queue"); //: def constant Queue; call <module> > require = unresolved
const only = require("./util").parse; //: def constant only; call <module> > require = unresolved
const lib = require("./lib"); //: def constant lib; call <module> > require = unresolved
const reexported = require("./reexport"); //: def constant reexported; call <module> > require = unresolved
const interop = __importDefault(require("./compiled")); //: def constant interop; call <module> > __importDefault = unresolved; call <module> > require = unresolved

join("a", "b"); //: call <module> > join = unresolved
util.parse("a"); //: call <module> > parse = direct util.js#parse
util.format("b"); //: call <module> > format = direct util.js#render
util.helper(); //: call <module> > helper = direct util.js#helper
parse("c"); //: call <module> > parse = direct util.js#parse
print("d"); //: call <module> > print = direct util.js#render
only("e"); //: call <module> > only = direct util.js#parse
make().start(); //: call <module> > make = direct factory.js#createServer; call <module> > start = direct factory.js#Server.start
new Queue().push(1); //: call <module> > Queue = direct queue.js#Queue; call <module> > push = direct queue.js#Queue.push
lib.open(); //: call <module> > open = direct lib.js#lib.open
lib.nested.close(); //: call <module> > close = direct lib.js#lib.nested.close
lib.util.parse("f"); //: call <module> > parse = direct util.js#parse
new reexported().push(1); //: call <module> > reexported = direct queue.js#Queue; call <module> > push = direct queue.js#Queue.push
(0, interop.named)(); //: call <module> > named = direct compiled.js#named
interop.default(); //: call <module> > default = direct compiled.js#named

exports.tool = function () { //: def function tool +2
	return exports.second(); //: call tool > second = direct second
};
exports.second = second;
module.exports.third = () => this; //: def function third

function second() { //: def function second +3
	exports.tool(); //: call second > tool = direct tool
	module.exports.third(); //: call second > third = direct third
}
