/** The platform globals that every room has; core may use these and no others. */
declare class TextDecoder {
	constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
	decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}
declare class TextEncoder {
	encode(input?: string): Uint8Array<ArrayBuffer>;
	encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}
declare namespace WebAssembly {
	class Module {
		constructor(bytes: Uint8Array);
	}
	function compile(bytes: Uint8Array): Promise<Module>;
}
declare class AbortSignal {
	readonly aborted: boolean;
	readonly reason: unknown;
	addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
	removeEventListener(type: "abort", listener: () => void): void;
}
interface ReadableStreamDefaultController<T> {
	enqueue(chunk: T): void;
	close(): void;
}
declare class ReadableStream<T = unknown> {
	constructor(source: {
		pull?(controller: ReadableStreamDefaultController<T>): Promise<void>;
		cancel?(reason: unknown): Promise<void>;
	});
	getReader(): ReadableStreamDefaultReader<T>;
	cancel(reason?: unknown): Promise<void>;
	pipeThrough<U>(pair: { readable: ReadableStream<U>; writable: WritableStream<T> }): ReadableStream<U>;
}
interface ReadableStreamDefaultReader<T> {
	read(): Promise<{ done: false; value: T } | { done: true; value?: undefined }>;
	cancel(reason?: unknown): Promise<void>;
}
declare class WritableStream<T = unknown> {
	getWriter(): { write(chunk: T): Promise<void>; close(): Promise<void>; abort(reason?: unknown): Promise<void> };
}
interface GzipStream {
	readonly readable: ReadableStream<Uint8Array<ArrayBuffer>>;
	readonly writable: WritableStream<Uint8Array>;
}
declare const CompressionStream: new (format: "gzip") => GzipStream;
declare const DecompressionStream: new (format: "gzip") => GzipStream;
