/** SHA-256 by OpenSSL. */
import { hash } from "node:crypto";
import type { Digest } from "../core/host.ts";

export const nodeDigest: Digest = {
	sha256: (bytes) => hash("sha256", bytes, "buffer"),
};
