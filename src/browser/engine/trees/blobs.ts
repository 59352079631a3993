/** Bytes of a Blob. In a worker the synchronous reader is there, and asks no task queue for each small file. */

export type ReadBlob = (blob: Blob) => Promise<Uint8Array<ArrayBuffer>>;

let reader: FileReaderSync | undefined;

export const readBlob: ReadBlob = async (blob) => {
	reader ??= new FileReaderSync();
	return new Uint8Array(reader.readAsArrayBuffer(blob));
};
