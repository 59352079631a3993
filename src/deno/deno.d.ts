/** The part of Deno's own API that this room uses; files, workers and the digest are the `node:` modules that Deno has. */
declare namespace Deno {
	function cwd(): string;
	const env: { get(name: string): string | undefined };
	const permissions: {
		/** Never asks the user. */
		querySync(descriptor: { name: "read" | "write"; path: string } | { name: "env"; variable: string }): {
			readonly state: "granted" | "prompt" | "denied";
		};
	};
}
