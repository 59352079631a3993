/** The whole window takes what is dropped on it. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { building } from "../build/run.ts";
import { Icon } from "../ui/icon.tsx";
import { openDropped } from "./pick.ts";

export function DropZone() {
	const over = useSignal(false);
	useEffect(() => {
		// Entering a child leaves its parent: the window is left when the counts meet.
		let depth = 0;
		const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
		const show = () => {
			over.value = depth > 0;
		};
		const on = (type: "dragenter" | "dragleave" | "dragover" | "drop", act: (event: DragEvent) => void) => {
			const listener = (event: DragEvent) => {
				if (!holdsFiles(event)) return;
				event.preventDefault();
				act(event);
				show();
			};
			addEventListener(type, listener);
			return () => removeEventListener(type, listener);
		};
		const off = [
			on("dragenter", () => depth++),
			on("dragleave", () => depth--),
			on("dragover", (event) => {
				if (event.dataTransfer) event.dataTransfer.dropEffect = building.value ? "none" : "copy";
			}),
			on("drop", (event) => {
				depth = 0;
				if (event.dataTransfer && !building.value) openDropped(event.dataTransfer);
			}),
		];
		return () => {
			for (const each of off) each();
		};
	}, []);
	if (!over.value) return null;
	return (
		<div class="drop" aria-hidden="true">
			<div class="drop-frame">
				<Icon name="folder" />
				{building.value ? "A build is running: wait for it first" : "Drop a folder, an archive or an index"}
			</div>
		</div>
	);
}
