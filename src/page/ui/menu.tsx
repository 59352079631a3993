/** A button that opens a list of commands: arrow keys move, Escape and a click elsewhere close. */
import { useSignal } from "@preact/signals";
import type { ComponentChild } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

export interface Command {
	label: string;
	hint?: string;
	icon: IconName;
	disabled?: boolean;
	run(): void;
}

export function Menu({ label, children, commands }: { label: string; children: ComponentChild; commands: Command[] }) {
	const open = useSignal(false);
	const root = useRef<HTMLDivElement>(null);
	const items = () => [...(root.current?.querySelectorAll<HTMLButtonElement>("[role=menuitem]:not(:disabled)") ?? [])];

	useEffect(() => {
		if (!open.value) return;
		items()[0]?.focus();
		const away = (event: Event) => {
			if (!root.current?.contains(event.target as Node)) open.value = false;
		};
		addEventListener("pointerdown", away);
		return () => removeEventListener("pointerdown", away);
	}, [open.value]);

	const onKeyDown = (event: KeyboardEvent) => {
		if (!open.value) return;
		const all = items();
		const at = all.indexOf(document.activeElement as HTMLButtonElement);
		const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
		if (event.key === "Escape" || event.key === "Tab") {
			open.value = false;
			if (event.key === "Escape") root.current?.querySelector("button")?.focus();
		} else if (to !== undefined) {
			event.preventDefault();
			all[(to + all.length) % all.length]?.focus();
		}
	};

	return (
		<div class="menu" ref={root}>
			<button
				type="button"
				class="button quiet"
				aria-haspopup="menu"
				aria-expanded={open.value}
				aria-label={label}
				onKeyDown={onKeyDown}
				onClick={() => {
					open.value = !open.value;
				}}
			>
				{children}
			</button>
			{open.value && (
				<div role="menu" tabIndex={-1} class="popover" aria-label={label} onKeyDown={onKeyDown}>
					{commands.map((command) => (
						<button
							type="button"
							role="menuitem"
							key={command.label}
							disabled={command.disabled}
							onClick={() => {
								open.value = false;
								command.run();
							}}
						>
							<Icon name={command.icon} />
							<span>{command.label}</span>
							{command.hint !== undefined && <small>{command.hint}</small>}
						</button>
					))}
				</div>
			)}
		</div>
	);
}
