import { noModules } from "./none.ts";

export const esModules = noModules;
