import { powerMonitor } from "electron";

const IDLE_SECONDS = 60;

export class Power {
	#wasLocked = false;

	constructor() {
		powerMonitor.on("lock-screen", () => {
			this.#wasLocked = true;
		});
		powerMonitor.on("unlock-screen", () => {
			this.#wasLocked = false;
		});
	}

	/** A locked screen counts as sleep. */
	follow(asleep: () => void, awake: () => void): void {
		powerMonitor.on("suspend", asleep);
		powerMonitor.on("lock-screen", asleep);
		powerMonitor.on("resume", awake);
		powerMonitor.on("unlock-screen", awake);
	}

	/**
	 * macOS and Windows report when the screen is locked. On Linux, the system is queried. An unknown state
	 * counts as unlocked, because the desktop itself decides what its locked screen shows.
	 */
	isScreenLocked(): boolean {
		return this.#wasLocked || powerMonitor.getSystemIdleState(IDLE_SECONDS) === "locked";
	}
}
