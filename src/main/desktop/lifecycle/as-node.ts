import { execFile } from "node:child_process";

const MARK = "countersign as node";
const MAX_MS = 20_000;

/**
 * Returns whether the app's binary can run arbitrary Node.js programs. Electron allows it unless the fuse is
 * off.
 */
export function runsAsNode(): Promise<boolean> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			["-e", `process.stdout.write(${JSON.stringify(MARK)})`],
			{ env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" }, timeout: MAX_MS },
			(_error, printed) => resolve(printed.includes(MARK)),
		);
	});
}
