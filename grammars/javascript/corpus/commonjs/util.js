module.exports = { parse, format: render, helper() { //: def method helper +2
	return this.parse("x"); //: call helper > parse = indirect parse
} };

function parse() {} //: def function parse
function render() {} //: def function render
