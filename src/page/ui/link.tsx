/** A link to another place in the page: a real one, so that it can be copied and opened in a new tab. */
import type { ComponentChild } from "preact";
import { formatRoute, type Route } from "../state/address.ts";
import { route } from "../state/route.ts";

interface LinkProps {
	to: Partial<Route>;
	class?: string;
	label?: string;
	title?: string;
	current?: boolean;
	children: ComponentChild;
}

export function Link({ to, class: className, label, title, current, children }: LinkProps) {
	return (
		<a
			href={formatRoute({ ...route.value, ...to })}
			class={className}
			aria-label={label}
			title={title}
			aria-current={current ? "true" : undefined}
		>
			{children}
		</a>
	);
}

/** Where a symbol is shown. */
export function toSymbol(symbol: { symbol_id: string; file_path: string; start_line: number }): Partial<Route> {
	return { symbol: symbol.symbol_id, name: undefined, file: symbol.file_path, line: symbol.start_line };
}
