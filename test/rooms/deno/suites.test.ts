/** The conformance suites in the real Deno. */
import { tmpdir } from "node:os";
import { runPortable } from "../../support/portable/emit.ts";
import { denoRuntime } from "../../support/portable/processes.ts";

const entry = (name: string) => new URL(`${name}.suites.ts`, import.meta.url);
// Limited to the folders in use, as a user's Deno is; the rest is for the fixtures.
const folders = [`--allow-read=${process.cwd()},${tmpdir()}`, `--allow-write=${tmpdir()}`];
await runPortable(denoRuntime([...folders, "--allow-run", "--allow-sys", "--allow-env", "--allow-net"]), entry("room"));
await runPortable(denoRuntime(), entry("everything-allowed"));
