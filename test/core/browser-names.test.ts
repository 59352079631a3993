/** Names of indexes in the browser, and locations. */
import { expect, test } from "vitest";
import { checkIndexName, locationOf, splitLocation } from "../../src/browser/engine/storage/names.ts";

const NAMES = [
	"redis",
	"..",
	".",
	"a/b",
	"/",
	"a/workspace/b",
	"%2F",
	"100%",
	"コード",
	" ",
	"\n",
	"💡".repeat(100),
	"Ａ",
];

test.each(NAMES)("%j is a name, and its locations lead back to it", (name) => {
	checkIndexName(name);
	const location = locationOf(name);
	expect(location.split("/").length).toBe(2);
	expect(splitLocation(`${location}/kb/workspace/x`)).toEqual({ index: name, path: "kb/workspace/x" });
});

test("ordinary names are told as they are", () => {
	expect(locationOf("my index")).toBe("my index/workspace");
});

test.each([["", "a".repeat(101), "a\0b", "\ud800", "a\udc00b", undefined, null, 7, ["a"]]].flat())(
	"%j is none",
	(name) => {
		expect(() => checkIndexName(name)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
	},
);

test.each(["redis", "redis/kb/x", "redis/workspacex/y", "workspace/x", ""])("%j is no location", (location) => {
	expect(() => splitLocation(location)).toThrow("location expected");
});

test("a location does not leave its index", () => {
	expect(() => splitLocation("redis/workspace/../x")).toThrow(expect.objectContaining({ code: "path-outside-root" }));
});
