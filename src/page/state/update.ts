/** The service worker that makes the page work without a network, and the news that a newer page is there. */
import { signal } from "@preact/signals";

/** `ready`: all that the page needs is kept. `none`: the browser has no service workers, or the page may not have one. */
export const offline = signal<"loading" | "ready" | "none">("loading");
/** A new version waits to take over. */
export const update = signal<ServiceWorker | undefined>(undefined);

export async function watchForUpdates(): Promise<void> {
	const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
	if (workers === undefined) {
		offline.value = "none";
		return;
	}
	try {
		const registration = await workers.register(new URL("sw.js", document.baseURI));
		const follow = (worker: ServiceWorker | null) => {
			if (worker === null) return;
			const look = () => {
				if (worker.state === "installed" && registration.active) update.value = worker;
				if (worker.state === "activated") offline.value = "ready";
				if (worker.state === "redundant" && !registration.active) offline.value = "none";
			};
			worker.addEventListener("statechange", look);
			look();
		};
		follow(registration.active);
		follow(registration.waiting);
		follow(registration.installing);
		registration.addEventListener("updatefound", () => follow(registration.installing));
	} catch {
		offline.value = "none";
	}
}

/** Reloads the page in its new version. */
export function takeUpdate(): void {
	navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
	update.value?.postMessage("take-over");
}
