import { powerMonitor } from "electron";

/** As macOS and Windows told it last. */
let wasLocked = false;

/** The system says so in seconds; one that is idle for less is not. */
const IDLE_SECONDS = 60;

/** The computer sleeps or its screen is locked: `asleep`. It is back: `awake`. */
export function followPower(asleep: () => void, awake: () => void): void {
	powerMonitor.on("suspend", asleep);
	powerMonitor.on("lock-screen", () => {
		wasLocked = true;
		asleep();
	});
	powerMonitor.on("resume", awake);
	powerMonitor.on("unlock-screen", () => {
		wasLocked = false;
		awake();
	});
}

/**
 * The screen is locked. macOS and Windows tell when it is and when it is no more; elsewhere the system is asked, and one
 * that does not know counts as unlocked: then the desktop itself decides what its locked screen shows.
 */
export function isScreenLocked(): boolean {
	return wasLocked || powerMonitor.getSystemIdleState(IDLE_SECONDS) === "locked";
}
