// `instanceof` beside declared types.
class Node { //: def class Node +2
	walk() {} //: def method Node.walk
}
class Leaf extends Node { //: def class Leaf +2
	pick() {} //: def method Leaf.pick
}
function visit(node: Node | string, other: Node) { //: def function visit +7
	if (node instanceof Leaf) {
		node.pick(); //: call visit > pick = direct Leaf.pick
		node.walk(); //: call visit > walk = direct Node.walk
	}
	if (!(other instanceof Leaf)) return;
	other.pick(); //: call visit > pick = direct Leaf.pick
}
function both(node: Leaf | Node) { //: def function both +3
	if (node instanceof Leaf) node.pick(); //: call both > pick = direct Leaf.pick
	else node.walk(); //: call both > walk = direct Node.walk
}
