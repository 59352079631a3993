/** The browser entry. */
export * from "./types.ts";
