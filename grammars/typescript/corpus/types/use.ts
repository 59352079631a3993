import { Position, type run as Run } from "./spaces.js";
import type { Position as OnlyType } from "./spaces";
import { Kind } from "./kind";

namespace Kind { //: def namespace Kind +4
	export function describe(kind: Kind) { //: def function Kind.describe +2
		return kind;
	}
}

Kind.describe("a"); //: call <module> > describe = direct Kind.describe
Position.create(1); //: call <module> > create = direct spaces.ts#Position.create

export function move(position: OnlyType, other: Position, run: Run) { //: def function move +4
	position.shift(1); //: call move > shift = virtual spaces.ts#Position.shift
	other.shift(2); //: call move > shift = virtual spaces.ts#Position.shift
	run(); //: call move > run = unresolved
}
