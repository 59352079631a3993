/** OPFS in Chromium. */
import { openBrowser } from "../../support/chromium.ts";
import { chromiumRuntime } from "../../support/portable/chromium.ts";
import { runPortable } from "../../support/portable/emit.ts";

const browser = await openBrowser();
await runPortable(chromiumRuntime(browser, "worker"), new URL("opfs.suites.ts", import.meta.url));
