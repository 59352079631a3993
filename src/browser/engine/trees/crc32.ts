/** CRC-32 of zip and gzip (ISO 3309, reflected polynomial 0xEDB88320). */

const TABLE = new Uint32Array(256);
for (let byte = 0; byte < 256; byte++) {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	TABLE[byte] = crc;
}

export function crc32(bytes: Uint8Array): number {
	let crc = -1;
	for (let i = 0; i < bytes.length; i++) {
		crc = (TABLE[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8);
	}
	return ~crc >>> 0;
}
