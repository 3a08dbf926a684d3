export const MAIN_PID = "COUNTERSIGN_MAIN_PID";

/** Poll interval. A child process outlives main by at most this time. */
const POLL_MS = 500;

interface Watching {
	readonly pid: string | undefined;
	/** Throws a system error if the process can't be signalled. */
	readonly probe: (pid: number) => void;
	readonly repeat: (ms: number, look: () => void) => void;
	readonly onMainEnded: () => void;
}

function hasEnded(pid: number, probe: Watching["probe"]): boolean {
	try {
		probe(pid);
		return false;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "EPERM");
	}
}

/**
 * Runs a callback once main has ended. Waiting for the channel to close would take too long, because Electron
 * doesn't report that to utility processes, and Chromium lets them run for up to a minute.
 */
export function watchMain({ pid, probe, repeat, onMainEnded: onGone }: Watching): void {
	const id = Number(pid);
	if (pid === undefined || !Number.isSafeInteger(id) || id <= 0) return;
	repeat(POLL_MS, () => {
		if (hasEnded(id, probe)) onGone();
	});
}
