// Blocks of one namespace share what they export, before anything around them.

function fit() {} //: def function fit
function grow() {} //: def function grow

namespace Layout { //: def namespace Layout +5
	export function fit() {} //: def function Layout.fit
	export namespace Grid { //: def namespace Layout.Grid +2
		export function grow() {} //: def function Layout.Grid.grow
	}
}
namespace Layout { //: def namespace Layout +5
	export function both() { //: def function Layout.both +3
		fit(); //: call Layout.both > fit = unresolved
		grow(); //: call Layout.both > grow = direct grow
	}
}
namespace Layout.Grid { //: def namespace Layout.Grid +5
	export function cells() { //: def function Layout.Grid.cells +3
		fit(); //: call Layout.Grid.cells > fit = unresolved
		grow(); //: call Layout.Grid.cells > grow = unresolved
	}
}
namespace Other { //: def namespace Other +4
	export function all() { //: def function Other.all +2
		fit(); //: call Other.all > fit = direct fit
	}
}

abstract class Base { //: def class Base +3
	draw() {} //: def method Base.draw
	fill() {} //: def method Base.fill
}
class Derived extends Base { //: def class Derived +7
	draw = null;
	fill;
	all() { //: def method Derived.all +3
		this.draw(); //: call Derived.all > draw = unresolved
		this.fill(); //: call Derived.all > fill = unresolved
	}
}
