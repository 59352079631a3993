/** Trees in Node, where a Blob is read asynchronously. */
import { treesSuite } from "./trees.suite.ts";

treesSuite(async (blob) => new Uint8Array(await blob.arrayBuffer()));
