import { expect, test } from "vitest";
import { checkLock } from "../../../grammars/tools/check-lock.mjs";

test("grammars/lock.json matches the installed packages, their ABI and the languages", async () => {
	expect(await checkLock()).toEqual([]);
});
