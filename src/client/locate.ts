/**
 * Which tree is indexed, as which snapshot, in which mode, and where the index is written. Reads, never writes.
 *
 * CODE_ROOT, first match: (1) target_root; (2) snapshot_root, the option or SNAPSHOT_ROOT; (3) `active_snapshot.root` of
 * `<state_root>/workspace/.mantis_state.json`; (4) the current directory.
 *
 * snapshot_id: the option; else SNAPSHOT_ID, unless SNAPSHOT_ROOT is set too and is not the tree that was chosen (the
 * two speak of one tree); else, on path 3, active_snapshot's; on path 2 also active_snapshot's when it is pinned (the
 * sentinel then proves it) or has the same root; else "unknown". Path 1 never borrows active_snapshot's id: that tree is
 * a deliberate mutation of the snapshot, and reusing or publishing an index under its id would be a lie.
 *
 * mode: "unknown" → off. active_snapshot decides otherwise: pinned → pinned, else halt; on path 1 only when it has the
 * same id, else off. Without active_snapshot a given id is pinned when the root's own sentinel says the same, halt when
 * it looks like `live:…`, else off.
 */
import { messageOf, StructuralIndexError, show } from "../core/errors.ts";
import type { Host, StateFolder } from "../core/host.ts";
import type { BuildOptions, Mode } from "../core/types.ts";

export const UNKNOWN_SNAPSHOT = "unknown";
const SENTINEL = ".mantis_snapshot_id";
const STATE_FILE = ".mantis_state.json";

export interface Location {
	/** Canonical, absolute. */
	root: string;
	root_from: "target_root" | "snapshot_root" | "state" | "cwd";
	snapshot_id: string;
	mode: Mode;
	state: StateFolder;
}

interface ActiveSnapshot {
	root: string;
	id: string;
	pinned: boolean;
}

/**
 * @param warn told when the state file cannot be used; it then counts as absent.
 * @throws StructuralIndexError `root-missing`, `root-unreadable`, `sentinel-mismatch`, `state-unwritable`.
 */
export async function locate(host: Host, options: BuildOptions, warn: (message: string) => void): Promise<Location> {
	const state = await openState(host, options.state_root);
	const active = await readActive(state, options.state_root ?? host.cwd, warn);
	const given = (value: string | undefined) => value || undefined;
	const envRoot = given(host.env("SNAPSHOT_ROOT"));
	const snapshotRoot = given(options.snapshot_root) ?? envRoot;

	let from: Location["root_from"] = "cwd";
	let path: string | undefined;
	if (options.target_root !== undefined) [from, path] = ["target_root", options.target_root];
	else if (snapshotRoot !== undefined) [from, path] = ["snapshot_root", snapshotRoot];
	else if (active !== undefined) [from, path] = ["state", active.root];
	path ??= host.cwd;
	const root = await inspectRoot(host, path, from);

	const isRoot = async (other: string) => other === path || (await host.files.inspect(other)).root === root;
	let id = given(options.snapshot_id);
	if (id === undefined && (envRoot === undefined || (await isRoot(envRoot)))) id = given(host.env("SNAPSHOT_ID"));
	if (id === undefined && active !== undefined && from !== "target_root") {
		if (from === "state" || active.pinned || (await isRoot(active.root))) id = active.id;
	}
	id ??= UNKNOWN_SNAPSHOT;

	const mode = await decideMode(host, root, from, id, active);
	if (mode === "pinned" && host.files.relative(root, state.location) !== undefined) {
		throw new StructuralIndexError(
			"state-unwritable",
			`state folder of a pinned snapshot expected outside the source root ${show(root)}, got ${show(state.location)}`,
		);
	}
	return { root, root_from: from, snapshot_id: id, mode, state };
}

/** The state folder of `state_root`, by default of the current directory. @throws StructuralIndexError `state-unwritable`. */
export function openState(host: Host, state_root: string | undefined): Promise<StateFolder> {
	return host.state.open(state_root ?? host.cwd);
}

async function decideMode(
	host: Host,
	root: string,
	from: Location["root_from"],
	id: string,
	active: ActiveSnapshot | undefined,
): Promise<Mode> {
	if (id === UNKNOWN_SNAPSHOT) return "off";
	if (from === "target_root") return active?.id !== id ? "off" : active.pinned ? "pinned" : "halt";
	if (active !== undefined && !active.pinned) return "halt";
	const sentinel = await readSentinel(host, root);
	if (sentinel.id === id) return "pinned";
	if (active === undefined && sentinel.id === undefined) return id.startsWith("live:") ? "halt" : "off";
	throw new StructuralIndexError(
		"sentinel-mismatch",
		`snapshot sentinel mismatch: ${show(SENTINEL)} in ${show(root)} expected ${show(id)}, got ${sentinel.found}`,
	);
}

async function readSentinel(host: Host, root: string): Promise<{ id: string | undefined; found: string }> {
	try {
		const id = new TextDecoder().decode(await host.files.read(root, SENTINEL)).trim();
		return { id, found: show(id) };
	} catch (error) {
		return { id: undefined, found: `no readable file (${messageOf(error)})` };
	}
}

async function inspectRoot(host: Host, path: string, from: Location["root_from"]): Promise<string> {
	const { root, kind, problem } = await host.files.inspect(path);
	if (kind === "folder") return root;
	const named = from === "state" ? `active_snapshot.root in ${STATE_FILE}` : from;
	const known = { missing: "nothing there", file: "a file", unreadable: "a folder that cannot be listed" }[kind];
	throw new StructuralIndexError(
		kind === "missing" ? "root-missing" : "root-unreadable",
		`source root ${show(root)} (from ${named}) expected a readable folder, got ${problem ?? known}`,
	);
}

async function readActive(
	state: StateFolder,
	state_root: string,
	warn: (message: string) => void,
): Promise<ActiveSnapshot | undefined> {
	const unusable = (why: string) => {
		warn(`${state.locate(STATE_FILE)} has no readable active_snapshot (${why}): building without a snapshot`);
		return undefined;
	};
	let content: unknown;
	try {
		const bytes = await state.read(STATE_FILE);
		if (bytes === undefined) return undefined;
		content = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
	} catch (error) {
		return unusable(messageOf(error));
	}
	if (!isObject(content)) return unusable("the file holds no object");
	const active = content.active_snapshot;
	if (active === undefined || active === null) return undefined;
	if (!isObject(active)) return unusable("it is not an object");
	const { root, snapshot_id: id, snapshot_pinned: pinned } = active;
	if (typeof root !== "string" || root === "") return unusable(`"root" expected a path, got ${show(root)}`);
	if (typeof id !== "string" || id === "") return unusable(`"snapshot_id" expected an id, got ${show(id)}`);
	if (pinned !== undefined && typeof pinned !== "boolean") {
		return unusable(`"snapshot_pinned" expected true or false, got ${show(pinned)}`);
	}
	const absolute = /^([/\\]|[A-Za-z]:[/\\])/.test(root);
	return { root: absolute ? root : `${state_root}/${root}`, id, pinned: pinned === true };
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
