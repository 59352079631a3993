/** sha256 without a platform: for a room that has no synchronous one of its own to lend (a browser's is asynchronous). */
import { sha256 } from "@noble/hashes/sha2.js";
import type { Digest } from "../host.ts";

/** About a tenth of the speed of OpenSSL's: a room that has a faster one lends that. */
export const portableDigest: Digest = { sha256 };
