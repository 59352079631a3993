import { parse } from "./util.js";
const factory = require("./factory"); //: def constant factory; call <module> > require = unresolved

parse("g"); //: call <module> > parse = direct util.js#parse
factory().start(); //: call <module> > factory = direct factory.js#createServer; call <module> > start = direct factory.js#Server.start

export function mixed() {} //: def function mixed
