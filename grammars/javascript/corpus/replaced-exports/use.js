const before = require("./before.js"); //: def constant before; call <module> > require = unresolved
const renewed = require("./renewed.js"); //: def constant renewed; call <module> > require = unresolved
before.a(); //: call <module> > a = unresolved
before.b(); //: call <module> > b = direct before.js#b
before.c(); //: call <module> > c = unresolved
before.d(); //: call <module> > d = direct before.js#d
renewed.a(); //: call <module> > a = direct renewed.js#a
renewed.b(); //: call <module> > b = direct renewed.js#b
