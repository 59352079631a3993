export { default, renamed as again } from "./source.js";
export { alias } from "./source.js";
