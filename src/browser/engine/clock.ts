/** Time and timers of a worker, which a hidden tab does not slow down as it does the page's. */
import type { Clock } from "../../core/host.ts";

export const browserClock: Clock = {
	now: () => new Date().toISOString(),
	ticks: () => performance.now(),
	timer(ms, callback) {
		const timer = setTimeout(callback, ms);
		return () => clearTimeout(timer);
	},
};
