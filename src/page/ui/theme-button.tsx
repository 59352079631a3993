/** Switches between the system's colours, light and dark. */
import { nextTheme, theme } from "../state/theme.ts";
import { Icon } from "./icon.tsx";

export function ThemeButton() {
	const names = { system: "as the system", light: "light", dark: "dark" };
	const icons = { system: "system", light: "sun", dark: "moon" } as const;
	const label = `Colours: ${names[theme.value]}`;
	return (
		<button type="button" class="button quiet icon-only" aria-label={label} title={label} onClick={nextTheme}>
			<Icon name={icons[theme.value]} />
		</button>
	);
}
