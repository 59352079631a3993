/** A failure where its answer would have stood. */
import type { ComponentChild } from "preact";
import type { Failure } from "../state/failure.ts";
import { Icon } from "./icon.tsx";

export function FailureNote({ failure, children }: { failure: Failure; children?: ComponentChild }) {
	return (
		<div class="note note-bad" role="alert">
			<Icon name="warning" />
			<div>
				<strong>{failure.title}</strong>
				<p class="message">{failure.message}</p>
				{failure.advice.length > 0 && (
					<ul>
						{failure.advice.map((each) => (
							<li key={each}>{each}</li>
						))}
					</ul>
				)}
				{children}
			</div>
		</div>
	);
}
