/** The parse worker of the Deno room. */
import { createParseDispatcher } from "../src/core/protocol/parse-dispatcher.ts";
import { serve } from "../src/deno/worker-host.ts";
import { nodeDigest } from "../src/node/digest.ts";

serve(createParseDispatcher(nodeDigest));
