/** The catalog worker of the Deno room. */
import { createCatalogDispatcher } from "../src/core/protocol/catalog-dispatcher.ts";
import { denoDatabases } from "../src/deno/databases.ts";
import { serve } from "../src/deno/worker-host.ts";
import { nodeDigest } from "../src/node/digest.ts";

serve(createCatalogDispatcher(denoDatabases, nodeDigest));
