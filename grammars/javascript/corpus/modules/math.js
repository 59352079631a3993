export function add(a, b) { //: def function add +2
	return a + b;
}
export const double = (x) => add(x, x); //: def function double; call double > add = direct add
export const twice = double; //: def constant twice
function hidden() {} //: def function hidden
export { hidden as revealed, add as "a+b" };
export default function total(list) { //: def function total +2
	return list.reduce(add); //: call total > reduce = unresolved
}
