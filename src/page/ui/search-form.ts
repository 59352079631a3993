/**
 * Attributes of a form around fields that search. It is never sent. Chromium describes the forms of a page to its autofill
 * server, but for those whose address ends in `/search`: nothing at all is asked for because of this page.
 */
export const SEARCH_FORM = {
	role: "search",
	action: "./search",
	autocomplete: "off",
	onSubmit: (event: Event) => event.preventDefault(),
} as const;
