/** The conformance suites in the real Deno. */
import { runPortable } from "../../support/portable/emit.ts";
import { denoRuntime } from "../../support/portable/processes.ts";

await runPortable(denoRuntime(), new URL("suites.ts", import.meta.url));
