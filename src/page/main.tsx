/** The page's entry: draws the page, then loads the engine and the service worker. */
import { render } from "preact";
import { App } from "./app.tsx";
import { prepare } from "./build/run.ts";
import { refresh } from "./state/engine.ts";
import { watchForUpdates } from "./state/update.ts";
import "./state/theme.ts";

render(<App />, document.getElementById("app") as HTMLElement);

// After the first picture: neither is needed for it.
requestAnimationFrame(() => {
	setTimeout(() => {
		prepare();
		void refresh();
		void watchForUpdates();
	});
});
