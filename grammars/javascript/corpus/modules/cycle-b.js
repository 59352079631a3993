export * from "./cycle-a.js";
export function pong() {} //: def function pong
export { lost } from "./cycle-a.js";
