import sum, { add, double as times, twice, revealed, "a+b" as plus } from "./math.js";
import * as everything from "./index.js";
import total, { Circle, unique, math, missing, run } from ".";
import { add as ambiguous } from "./index";
import { beside } from "./folder";
import { within } from "./folder/";
import { lost } from "./cycle-a.js";
import external, { readFile } from "node:fs";
import self from "package-name";
import "./side-effect.js";

sum([]); //: call <module> > sum = direct math.js#total
add(1, 2); //: call <module> > add = direct math.js#add
times(3); //: call <module> > times = direct math.js#double
twice(4); //: call <module> > twice = indirect math.js#double
revealed(); //: call <module> > revealed = direct math.js#hidden
plus(5, 6); //: call <module> > plus = direct math.js#add
everything.unique(); //: call <module> > unique = direct other.js#unique
everything.math.double(7); //: call <module> > double = direct math.js#double
everything.nothing(); //: call <module> > nothing = unresolved
total([]); //: call <module> > total = direct math.js#total
new Circle().area(); //: call <module> > Circle = direct shape.js#Circle; call <module> > area = direct shape.js#Circle.area
unique(); //: call <module> > unique = direct other.js#unique
math.add(8, 9); //: call <module> > add = direct math.js#add
missing(); //: call <module> > missing = unresolved
run(); //: call <module> > run = unresolved
ambiguous(); //: call <module> > ambiguous = unresolved
beside(); //: call <module> > beside = direct folder.js#beside
within(); //: call <module> > within = direct folder/index.js#within
lost(); //: call <module> > lost = unresolved
external(); //: call <module> > external = unresolved
readFile(); //: call <module> > readFile = unresolved
self(); //: call <module> > self = unresolved

async function lazily() { //: def function lazily +5
	const late = await import("./math.js");
	late.add(1, 2); //: call lazily > add = direct math.js#add
	const { double } = await import("./math.js");
	double(1); //: call lazily > double = direct math.js#double
}
