// npm run demo: installs and builds where needed, starts the stand-in service and a chain, and shows the main job.
// Plain JavaScript: it must start on Node 20 before anything is installed.
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
