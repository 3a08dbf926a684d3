// npm run dev: builds on every change and runs the app with a mock service and local chains. Installs if
// needed.
import { join } from "node:path";
import { ensureElectron, ensureInstalled, hasDisplay, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	if (hasDisplay()) await ensureElectron();
	// The IPC channel lets the loop end if this script is killed.
	const stdio = ["inherit", "inherit", "inherit", "ipc"];
	await run(node24Path(), [join(root, "test", "dev", "main.ts"), ...process.argv.slice(2)], { stdio });
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
