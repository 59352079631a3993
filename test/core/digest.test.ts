/** The portable digest against the Node room's: cache keys and symbol ids must not depend on the room. */
import { expect, test } from "vitest";
import { portableDigest } from "../../src/core/text/digest.ts";
import { nodeDigest } from "../../src/node/digest.ts";

test.each([0, 1, 55, 56, 63, 64, 65, 1000, 100_000])("%i bytes", (length) => {
	const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
	expect(Buffer.from(portableDigest.sha256(bytes))).toEqual(Buffer.from(nodeDigest.sha256(bytes)));
	const view = new Uint8Array(new ArrayBuffer(length + 8), 4, length);
	view.set(bytes);
	expect(portableDigest.sha256(view)).toEqual(portableDigest.sha256(bytes));
});
