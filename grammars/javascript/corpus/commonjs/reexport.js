module.exports = require("./queue"); //: call <module> > require = unresolved
