/** The module systems by the name language.json gives. Adding one is a file and a line here. */
import type { LinkView, ModuleSystem, ModuleSystemFactory } from "../entity.ts";
import { cIncludes } from "./c-includes.ts";
import { esModules } from "./es-modules.ts";
import { noModules } from "./none.ts";
import { pythonPackages } from "./python-packages.ts";

const SYSTEMS: Record<string, ModuleSystemFactory> = {
	"c-includes": cIncludes,
	"es-modules": esModules,
	"python-packages": pythonPackages,
	none: noModules,
};

/** The module system of each file; languages that name the same one share an instance. */
export function moduleSystems(view: LinkView): ModuleSystem[] {
	const groups = new Map<string, number[]>();
	view.files.forEach((_, file) => {
		const name = view.definition(file).moduleSystem;
		const group = groups.get(name);
		if (group) group.push(file);
		else groups.set(name, [file]);
	});
	const systems: ModuleSystem[] = new Array(view.files.length);
	for (const [name, files] of groups) {
		const system = (SYSTEMS[name] ?? noModules)(view, files);
		for (const file of files) systems[file] = system;
	}
	return systems;
}
