// Each of these calls `original`, under another name.
import anything, { again, alias } from "./barrel";
import { api, renamed } from "./source.js";

alias(); //: call <module> > alias = indirect source.js#original
renamed(); //: call <module> > renamed = direct source.js#original
anything(); //: call <module> > anything = direct source.js#original
again(); //: call <module> > again = direct source.js#original
api.run(); //: call <module> > run = indirect source.js#original
api.original(); //: call <module> > original = indirect source.js#original

const local = renamed; //: def constant local
local(); //: call <module> > local = indirect source.js#original

function nested() { //: def function nested +3
	const { run } = api;
	run(); //: call nested > run = indirect source.js#original
}
