/**
 * What suites import as "vitest" outside Node: vitest's own runner and matchers, without its host. Holds only what suites
 * use; one that imports more does not bundle, and the error names it.
 */
import {
	ASYMMETRIC_MATCHERS_OBJECT,
	chai,
	GLOBAL_EXPECT,
	getState,
	JestAsymmetricMatchers,
	JestChaiExpect,
	JestExtend,
	setState,
} from "@vitest/expect";
import { getCurrentTest } from "@vitest/runner";
import type { expect as Expect } from "vitest";

export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from "@vitest/runner";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

const globals = globalThis as unknown as Record<symbol, object>;

function make(value: unknown, message?: string) {
	const assertion = chai.expect(value, message) as unknown as { withTest(test: unknown): unknown };
	const test = getCurrentTest();
	return test ? assertion.withTest(test) : assertion;
}

export const expect = Object.assign(make, chai.expect, globals[ASYMMETRIC_MATCHERS_OBJECT], {
	getState: () => getState(expect),
	setState: (state: object) => setState(state, expect),
	unreachable: (message = "this") => chai.assert.fail(`expected "${message}" not to be reached`),
}) as unknown as typeof Expect;

setState({ assertionCalls: 0 }, expect);
globals[GLOBAL_EXPECT] = expect;
