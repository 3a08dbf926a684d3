import { powerMonitor } from "electron";

/** Idle time after which Linux reports a locked screen. */
const IDLE_SECONDS = 60;

/** Sleep and the lock screen of this computer. */
export class Power {
	/** Last report of macOS and Windows. */
	#wasLocked = false;

	constructor() {
		powerMonitor.on("lock-screen", () => {
			this.#wasLocked = true;
		});
		powerMonitor.on("unlock-screen", () => {
			this.#wasLocked = false;
		});
	}

	/** Calls back when the computer sleeps or its screen is locked, and when it resumes. */
	follow(asleep: () => void, awake: () => void): void {
		powerMonitor.on("suspend", asleep);
		powerMonitor.on("lock-screen", asleep);
		powerMonitor.on("resume", awake);
		powerMonitor.on("unlock-screen", awake);
	}

	/**
	 * Returns whether the screen is locked. macOS and Windows report it; elsewhere the system is queried, and
	 * an unknown state counts as unlocked: the desktop itself then decides what its locked screen shows.
	 */
	isScreenLocked(): boolean {
		return this.#wasLocked || powerMonitor.getSystemIdleState(IDLE_SECONDS) === "locked";
	}
}
