/** Name of the environment variable that tells a process of ours the id of main's process. */
export const MAIN_PID = "COUNTERSIGN_MAIN_PID";

/** Time between two looks at main, in milliseconds: a process of ours may outlive main by about this long. */
const LOOK_MS = 500;

interface Watching {
	/** The value of `MAIN_PID`; without one nothing is watched. */
	readonly pid: string | undefined;
	/** Throws with the code of the system if a process can't be signalled. */
	readonly probe: (pid: number) => void;
	/** Calls back again and again without keeping the process alive. */
	readonly repeat: (ms: number, look: () => void) => void;
	readonly onGone: () => void;
}

/** A process of another user can't be signalled, and lives. */
function isGone(pid: number, probe: Watching["probe"]): boolean {
	try {
		probe(pid);
		return false;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "EPERM");
	}
}

/**
 * Calls back once main is gone. A closed channel is not enough: Electron tells a utility process nothing of it, and
 * Chromium lets one finish its work for up to a minute.
 */
export function watchMain({ pid, probe, repeat, onGone }: Watching): void {
	const id = Number(pid);
	if (pid === undefined || !Number.isSafeInteger(id) || id <= 0) return;
	repeat(LOOK_MS, () => {
		if (isGone(id, probe)) onGone();
	});
}
