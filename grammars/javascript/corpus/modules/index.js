export * from "./math.js";
export * from "./other";
export * as math from "./math";
export { default as Circle, parse } from "./shape";
export { default } from "./math";
export { missing } from "./nowhere";
export { run } from "outside";
