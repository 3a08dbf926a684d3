/** Environment variable with main's process id for child processes. */
export const MAIN_PID = "COUNTERSIGN_MAIN_PID";

/** Interval between checks of main, in milliseconds: a child may outlive main by about this long. */
const LOOK_MS = 500;

interface Watching {
	/** Value of `MAIN_PID`; if absent, nothing is watched. */
	readonly pid: string | undefined;
	/** Throws the system's error code if a process can't be signaled. */
	readonly probe: (pid: number) => void;
	/** Repeats a callback without keeping the process alive. */
	readonly repeat: (ms: number, look: () => void) => void;
	readonly onMainEnded: () => void;
}

/** A process of another user can't be signaled, but is alive. */
function hasEnded(pid: number, probe: Watching["probe"]): boolean {
	try {
		probe(pid);
		return false;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "EPERM");
	}
}

/**
 * Runs a callback once main has ended. A closed channel is not enough: Electron does not report it to a
 * utility process, and Chromium lets one finish its work for up to a minute.
 */
export function watchMain({ pid, probe, repeat, onMainEnded: onGone }: Watching): void {
	const id = Number(pid);
	if (pid === undefined || !Number.isSafeInteger(id) || id <= 0) return;
	repeat(LOOK_MS, () => {
		if (hasEnded(id, probe)) onGone();
	});
}
