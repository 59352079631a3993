import { add } from "./math";

add(1, 2); //: call <module> > add = direct math.js#add
