import { stateSuite } from "../../conformance/state.suite.ts";
import { stateFixture } from "./fixture.ts";

stateSuite("node", stateFixture);
