import { powerMonitor } from "electron";

/** The computer sleeps or its screen is locked: `asleep`. It is back: `awake`. */
export function followPower(asleep: () => void, awake: () => void): void {
	powerMonitor.on("suspend", asleep);
	powerMonitor.on("lock-screen", asleep);
	powerMonitor.on("resume", awake);
	powerMonitor.on("unlock-screen", awake);
}
