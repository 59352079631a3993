/** Questions that need an answer, in the browser's own modal dialog: it keeps the focus and closes on Escape. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

export interface Choice {
	label: string;
	style?: "primary" | "danger";
}

interface Question {
	title: string;
	text: string;
	choices: Choice[];
	answer(choice: number | undefined): void;
}

const question = signal<Question | undefined>(undefined);

/** The number of the choice taken; undefined when the dialog was closed without one. */
export function ask(title: string, text: string, choices: Choice[]): Promise<number | undefined> {
	question.value?.answer(undefined);
	return new Promise((resolve) => {
		question.value = {
			title,
			text,
			choices,
			answer(choice) {
				question.value = undefined;
				resolve(choice);
			},
		};
	});
}

export async function confirm(title: string, text: string, choice: Choice): Promise<boolean> {
	return (await ask(title, text, [choice])) === 0;
}

export function Dialog() {
	const dialog = useRef<HTMLDialogElement>(null);
	const asked = question.value;
	useEffect(() => {
		if (asked !== undefined && dialog.current?.open === false) dialog.current.showModal();
	}, [asked]);
	if (asked === undefined) return null;
	return (
		<dialog ref={dialog} class="dialog" aria-labelledby="dialog-title" onClose={() => asked.answer(undefined)}>
			<h2 id="dialog-title">{asked.title}</h2>
			<p>{asked.text}</p>
			<div class="row end">
				<button type="button" class="button" onClick={() => asked.answer(undefined)}>
					Cancel
				</button>
				{asked.choices.map(({ label, style }, at) => (
					<button type="button" key={label} class={`button ${style ?? ""}`} onClick={() => asked.answer(at)}>
						{label}
					</button>
				))}
			</div>
		</dialog>
	);
}
