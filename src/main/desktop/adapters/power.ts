import { powerMonitor } from "electron";

/** Idle time after which Linux reports a locked screen. */
const IDLE_SECONDS = 60;

/** Sleep and the lock screen of this computer. */
export class Power {
	/** As macOS and Windows reported last. */
	#wasLocked = false;

	constructor() {
		powerMonitor.on("lock-screen", () => {
			this.#wasLocked = true;
		});
		powerMonitor.on("unlock-screen", () => {
			this.#wasLocked = false;
		});
	}

	/** Calls back when the computer sleeps or its screen is locked, and when it is back. */
	follow(asleep: () => void, awake: () => void): void {
		powerMonitor.on("suspend", asleep);
		powerMonitor.on("lock-screen", asleep);
		powerMonitor.on("resume", awake);
		powerMonitor.on("unlock-screen", awake);
	}

	/**
	 * Whether the screen is locked. macOS and Windows report it; elsewhere the system is asked, and one that does not know
	 * counts as unlocked: then the desktop itself decides what its locked screen shows.
	 */
	isScreenLocked(): boolean {
		return this.#wasLocked || powerMonitor.getSystemIdleState(IDLE_SECONDS) === "locked";
	}
}
