/** Web Locks as things to hold. A lock ends with its tab or worker, however that ends. */

/** Ends the hold; again is harmless. */
export type Release = () => void;

/** Waits its turn. @throws DOMException `TimeoutError` when that does not come within `patience` ms. */
export function takeLock(name: string, mode: LockMode, patience: number): Promise<Release> {
	return request(name, { mode, signal: AbortSignal.timeout(patience) }) as Promise<Release>;
}

/** Undefined when somebody has it, in whatever mode. */
export function tryLock(name: string): Promise<Release | undefined> {
	return request(name, { mode: "exclusive", ifAvailable: true });
}

function request(name: string, options: LockOptions): Promise<Release | undefined> {
	return new Promise((resolve, reject) => {
		const held = navigator.locks.request(name, options, (lock) => {
			if (lock === null) return resolve(undefined);
			return new Promise<void>((release) => resolve(() => release()));
		});
		held.catch(reject);
	});
}
