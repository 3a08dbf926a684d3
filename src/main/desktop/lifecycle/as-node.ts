import { execFile } from "node:child_process";

const MARK = "countersign as node";
/** A shell whose fuse is set exits at once: it refuses the variable. In ms. */
const MAX_MS = 20_000;

/**
 * Returns whether this app's own binary runs a given program, as Electron does until its fuse is switched
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
