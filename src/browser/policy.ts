/** What the Content-Security-Policy of this thread has refused: the failures themselves do not say so. */

export interface Refusal {
	/** An absolute URL; its origin alone where the browser tells no more. */
	url: string;
	/** `worker-src`, `connect-src`. */
	directive: string;
}

const refused: Refusal[] = [];
let watching = false;

/** A violation is told at most this many milliseconds after the failure that it explains. */
const PATIENCE_MS = 50;

/** Begins to note refusals. Again is harmless. */
export function watchPolicy(): void {
	if (watching) return;
	watching = true;
	addEventListener("securitypolicyviolation", (event) => {
		const { blockedURI, effectiveDirective } = event as SecurityPolicyViolationEvent;
		refused.push({ url: blockedURI, directive: effectiveDirective });
	});
}

/** The refusal that explains a failure of right now, in words; undefined when the policy is not to blame. */
export async function refusal(explains: (refusal: Refusal) => boolean): Promise<string | undefined> {
	await new Promise((done) => setTimeout(done, PATIENCE_MS));
	const found = refused.filter(explains).pop();
	return found && `refused by the Content-Security-Policy (${found.directive})`;
}
