/** The parse worker of the browser room. */
import { serve } from "../src/browser/engine/worker-host.ts";
import { createParseDispatcher } from "../src/core/protocol/parse-dispatcher.ts";
import { portableDigest } from "../src/core/text/digest.ts";

serve(createParseDispatcher(portableDigest));
