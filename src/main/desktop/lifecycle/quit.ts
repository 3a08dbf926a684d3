import { app } from "electron";
import type { Clock } from "../../ports.ts";

/** Maximum time for stopping; the journal recovers interrupted work. */
const MAX_STOP_MS = 5000;

/** Resolves when `stop` has settled or `ms` have passed, whichever is first. */
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

/** Makes every way of quitting stop the application first, once, and within a bounded time. */
export class Quit {
	#state: "running" | "stopping" | "stopped" = "running";
	#exitCode = 0;

	constructor(stop: () => Promise<void>, clock: Clock, log: (line: string) => void) {
		app.on("before-quit", (event) => {
			if (this.#state === "stopped") return;
			event.preventDefault();
			if (this.#state === "stopping") return;
			this.#state = "stopping";
			void stopWithin(stop, clock, MAX_STOP_MS, log).then(() => {
				this.#state = "stopped";
				if (this.#exitCode === 0) app.quit();
				else app.exit(this.#exitCode);
			});
		});
	}

	/** Returns true from the first quit command on. */
	isQuitting(): boolean {
		return this.#state !== "running";
	}

	/** Quits with this exit code. */
	end(code: number): void {
		this.#exitCode = code;
		app.quit();
	}
}
