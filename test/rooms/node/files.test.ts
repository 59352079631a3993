import { filesSuite } from "../../conformance/files.suite.ts";
import { filesFixture } from "./fixture.ts";

filesSuite("node", filesFixture);
