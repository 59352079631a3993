/** The Node room's own tests, and what else differs between Node versions, in the other Node (see test/support/runtimes.ts). */
import { runVitest } from "../../support/portable/other-vitest.ts";
import { otherNode } from "../../support/runtimes.ts";

await runVitest(await otherNode(), [
	"test/rooms/node/",
	"test/core/catalog",
	"test/core/query.test",
	"test/core/publish",
	"test/core/wire-error",
	"test/e2e/workers",
]);
