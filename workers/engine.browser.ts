/** The engine worker of the browser room: the client runs here, and starts the other workers. */
import { createEngine } from "../src/browser/engine/engine.ts";
import { serve } from "../src/browser/engine/worker-host.ts";

serve(createEngine());
