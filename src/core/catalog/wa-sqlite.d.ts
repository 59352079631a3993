/** wa-sqlite ships no declarations for its builds; sqlite.ts states the few members it uses. */
declare module "wa-sqlite/dist/wa-sqlite.mjs" {
	export default function factory(options: {
		wasmBinary: Uint8Array;
		print: (text: string) => void;
		printErr: (text: string) => void;
	}): Promise<unknown>;
}
