/** `export` and `import`: what reaches the library, and what is said about the result. */
import { expect, test } from "vitest";
import { EXIT } from "../../src/cli/exit.ts";
import { StructuralIndexError } from "../../src/core/errors.ts";
import { cli, library, RESULT } from "./double.ts";

const signal = expect.objectContaining({ aborted: false });

test("export passes the file and its flags on", async () => {
	const lib = library();
	expect(await cli("export out.tar.gz --state-root R --units", lib)).toEqual({
		code: 0,
		out: "archive  out.tar.gz\n",
		err: "",
	});
	expect(await cli("export out.tar.gz --json", lib)).toMatchObject({ code: 0, out: '{"archive":"out.tar.gz"}\n' });
	expect(lib.calls.archives).toEqual([
		["export", "out.tar.gz", { state_root: "R", units: true, signal }],
		["export", "out.tar.gz", { signal }],
	]);
});

test("import tells what it published, and what it left", async () => {
	const lib = library();
	const { code, out, err } = await cli("import in.tar.gz --state_root R", lib);
	expect({ code, err }).toEqual({ code: 0, err: "" });
	expect(out).toContain("complete");
	expect(out).toContain(RESULT.catalog_path);
	expect(out).toMatch(/^units +3 records left in the archive \(--units takes them over\)$/m);
	expect(lib.calls.archives).toEqual([["import", "in.tar.gz", { state_root: "R", signal }]]);
});

test.each([
	[{ imported: 3, ignored: 0 }, "3 records taken over"],
	[{ imported: 1, ignored: 2 }, "1 record taken over, 2 damaged"],
	[{ imported: 0, ignored: 0 }, undefined],
])("units %j", async (units, said) => {
	const lib = library();
	const { importIndex } = lib;
	lib.importIndex = async (...given) => ({ ...(await importIndex(...given)), units });
	const { out } = await cli("import in.tar.gz --units", lib);
	expect(/^units +(.*)$/m.exec(out)?.[1]).toBe(said);
	const json = JSON.parse((await cli("import in.tar.gz --units --json", lib)).out);
	expect(json).toMatchObject({ units, catalog_path: RESULT.catalog_path });
});

test("failures have their exit codes", async () => {
	const failing = (code: ConstructorParameters<typeof StructuralIndexError>[0]) => {
		const lib = library();
		lib.importIndex = lib.exportIndex = () => Promise.reject(new StructuralIndexError(code, "why"));
		return lib;
	};
	for (const verb of ["import", "export"]) {
		expect((await cli(`${verb} f`, failing("index-corrupt"))).code).toBe(EXIT.index);
		expect((await cli(`${verb} f`, failing("index-missing"))).code).toBe(EXIT.index);
		expect((await cli(`${verb} f`, failing("state-unwritable"))).code).toBe(EXIT.place);
		expect((await cli(`${verb} f`, failing("aborted"), { signal: "SIGTERM" })).code).toBe(EXIT.terminated);
		expect(await cli(verb, library())).toMatchObject({ code: EXIT.usage, err: expect.stringContaining("'FILE'") });
		expect((await cli(`${verb} a b`, library())).code).toBe(EXIT.usage);
		expect((await cli(`--units ${verb} f`, library())).err).toContain(`flags go after the verb: ${verb} --units`);
	}
});
