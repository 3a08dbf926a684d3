// npm run bench: how fast the app is, here and now. Fails where a figure misses its bound by far in processor time.
// npm run bench -- inbox measures that part only.
import { join } from "node:path";
import { ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	await run(node24Path(), [join(root, "test", "bench", "main.ts"), ...process.argv.slice(2)]);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
