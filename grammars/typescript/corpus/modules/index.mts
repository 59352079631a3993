export { create } from "./logger.js";
export type { Sink } from "./logger.js";
