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
