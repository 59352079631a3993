import { describe, expect, test } from "vitest";
import { locate } from "../../src/client/locate.ts";
import type { BuildOptions } from "../../src/core/types.ts";
import { fakeHost, ROOT, STATE, type Tree } from "./client-double.ts";

const TREE: Tree = {
	"pin/.mantis_snapshot_id": "abc\n",
	"pin/a.toy": "a",
	"live/a.toy": "a",
	"patched/.mantis_snapshot_id": "other",
	"file.toy": "x",
	locked: "unlistable",
};

interface Case {
	name: string;
	options?: BuildOptions;
	env?: Record<string, string>;
	/** active_snapshot; a string is the whole state file. */
	active?: object | string;
	root?: string;
	id?: string;
	mode?: string;
	warns?: RegExp;
	code?: string;
	message?: RegExp;
}

const pinned = { root: `${ROOT}/pin`, snapshot_id: "abc", snapshot_pinned: true };
const live = { root: `${ROOT}/live`, snapshot_id: "live:2026-01-01T00:00:00Z", snapshot_pinned: false };

const CASES: Case[] = [
	{ name: "nothing given: the current directory, off", root: ROOT, id: "unknown", mode: "off" },
	{ name: "pinned by the state file", active: pinned, root: `${ROOT}/pin`, id: "abc", mode: "pinned" },
	{ name: "live by the state file", active: live, root: `${ROOT}/live`, id: live.snapshot_id, mode: "halt" },
	{
		name: "snapshot_pinned absent is not pinned",
		active: { root: `${ROOT}/pin`, snapshot_id: "abc" },
		root: `${ROOT}/pin`,
		id: "abc",
		mode: "halt",
	},
	{
		name: "snapshot_root and snapshot_id, the state file agreeing",
		options: { snapshot_root: `${ROOT}/pin`, snapshot_id: "abc" },
		active: pinned,
		root: `${ROOT}/pin`,
		id: "abc",
		mode: "pinned",
	},
	{
		name: "snapshot_root and snapshot_id without a state file: the sentinel proves it",
		options: { snapshot_root: `${ROOT}/pin`, snapshot_id: "abc" },
		root: `${ROOT}/pin`,
		id: "abc",
		mode: "pinned",
	},
	{
		name: "snapshot_id without sentinel and without state file",
		options: { snapshot_root: `${ROOT}/live`, snapshot_id: "v1" },
		root: `${ROOT}/live`,
		id: "v1",
		mode: "off",
	},
	{
		name: "a live id without state file",
		options: { snapshot_root: `${ROOT}/live`, snapshot_id: "live:2026" },
		root: `${ROOT}/live`,
		id: "live:2026",
		mode: "halt",
	},
	{
		name: "the environment gives both",
		env: { SNAPSHOT_ROOT: `${ROOT}/pin`, SNAPSHOT_ID: "abc" },
		root: `${ROOT}/pin`,
		id: "abc",
		mode: "pinned",
	},
	{
		name: "options win over the environment, whose id speaks of another tree",
		options: { snapshot_root: `${ROOT}/live` },
		env: { SNAPSHOT_ROOT: `${ROOT}/pin`, SNAPSHOT_ID: "abc" },
		root: `${ROOT}/live`,
		id: "unknown",
		mode: "off",
	},
	{
		name: "SNAPSHOT_ID alone speaks of the tree that is chosen",
		options: { snapshot_root: `${ROOT}/live` },
		env: { SNAPSHOT_ID: "v2" },
		root: `${ROOT}/live`,
		id: "v2",
		mode: "off",
	},
	{
		name: "empty variables and options count as absent",
		options: { snapshot_root: "", snapshot_id: "" },
		env: { SNAPSHOT_ROOT: "", SNAPSHOT_ID: "" },
		root: ROOT,
		id: "unknown",
		mode: "off",
	},
	{
		name: "snapshot_root takes the id of a pinned state file, proven by the sentinel",
		options: { snapshot_root: `${ROOT}/pin` },
		active: { ...pinned, root: "/gone" },
		root: `${ROOT}/pin`,
		id: "abc",
		mode: "pinned",
	},
	{
		name: "snapshot_root of another tree does not take a live id",
		options: { snapshot_root: `${ROOT}/pin` },
		active: live,
		root: `${ROOT}/pin`,
		id: "unknown",
		mode: "off",
	},
	{
		name: "snapshot_root of the same tree takes a live id",
		options: { snapshot_root: `${ROOT}/live` },
		active: live,
		root: `${ROOT}/live`,
		id: live.snapshot_id,
		mode: "halt",
	},
	{
		name: "target_root beats all, is exempt from the sentinel, and borrows no id",
		options: { target_root: `${ROOT}/patched`, snapshot_root: `${ROOT}/pin` },
		env: { SNAPSHOT_ROOT: `${ROOT}/pin`, SNAPSHOT_ID: "abc" },
		active: pinned,
		root: `${ROOT}/patched`,
		id: "unknown",
		mode: "off",
	},
	{
		name: "target_root with the id of the pinned snapshot",
		options: { target_root: `${ROOT}/patched`, snapshot_id: "abc" },
		active: pinned,
		root: `${ROOT}/patched`,
		id: "abc",
		mode: "pinned",
	},
	{
		name: "target_root with an id that the state file does not speak of",
		options: { target_root: `${ROOT}/patched`, snapshot_id: "v9" },
		active: pinned,
		root: `${ROOT}/patched`,
		id: "v9",
		mode: "off",
	},
	{ name: "no active_snapshot in the state file", active: `{"pass_number":1}`, root: ROOT, id: "unknown", mode: "off" },
	{ name: "a null active_snapshot", active: `{"active_snapshot":null}`, root: ROOT, id: "unknown", mode: "off" },
	{ name: "a damaged state file", active: "{oops", root: ROOT, id: "unknown", mode: "off", warns: /active_snapshot/ },
	{ name: "a state file that is a list", active: "[]", root: ROOT, id: "unknown", mode: "off", warns: /no object/ },
	{
		name: "a state file whose snapshot has no id",
		active: { root: `${ROOT}/pin`, snapshot_pinned: true },
		root: ROOT,
		id: "unknown",
		mode: "off",
		warns: /"snapshot_id" expected an id, got undefined/,
	},
	{
		name: "a state file whose pinned flag is a word",
		active: { ...pinned, snapshot_pinned: "true" },
		root: ROOT,
		id: "unknown",
		mode: "off",
		warns: /"snapshot_pinned" expected true or false, got "true"/,
	},
	{
		name: "pinned, the sentinel names another snapshot",
		active: { ...pinned, snapshot_id: "xyz" },
		code: "sentinel-mismatch",
		message: /^snapshot sentinel mismatch: .*expected "xyz", got "abc"/,
	},
	{
		name: "pinned, no sentinel",
		active: { ...pinned, root: `${ROOT}/live` },
		code: "sentinel-mismatch",
		message: /^snapshot sentinel mismatch: .*expected "abc", got no readable file/,
	},
	{
		name: "an id that contradicts the pinned tree",
		options: { snapshot_id: "v2" },
		active: pinned,
		code: "sentinel-mismatch",
	},
	{
		name: "no state file, a sentinel that names another snapshot",
		options: { snapshot_root: `${ROOT}/pin`, snapshot_id: "v2" },
		code: "sentinel-mismatch",
	},
	{
		name: "a missing root",
		options: { target_root: "/nowhere" },
		code: "root-missing",
		message: /"\/nowhere".*target_root/,
	},
	{
		name: "a missing root of the state file",
		active: { ...pinned, root: "/gone" },
		code: "root-missing",
		message: /active_snapshot\.root in \.mantis_state\.json/,
	},
	{
		name: "a file as root",
		options: { target_root: `${ROOT}/file.toy` },
		code: "root-unreadable",
		message: /file\.toy".*got a file/,
	},
	{
		name: "a locked root",
		options: { target_root: `${ROOT}/locked` },
		code: "root-unreadable",
		message: /cannot be listed/,
	},
	{
		name: "pinned, the state folder inside the source root",
		options: { state_root: `${ROOT}/pin`, snapshot_root: `${ROOT}/pin`, snapshot_id: "abc" },
		code: "state-unwritable",
		message: /"\/code\/pin", got "\/code\/pin\/workspace"/,
	},
];

