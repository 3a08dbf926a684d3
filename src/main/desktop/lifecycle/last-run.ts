import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LastRun {
	/** The run before this one was ended without quitting: by a crash, a kill, or a loss of power. */
	readonly wasCut: boolean;
	/** This one ends in order. */
	readonly ended: () => void;
}

/** A mark in the data folder stands while the app runs. It says nothing of funds: the journal alone does. */
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
