import { app } from "electron";
import type { Clock } from "../../ports.ts";

/** Longer than this nothing may keep the app from ending; the journal takes up what was cut. */
const MAX_STOP_MS = 5000;

/** Resolves when `stop` has ended, well or badly, or when `ms` have passed, whichever is first. */
export function stopWithin(
	stop: () => Promise<void>,
	clock: Clock,
	ms: number,
	log: (line: string) => void,
): Promise<void> {
	return new Promise((resolve) => {
		const cancel = clock.after(ms, () => {
			log(`stopping took longer than ${ms} ms and was cut`);
			resolve();
		});
		stop()
			.catch((error: unknown) => log(`stopping ended in an error: ${String(error)}`))
			.finally(() => {
				cancel();
				resolve();
			});
	});
}

export interface Quit {
	/** True from the first command to quit on. */
	readonly isQuitting: () => boolean;
	/** Quits, and ends with this exit code. */
	readonly end: (code: number) => void;
}

/** Makes every way of quitting stop the application first, once, and for a bounded time. */
export function followQuit(stop: () => Promise<void>, clock: Clock, log: (line: string) => void): Quit {
	let state: "running" | "stopping" | "stopped" = "running";
	let exitCode = 0;
	app.on("before-quit", (event) => {
		if (state === "stopped") return;
		event.preventDefault();
		if (state === "stopping") return;
		state = "stopping";
		void stopWithin(stop, clock, MAX_STOP_MS, log).then(() => {
			state = "stopped";
			if (exitCode === 0) app.quit();
			else app.exit(exitCode);
		});
	});
	return {
		isQuitting: () => state !== "running",
		end(code) {
			exitCode = code;
			app.quit();
		},
	};
}
