export * from "./cycle-b.js";
export { pong as ping } from "./cycle-b.js";
