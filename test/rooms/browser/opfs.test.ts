/** OPFS in Chromium: in the memory that a private window has, and on the disk, where snapshots of changed files go stale. */
import { afterAll, expect, test } from "vitest";
import { openBrowser } from "../../support/chromium.ts";
import { openProfile } from "../../support/chromium-profile.ts";
import { chromiumRuntime } from "../../support/portable/chromium.ts";
import { runPortable } from "../../support/portable/emit.ts";

const suites = new URL("opfs.suites.ts", import.meta.url);
const browser = await openBrowser();
await runPortable(chromiumRuntime(browser, "worker"), suites);

const profile = await openProfile();
afterAll(() => profile.close());
await runPortable({ ...chromiumRuntime(profile, "worker"), name: "chromium worker, on the disk" }, suites);
test("without a problem of the page", () => {
	expect(profile.problems).toEqual([]);
});
