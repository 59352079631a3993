/** The Node room's suites in the real Bun. */
import { runPortable } from "../../support/portable/emit.ts";
import { processRuntime } from "../../support/portable/processes.ts";
import { bun } from "../../support/runtimes.ts";

const { name, path } = await bun();
await runPortable(processRuntime(name, "es2022", path, ["run"]), new URL("suites.ts", import.meta.url));
