/** Hands a file to the user. */

export function save(blob: Blob, name: string): void {
	const url = URL.createObjectURL(blob);
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	// The download has its own hold on the blob once it began; a minute is far more than that takes.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
