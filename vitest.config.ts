/** Tests of rooms run against the built package (`npm run build` first), tests of the core against the sources. */
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const dist = (file: string) => new URL(`./dist/${file}`, import.meta.url).pathname;

export default defineConfig({
	resolve: {
		alias: [
			{ find: /^mantis-structural-index$/, replacement: dist("index.js") },
			{ find: /^mantis-structural-index\/node$/, replacement: dist("node/index.js") },
		],
	},
	test: {
		include: ["test/**/*.test.ts"],
		pool: "forks",
		// vitest leaves one core idle for watching; on two that doubles the time. Chromium and Deno bring processes of their own.
		maxWorkers: Math.min(availableParallelism(), 4),
		testTimeout: 60_000,
		// Where a machine is shared, a browser or a worker may miss its time: once more, and the report says so ("retry x1").
		retry: process.env.CI === undefined ? 0 : 1,
		hookTimeout: 60_000,
	},
});
