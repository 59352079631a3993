import { noModules } from "./none.ts";

export const cIncludes = noModules;
