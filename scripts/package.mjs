// npm run package: installs and builds if needed, then packages Countersign for the current system.
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	await ensureBuilt();
	await run(node24Path(), [join(root, "packaging", "main.ts"), ...process.argv.slice(2)]);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
