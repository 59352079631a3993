/** The parse worker of the Node room. */
import { createParseDispatcher } from "../src/core/protocol/parse-dispatcher.ts";
import { nodeDigest } from "../src/node/digest.ts";
import { serve } from "../src/node/worker-host.ts";

serve(createParseDispatcher(nodeDigest));
