/** Where indexes are kept, how much room there is, and whether the browser may clear it. */
import { useSignal } from "@preact/signals";
import { bytes } from "../format.ts";
import { askToPersist, storage } from "../state/engine.ts";
import { Icon } from "../ui/icon.tsx";

export function StorageState() {
	const refused = useSignal(false);
	const report = storage.value;
	if (report === undefined) return null;
	const { kind, reason, persisted, usage, quota } = report;
	const room = usage !== null && quota !== null;
	return (
		<section aria-labelledby="storage-title" class="storage">
			<h2 id="storage-title">Storage</h2>
			{kind === "memory" ? (
				<div class="note note-warn">
					<Icon name="warning" />
					<div>
						<strong>Indexes last only as long as this tab</strong>
						<p class="message">{reason ?? "This browser offers no private file storage to the page."}</p>
						<p>Export what you want to keep.</p>
					</div>
				</div>
			) : (
				<div class="storage-row">
					<span>
						{persisted
							? "Kept until you remove it."
							: "Kept in this browser, which may clear it when the disk runs low."}
					</span>
					{!persisted && (
						<button
							type="button"
							class="button small"
							onClick={async () => {
								refused.value = !(await askToPersist());
							}}
						>
							Ask the browser to keep it
						</button>
					)}
				</div>
			)}
			{refused.value && !persisted && (
				<p class="quiet-text" role="status">
					The browser refused. It usually agrees for pages that are bookmarked, installed or often used.
				</p>
			)}
			{room && (
				<div class="storage-row">
					<meter
						min={0}
						max={quota}
						value={usage}
						low={quota * 0.7}
						high={quota * 0.9}
						optimum={0}
						aria-label="Storage used"
					/>
					<span class="quiet-text">
						{bytes(usage)} used of about {bytes(quota)} this browser allows
					</span>
				</div>
			)}
		</section>
	);
}
