/** The five operations in Deno and Chromium: what test/core/query.test.ts asks in Node. */
import { fileURLToPath } from "node:url";
import { openBrowser } from "../../support/chromium.ts";
import { chromiumRuntime } from "../../support/portable/chromium.ts";
import { runPortable } from "../../support/portable/emit.ts";
import { denoRuntime } from "../../support/portable/processes.ts";

const serves = [fileURLToPath(new URL("../../../dist", import.meta.url))];
const browser = await openBrowser();
await runPortable(denoRuntime(), new URL("deno.suites.ts", import.meta.url));
await runPortable(chromiumRuntime(browser, "worker", { serves }), new URL("browser.suites.ts", import.meta.url));
