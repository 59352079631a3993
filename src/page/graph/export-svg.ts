/** The drawing as a file of its own: every style it has from the page is written into it. */
import { signal } from "@preact/signals";

/** Set while a graph is drawn. */
export const graphExport = signal<(() => { svg: Blob; name: string }) | undefined>(undefined);

const STYLES = [
	"fill",
	"stroke",
	"stroke-width",
	"stroke-dasharray",
	"opacity",
	"font-family",
	"font-size",
	"font-weight",
	"text-anchor",
];

/** @param width and height of the whole graph, whatever part of it is in view. */
export function exportSvg(svg: SVGSVGElement, width: number, height: number): Blob {
	const copy = svg.cloneNode(true) as SVGSVGElement;
	const from = svg.querySelectorAll("*");
	copy.querySelectorAll("*").forEach((element, at) => {
		const style = getComputedStyle(from[at] as Element);
		for (const name of STYLES) {
			const value = style.getPropertyValue(name);
			if (value !== "") element.setAttribute(name, value);
		}
		for (const name of ["class", "role", "tabindex", "data-focus", "aria-label", "aria-pressed"])
			element.removeAttribute(name);
	});
	for (const handle of copy.querySelectorAll("circle")) handle.parentElement?.remove();
	copy.querySelector("g[transform]")?.removeAttribute("transform");
	for (const name of ["class", "role", "aria-label", "aria-roledescription"]) copy.removeAttribute(name);
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	copy.setAttribute("viewBox", `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`);
	copy.setAttribute("width", String(Math.ceil(width)));
	copy.setAttribute("height", String(Math.ceil(height)));
	const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
	ground.setAttribute("width", "100%");
	ground.setAttribute("height", "100%");
	ground.setAttribute("fill", getComputedStyle(document.body).getPropertyValue("background-color"));
	if (ground.getAttribute("fill") === "rgba(0, 0, 0, 0)")
		ground.setAttribute("fill", getComputedStyle(document.documentElement).backgroundColor);
	copy.insertBefore(ground, copy.querySelector("g[class], g"));
	return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}
