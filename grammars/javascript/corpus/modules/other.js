import { ping } from "./cycle-a.js";
export function add() {} //: def function add
export function unique() { //: def function unique +2
	ping(); //: call unique > ping = direct cycle-b.js#pong
}
