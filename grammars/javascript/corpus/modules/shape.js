class Circle { //: def class Circle +4
	area() { //: def method Circle.area +2
		return 1;
	}
}
export default Circle;
export const { parse, stringify: print } = JSON; //: def constant parse; def constant print
