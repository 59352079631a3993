/** Time and timers. */
import type { Clock } from "../core/host.ts";

export const nodeClock: Clock = {
	now: () => new Date().toISOString(),
	ticks: () => performance.now(),
	timer(ms, callback) {
		const timer = setTimeout(callback, ms).unref();
		return () => clearTimeout(timer);
	},
};
