import { createNodeHost } from "../../../src/node/host.ts";
import { hostSuite } from "../../conformance/host.suite.ts";

hostSuite("node", () => createNodeHost({ dist: new URL("../../../dist/", import.meta.url) }));
