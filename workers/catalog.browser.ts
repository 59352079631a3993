/** The catalog worker of the browser room. */
import { opfsDatabases } from "../src/browser/engine/storage/databases.ts";
import { serve } from "../src/browser/engine/worker-host.ts";
import { createCatalogDispatcher } from "../src/core/protocol/catalog-dispatcher.ts";
import { portableDigest } from "../src/core/text/digest.ts";

serve(createCatalogDispatcher(opfsDatabases(), portableDigest));
