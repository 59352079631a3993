/** For languages whose files do not see each other, or not by rules known here: only names of the same file resolve. */
import { EXTERNAL, type ModuleSystemFactory, UNKNOWN } from "../entity.ts";

export const noModules: ModuleSystemFactory = () => ({
	namespace: () => null,
	module: () => EXTERNAL,
	exported: () => UNKNOWN,
	free: () => UNKNOWN,
});
