// npm run demo: installs and builds if needed, starts the mock service and a chain, and demonstrates the main
// job. Plain JavaScript, because it must start on Node 20 before anything is installed.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	await ensureBuilt();
	await run(node24Path(), [join(root, "test", "demo", "main.ts"), ...process.argv.slice(2)]);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
