/**
 * Builds a tree and prints `{ reused, failed, lines }`, in any runtime that is a command: the first argument is the built
 * room's entry, then the tree, the state root, and the number of workers.
 */
import process from "node:process";

const [entry, target_root, state_root, workers] = process.argv.slice(2);
const { buildIndex, openIndex } = await import(entry);
const { manifest } = await buildIndex({ target_root, state_root, workers: Number(workers), default_ignores: false });
const index = await openIndex({ state_root });
const lines = [];
for await (const line of index.dump()) lines.push(line);
await index.close();
process.stdout.write(JSON.stringify({ ...manifest.units, lines }));
