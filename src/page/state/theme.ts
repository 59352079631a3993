/** Light or dark: the system's choice until the user makes one. */
import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const KEY = "mantis.theme";
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const theme = signal<Theme>(THEMES.find((each) => each === stored()) ?? "system");

effect(() => {
	document.documentElement.dataset.theme = theme.value;
	try {
		localStorage.setItem(KEY, theme.value);
	} catch {
		// Without local storage the choice lasts as long as the tab.
	}
});

export function nextTheme(): void {
	theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] as Theme;
}

function stored(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}
