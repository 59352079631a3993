/** The catalog worker of the Node room. */
import { createCatalogDispatcher } from "../src/core/protocol/catalog-dispatcher.ts";
import { nodeDatabases } from "../src/node/databases.ts";
import { nodeDigest } from "../src/node/digest.ts";
import { serve } from "../src/node/worker-host.ts";

serve(createCatalogDispatcher(nodeDatabases, nodeDigest));
