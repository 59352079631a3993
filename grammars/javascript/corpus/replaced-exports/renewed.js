// The short name is given the new object too.
function a() {} //: def function a
function b() {} //: def function b
exports = module.exports = { b };
exports.a = a;
