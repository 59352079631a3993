/**
 * Bytes of a Blob. In a worker the synchronous reader is there: 1300 files of 12 kB one after another take 0.34 s, and
 * 1.2 s asynchronously, because each waits for a task queue; four at once take the same either way.
 */

export type ReadBlob = (blob: Blob) => Promise<Uint8Array<ArrayBuffer>>;

let reader: FileReaderSync | undefined;

export const readBlob: ReadBlob = async (blob) => {
	reader ??= new FileReaderSync();
	return new Uint8Array(reader.readAsArrayBuffer(blob));
};
