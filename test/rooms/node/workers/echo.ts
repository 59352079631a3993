/** The echo worker of workers.suite.ts, served as the package's own workers are. */
import { serve } from "../../../../src/node/worker-host.ts";
import { echoCalls } from "./calls.ts";

serve(echoCalls);
