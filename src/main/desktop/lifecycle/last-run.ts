import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastRun {
	/** The previous run ended without quitting: by a crash, a kill, or a power failure. */
	readonly wasCut: boolean;
	/** Marks this run as ended in order. */
	readonly ended: () => void;
}

/**
 * Writes a mark into the data folder for as long as the app runs. It has no information on funds: only the
 * journal does.
 */
export function markRun(folder: string, log: (line: string) => void): LastRun {
	const path = join(folder, "running");
	const attempt = (work: () => void) => {
		try {
			work();
		} catch (error) {
			log(`the mark of a run could not be changed: ${String(error)}`);
		}
	};
	const wasCut = existsSync(path);
	if (wasCut) log("the last run was ended without quitting");
	attempt(() => writeFileSync(path, "", { mode: 0o600 }));
	return { wasCut, ended: () => attempt(() => rmSync(path, { force: true })) };
}
