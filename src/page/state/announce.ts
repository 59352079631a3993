/** What a screen reader is told without moving its focus. */
import { signal } from "@preact/signals";

export const announcement = signal("");

let pending: ReturnType<typeof setTimeout> | undefined;

/** The last of several within 300 ms is told, so that typing does not queue up counts. */
export function announce(text: string): void {
	clearTimeout(pending);
	pending = setTimeout(() => {
		// Equal text is not told twice unless it changes in between.
		announcement.value = announcement.value === text ? `${text}\u00a0` : text;
	}, 300);
}
