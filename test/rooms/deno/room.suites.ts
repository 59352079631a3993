/** The conformance suites in Deno, and what the room adds to them. */
import { type Remote, wrap } from "comlink";
import { expect, test } from "vitest";
import { databaseFilesSuite } from "../../conformance/database-files.suite.ts";
import { filesSuite } from "../../conformance/files.suite.ts";
import { hostSuite } from "../../conformance/host.suite.ts";
import { stateSuite } from "../../conformance/state.suite.ts";
import { workersSuite } from "../../conformance/workers.suite.ts";
import { databaseFilesFixture, denoHost, filesFixture, stateFixture, workersFixture } from "./fixtures.ts";

// Deno shows other bytes than UTF-8 as U+FFFD only; what the room makes of that is below.
filesSuite("deno", filesFixture, ["raw names"]);
// Writing to /dev/full takes all permissions.
stateSuite("deno", stateFixture, ["full disk"]);
databaseFilesSuite("deno", databaseFilesFixture);
hostSuite("deno", denoHost);
// Deno prints what a worker prints, and why it died, on the process's own stderr.
workersSuite("deno", workersFixture, ["stderr"]);

test("names that are not UTF-8 are listed, each once, with the problem, beside the others", async () => {
	const tree = await filesFixture();
	try {
		for (const byte of [0xff, 0xfe]) await tree.rawName(Uint8Array.of(0x62, byte, 0x2e, 0x70, 0x79));
		await tree.write("b\uFFFD.py", "1234");
		await tree.write("é.py", "12");
		await tree.write("\uFFFD/inside", "1");
		const found = await tree.source.list(tree.root, "");
		expect(found.filter(({ problem }) => problem === undefined).toSorted((a, b) => a.size - b.size)).toEqual([
			{ name: "\uFFFD", kind: "folder", size: 0 },
			{ name: "é.py", kind: "file", size: 2 },
			{ name: "b\uFFFD.py", kind: "file", size: 4 },
		]);
		const problem = "its name is not valid UTF-8";
		expect(found.filter((entry) => entry.problem !== undefined)).toEqual([
			{ name: "b\uFFFD.py\uFFFD", kind: "file", size: 0, problem },
			{ name: "b\uFFFD.py\uFFFD\uFFFD", kind: "file", size: 0, problem },
		]);
	} finally {
		await tree.dispose();
	}
});

test("a worker whose memory is used up ends with that reason, and the process goes on", async () => {
	const handle = workersFixture.echo.spawn("parse");
	const calls = wrap(handle.endpoint as never) as Remote<{ exhaust(): Promise<never> }>;
	const reason = new Promise<string>((done) => handle.onExit(done));
	void calls.exhaust();
	expect(await reason).toMatch(/memory/);
});
