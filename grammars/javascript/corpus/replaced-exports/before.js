// Assigned before and after the whole: both on the object that nobody gets.
function a() {} //: def function a
function b() {} //: def function b
function c() {} //: def function c
exports.a = a;
module.exports = { b };
exports.c = c;
module.exports.d = function () {}; //: def function d
