/** The suites of files for a Deno that may do everything: it opens files otherwise, and lets a test have a full disk. */
import { filesSuite } from "../../conformance/files.suite.ts";
import { stateSuite } from "../../conformance/state.suite.ts";
import { filesFixture, stateFixture } from "./fixtures.ts";

filesSuite("deno, everything allowed", filesFixture, ["raw names"]);
stateSuite("deno, everything allowed", stateFixture);
