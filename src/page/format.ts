/** Numbers, sizes and times as people read them. English, like the page, whatever the browser's locale. */

const COUNT = new Intl.NumberFormat("en");
const DATE = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** `12,345`. */
export function count(value: number): string {
	return COUNT.format(value);
}

/** `1 file`, `12,345 files`. */
export function counted(value: number, one: string, many = `${one}s`): string {
	return `${COUNT.format(value)} ${value === 1 ? one : many}`;
}

/** Decimal units: `940 B`, `12.3 MB`. */
export function bytes(value: number): string {
	let unit = 0;
	let scaled = value;
	while (scaled >= 999.5 && unit < 4) {
		scaled /= 1000;
		unit++;
	}
	const digits = unit > 0 && scaled < 99.95 ? 1 : 0;
	return `${scaled.toFixed(digits)} ${["B", "kB", "MB", "GB", "TB"][unit]}`;
}

/** `0.4 s`, `12 s`, `3 min 05 s`, `1 h 02 min`. */
export function duration(ms: number): string {
	if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
	const seconds = Math.round(ms / 1000);
	if (seconds < 60) return `${seconds} s`;
	const two = (value: number) => String(value).padStart(2, "0");
	if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
	return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
}

/** Of an ISO 8601 time, in the reader's zone; the text itself when it is none. */
export function date(iso: string): string {
	const time = Date.parse(iso);
	return Number.isNaN(time) ? iso : DATE.format(time);
}

/** The last part of a path and what stands before it, with its slash. */
export function splitPath(path: string): { folder: string; file: string } {
	const slash = path.lastIndexOf("/") + 1;
	return { folder: path.slice(0, slash), file: path.slice(slash) };
}