describe("locate", () => {
	test.each(CASES)("$name", async ({ options = {}, env, active, root, id, mode, warns, code, message }) => {
		const fake = fakeHost(TREE);
		Object.assign(fake.env, env);
		fake.onWrite = (path) => expect.unreachable(`wrote ${path}`);
		if (active !== undefined) {
			const text = typeof active === "string" ? active : JSON.stringify({ active_snapshot: active });
			fake.state.set(".mantis_state.json", new TextEncoder().encode(text));
		}
		const warnings: string[] = [];
		const located = locate(fake.host, { state_root: STATE, ...options }, (text) => warnings.push(text));
		if (code !== undefined) {
			const error = await located.then(
				() => expect.unreachable("located"),
				(error: Error) => error,
			);
			expect(error).toMatchObject({ name: "StructuralIndexError", code });
			if (message !== undefined) expect(error.message).toMatch(message);
			return;
		}
		expect(await located).toMatchObject({ root, snapshot_id: id, mode });
		if (warns === undefined) expect(warnings).toEqual([]);
		else expect(warnings.join()).toMatch(warns);
	});

	test("a relative root in the state file is below the state root", async () => {
		const fake = fakeHost(TREE);
		fake.state.set(
			".mantis_state.json",
			new TextEncoder().encode(JSON.stringify({ active_snapshot: { ...pinned, root: "../code/pin" } })),
		);
		const asked: string[] = [];
		const { inspect } = fake.host.files;
		fake.host.files.inspect = (path) => {
			asked.push(path);
			return inspect(`${ROOT}/pin`);
		};
		await locate(fake.host, { state_root: STATE }, () => {});
		expect(asked).toEqual([`${STATE}/../code/pin`]);
	});
});
