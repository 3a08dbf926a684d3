// npm start: installs, builds and downloads Electron if needed, then runs Countersign. Uses the Chromium host
// if Electron isn't available or there is no display.
import { join } from "node:path";
import {
	ensureBuilt,
	ensureElectron,
	ensureInstalled,
	hasDisplay,
	node24Path,
	root,
	run,
} from "./lib/ensure.mjs";

const IN_HOST = `Countersign starts without Electron: the same code, with its windows as pages of Chromium.
This is for a look at it. Sign-ins are not protected by the system's keychain here: use no real keys.
`;

try {
	await ensureInstalled();
	await ensureBuilt();
	const args = process.argv.slice(2);
	const electron = hasDisplay() ? await ensureElectron() : undefined;
	if (electron !== undefined) {
		console.log("Starting Countersign in Electron.");
		await run(electron, [root, ...args]);
	} else {
		console.log(IN_HOST);
		// The IPC channel lets the host end if this script is killed.
		const stdio = ["inherit", "inherit", "inherit", "ipc"];
		await run(node24Path(), [join(root, "test", "host", "run.ts"), root, ...args], { stdio });
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
