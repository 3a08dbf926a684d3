// npm start: installs and builds where needed, then runs Countersign in Electron, or, where Electron's binary can't be
// had, in the Chromium host.
import { join } from "node:path";
import { electronPath, ensureBuilt, ensureInstalled, node24Path, root, run } from "./lib/ensure.mjs";

try {
	await ensureInstalled();
	await ensureBuilt();
	const args = process.argv.slice(2);
	const electron = electronPath();
	if (electron !== undefined) {
		console.log("Starting Countersign in Electron.");
		await run(electron, [root, ...args]);
	} else {
		console.log("Electron's binary is not here: starting Countersign in the Chromium host (test/host).");
		// The IPC channel lets the host end when this script is killed outright.
		const stdio = ["inherit", "inherit", "inherit", "ipc"];
		await run(node24Path(), [join(root, "test", "host", "run.ts"), root, ...args], { stdio });
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
